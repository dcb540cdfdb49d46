"""What a measure could be where it is undefined."""
