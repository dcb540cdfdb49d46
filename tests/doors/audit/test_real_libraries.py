"""The pages of real releases are what running the audits gives, and every finding is real.

Versions are pinned in pyproject.toml.  This takes minutes.  torchmetrics is large: where it is not
installed it is left out, which the header of the tests says (`conftest.py`).
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from places import ROOT, TORCHMETRICS
from tiers import WHOLE

from symbolic_measures.doors.audit import pages
from symbolic_measures.doors.audit.libraries import Found, Listed, Listing, read_file
from symbolic_measures.doors.audit.signatures import Matrix, Signature, signature_of
from symbolic_measures.doors.audit.targets import find_target

LISTS = ("imbalanced-learn", "pycm", "scikit-learn", *(("torchmetrics",) if TORCHMETRICS else ()))
#: The first list, where not the whole of the tier is run.
NAMES = LISTS if WHOLE else LISTS[:1]
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
    assert sum(len(listed.found) for listed in lists) >= (80 if WHOLE else 9)


def test_the_pages_are_what_is_found(lists: list[Listed]) -> None:
    for listed in lists:
        text = (ROOT / "audits" / f"{listed.name}.txt").read_text(encoding="utf-8")
        assert listed.rendered("text") == text.rstrip("\n")
    text = (ROOT / "audits" / "table.txt").read_text(encoding="utf-8")
    for listed in lists:
        _, grid, _ = pages.render_table([listed], "text").split("\n\n")
        assert grid in text


def test_every_difference_is_real(lists: list[Listed]) -> None:
    """Called here once more, without the audit's own machinery for outcomes: all that is shown."""
    looked_at = 0
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        for listed in lists:
            for found in listed.found:
                for values, matrix, returned in _shown_of(found):
                    call = _signature(found, values).call(matrix)
                    value = _called(call, found.entry.asked.item)
                    if isinstance(value, Exception):
                        returned = returned.split(":")[0]
                    assert _shown(value) == returned, (found.entry.name, matrix)
                    looked_at += 1
    finally:
        os.chdir(before)
    assert looked_at > (3_000 if WHOLE else 300)


def _shown_of(found: Found) -> Iterator[tuple[str, Matrix, str]]:
    """Every value that is shown of the function: kind of numbers, matrix, what it returned."""
    own = found.entry.asked.values
    for difference in found.audit.differences:
        yield own, difference.matrix, difference.returned
    for row in found.audit.precision:
        if row.matrix:
            yield row.values, row.matrix, row.returned
        if row.first is not None:
            yield row.values, row.first.matrix, row.first.returned
    for each in found.audit.properties:
        if each.violation is not None and not each.violation.sizes:
            for matrix, value in zip(each.violation.matrices, each.violation.values, strict=True):
                yield own, matrix, value


def _signature(found: Found, values: str) -> Signature:
    asked = found.entry.asked
    function = find_target(found.entry.function)
    signature = signature_of(function, asked.options, asked.classes, asked.labels, values)
    return signature.oriented(asked.orientation) if signature.way == "matrix" else signature


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
    kind = str(getattr(value, "dtype", "")).rpartition(".")[2]
    number = np.float32(value) if kind == "float32" else float(value)
    if isinstance(value, int | np.integer) or kind.startswith("int"):
        return str(int(value))
    return str(number) if math.isfinite(number) else str(float(number))


#: The list and the entry; the first matrix, what is returned there, and what would be right.
Key = tuple[str, str]
Finding = tuple[Matrix, str, str]
KNOWN: dict[Key, Finding] = {
    ("imbalanced-learn", "specificity"): ((0, 0, 0, 1), "0.0", "1"),
    ("imbalanced-learn", "IBA of G-mean"): ((1, 0, 1, 1), "0.7071067811865476", "21*sqrt(2)/40"),
    ("pycm", "DP"): ((1, 1, 1, 2), "0.16596653499824957", "0.3821520694228441"),
    ("pycm", "Q"): ((1, 0, 0, 1), "returns the text 'None'", "1"),
}
LARGE: dict[Key, Finding] = {
    ("pycm", "overall MCC"): ((1, 0, 0, 94909937), "1.0000000052681524", "1")
}
if TORCHMETRICS:
    LARGE["torchmetrics", "MCC"] = ((4095, 0, 1, 1), "0.70704204", "0.7070204591717979")


def _listed(findings: dict[Key, Finding]) -> list[tuple[Key, Finding]]:
    """Those of the lists that are audited here."""
    return [(key, finding) for key, finding in findings.items() if key[0] in NAMES]


def test_known_findings(lists: list[Listed]) -> None:
    by_name = {(listed.name, f.entry.name): f.audit for listed in lists for f in listed.found}
    for key, (matrix, returned, wanted) in _listed(KNOWN):
        first = by_name[key].wrong[0]
        assert (first.matrix, first.returned) == (matrix, returned)
        assert first.wanted.startswith(wanted)
    for key, (matrix, returned, wanted) in _listed(LARGE):
        firsts = [row.first for row in by_name[key].imprecise]
        assert (matrix, returned) in [(first.matrix, first.returned) for first in firsts]
        assert any(first.wanted.startswith(wanted) for first in firsts)
    sklearn = [audit for (name, _), audit in by_name.items() if name == "scikit-learn"]
    assert not any(audit.wrong for audit in sklearn)
