"""A kind of question that the package does not have: the value of a measure at one matrix."""
