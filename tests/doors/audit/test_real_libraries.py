"""The pages of real releases are what running the audits gives, and every finding is real.

Versions are pinned in pyproject.toml.  This takes minutes.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from symbolic_measures.doors.audit import pages
from symbolic_measures.doors.audit.libraries import Listed, Listing, read_file
from symbolic_measures.doors.audit.signatures import signature_of
from symbolic_measures.doors.audit.targets import find_target

NAMES = ("imbalanced-learn", "pycm", "scikit-learn")
pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def lists() -> list[Listed]:
    """All lists of `audits/`, audited from the root of the project."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        found = []
        for name in NAMES:
            path = Path("audits", f"{name}.toml")
            work = Listing(path, read_file(path), jobs=os.cpu_count() or 1)
            for _ in work:
                pass
            found.append(work.report())
        return found
    finally:
        os.chdir(before)


def test_nothing_is_left_out(lists: list[Listed]) -> None:
    assert [listed.problems for listed in lists] == [()] * len(NAMES)
    assert sum(len(listed.found) for listed in lists) >= 80


def test_the_pages_are_what_is_found(lists: list[Listed]) -> None:
    for listed in lists:
        text = (ROOT / "audits" / f"{listed.name}.txt").read_text(encoding="utf-8")
        assert listed.rendered("text") == text.rstrip("\n")
    text = (ROOT / "audits" / "table.txt").read_text(encoding="utf-8")
    assert pages.render_table(lists, "text") == text.rstrip("\n")


def test_every_difference_is_real(lists: list[Listed]) -> None:
    """Called here once more, without the audit's own machinery for outcomes."""
    looked_at = 0
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        for listed in lists:
            for found in listed.found:
                asked = found.entry.asked
                signature = signature_of(
                    find_target(found.entry.function), asked.options, asked.classes,
                    asked.labels, asked.values,
                )  # fmt: skip
                if signature.way == "matrix":
                    signature = signature.oriented(asked.orientation)
                for difference in found.audit.differences[:6]:
                    value = _called(signature.call(difference.matrix), asked.item)
                    assert _shown(value) == difference.returned.split(":")[0], found.entry.name
                    looked_at += 1
    finally:
        os.chdir(before)
    assert looked_at > 100


def _called(call: Any, item: str) -> Any:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = call()
        except Exception as error:
            return error
    return found[int(item)] if item else found


def _shown(value: Any) -> str:
    if isinstance(value, Exception):
        return f"raises {type(value).__name__}"
    if isinstance(value, str):
        return f"returns the text {value!r}"
    number = float(value)
    if isinstance(value, int):
        return str(value)
    return repr(number) if math.isfinite(number) else str(number)


KNOWN = {
    ("imbalanced-learn", "specificity"): ((0, 0, 0, 1), "0.0", "1"),
    ("imbalanced-learn", "IBA of G-mean"): ((1, 0, 1, 1), "0.7071067811865476", "21*sqrt(2)/40"),
    ("pycm", "DP"): ((1, 1, 1, 2), "0.16596653499824957", "0.3821520694228441"),
    ("pycm", "Q"): ((1, 0, 0, 1), "returns the text 'None'", "1"),
}


def test_known_findings(lists: list[Listed]) -> None:
    by_name = {(listed.name, f.entry.name): f.audit for listed in lists for f in listed.found}
    for key, (matrix, returned, wanted) in KNOWN.items():
        first = by_name[key].wrong[0]
        assert (first.matrix, first.returned) == (matrix, returned)
        assert first.wanted.startswith(wanted)
    sklearn = [audit for (name, _), audit in by_name.items() if name == "scikit-learn"]
    assert not any(audit.wrong for audit in sklearn)
