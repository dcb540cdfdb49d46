"""What a measure tends to."""
