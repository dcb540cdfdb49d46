"""Relations for every number of classes."""
