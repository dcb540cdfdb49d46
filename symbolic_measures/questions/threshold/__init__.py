"""For which values of a parameter a property holds."""
