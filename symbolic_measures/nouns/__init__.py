"""What everything speaks of: formulas, matrices, statements, verdicts.  Trusted."""
