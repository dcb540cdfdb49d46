"""Whether two measures ever disagree."""
