"""In and out: SymPy, Python functions, scikit-learn, pandas; what was decided, as their objects."""
