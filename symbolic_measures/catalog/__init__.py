"""Declarations: measures, properties, and what the papers print about them."""
