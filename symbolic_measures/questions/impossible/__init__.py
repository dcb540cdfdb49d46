"""Which properties no measure has together."""
