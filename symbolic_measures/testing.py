"""The assertions for the tests of other projects, by their public path.

They are in `doors.testing`; this module only names them.
"""

from symbolic_measures.doors.testing import (
    assert_identity,
    assert_implementation,
    assert_limit,
    assert_property,
    assert_refuted,
    confusion_matrices,
)

__all__ = [
    "assert_identity",
    "assert_implementation",
    "assert_limit",
    "assert_property",
    "assert_refuted",
    "confusion_matrices",
]
