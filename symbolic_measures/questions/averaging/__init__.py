"""Which properties an averaging keeps."""
