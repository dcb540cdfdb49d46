"""Whether two formulas are one measure."""
