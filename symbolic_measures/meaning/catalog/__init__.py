"""The measures of the catalog, a module for each field that they come from."""
