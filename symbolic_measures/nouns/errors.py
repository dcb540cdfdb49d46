"""The two errors that people see: input that is none, and files that do not verify.

Each is one line that says what, where, and what to do.
"""

from __future__ import annotations


class FormulaError(ValueError):
    """Something a person typed cannot be read; the message is one line that says what to do."""


class CertificateError(ValueError):
    """A saved verdict cannot be read, or does not verify; the message says where."""
