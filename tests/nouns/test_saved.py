"""Saved files: what is said in those that people keep."""

from __future__ import annotations

import pytest

from symbolic_measures.nouns import saved
from symbolic_measures.nouns.errors import CertificateError


def test_files_that_people_keep_are_of_schema_1() -> None:
    """Another number would refuse all of them."""
    assert saved.SCHEMA == 1
    saved.exactly({"schema": saved.SCHEMA, "measure": "F1"}, "measure")


@pytest.mark.parametrize("data", [{}, {"measure": 1, "more": 1}, {"measure": 1, "complete": 0}])
def test_a_file_has_its_parts_and_no_others(data: dict[str, object]) -> None:
    with pytest.raises(CertificateError):
        saved.exactly(data, "measure")
