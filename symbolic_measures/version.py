"""The version, on its own so that asking for it loads nothing."""

__version__ = "0.1.0"
