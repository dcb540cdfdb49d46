"""The version, on its own so that asking for it loads nothing."""

__version__ = "0.1.0"
#: The day of the release, as documents that are the same at every making of them say it.
RELEASED = "2026-11-21"
