"""Saved files: what is said in those that people keep."""

from __future__ import annotations

from symbolic_measures.nouns import saved


def test_files_that_people_keep_are_of_schema_1() -> None:
    """Another number would refuse all of them."""
    assert saved.SCHEMA == 1
