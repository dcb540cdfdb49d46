"""Verdicts written down for another system to check (`rocq`).  Nothing here is trusted."""
