"""What papers print: tables, formulas, matrices.  Claims that are decided, never believed."""
