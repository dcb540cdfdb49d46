"""The properties of a measure."""
