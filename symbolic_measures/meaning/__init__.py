"""What a measure, a reading and a property mean: what a reader must agree with.  Trusted."""
