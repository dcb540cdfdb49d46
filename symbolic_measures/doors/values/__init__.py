"""Values of measures: exact, to any number of digits, and of whole arrays of matrices at once."""
