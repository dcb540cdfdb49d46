"""What is said of saved files of every kind in which a part is of another form.

`tests/meaning/claimed.py` says how it is kept.  `tests/questions/spoiling.py` changes texts and
numbers wherever they stand; here parts of a file are something else altogether, or there is one
more, or one less; and a file says that it is not complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from places import ROOT
from questions.spoiling import told as reply
from tiers import few

from meaning.claimed import PROOFS, Claims, Lines, saved, text
from symbolic_measures.questions.kinds import kind_of

#: Read in a moment.
FILES = (
    "averaging-micro", "check-convention", "check-kappa", "compare-two", "completion-precision",
    "derivation-F1", "every-range", "every-maximum", "extended-LR-minus", "identity-kappa",
    "identity-F1",
    "impossible-two", "impossible-every", "limit-TN", "limit-F", "normaliser-root",
    "relation-kappa", "relation-BA", "slope-acc", "table-CC", "taylor-kappa",
    "threshold-weighted", "threshold-ace",
)  # fmt: skip
#: Derivations with answers of other forms.
HOLDING = (
    "gosgens2021-derivation-theorem-1", "gosgens2021-derivation-appendix-c-4",
    "gosgens2021-derivation-lemma-2", "opitz2024-derivation-appendix-a",
)  # fmt: skip
OTHERS: tuple[Any, ...] = (None, "x", 0, [], {}, ["x"], {"x": 1}, "-1")


@cache
def files() -> dict[str, Any]:
    """Saved answers by their names."""
    found = {name: saved(ROOT / f"tests/questions/kept/{name}.json.gz") for name in FILES}
    for name in HOLDING:
        data = saved(ROOT / f"reports/certificates/{name}.json.gz")
        for number, part in enumerate(data["parts"]):
            if isinstance(part, dict) and "schema" in part:
                found[f"{name} {number} {kind_of(part)}"] = part
    short = {key: found["completion-precision"][key] for key in ("verdicts", "faces")}
    found["completion begun"] = {
        **found["completion-precision"],
        "complete": False,
        "found": None,
        "completions": [],
        **{k: v[:1] for k, v in short.items()},
    }
    one = found["derivation-F1"]
    found["two derivations"] = {"schema": 1, "derivations": [one, one]}
    return found


def spoiled(data: Any, depth: int = 3) -> Iterator[tuple[str, str, Any]]:
    """(where, how, the file with that part of another form)."""
    if isinstance(data, dict):
        yield "", "more", {**data, "more": 1}
        for key, own in data.items():
            for other in OTHERS:
                if type(other) is not type(own) or other != own:
                    yield key, repr(other), {**data, key: other}
            yield key, "left out", {k: v for k, v in data.items() if k != key}
            if key in PROOFS:
                for how, other in _proofs(own):
                    yield key, how, {**data, key: other}
            elif depth:
                for where, how, other in spoiled(own, depth - 1):
                    yield f"{key}.{where}", how, {**data, key: other}
    elif isinstance(data, list) and data:
        yield "", "one less", data[:-1]
        yield "", "one more", [*data, data[-1]]
        yield "", "turned", data[::-1]
        for other in OTHERS:
            yield "first", repr(other), [other, *data[1:]]
        for where, how, other in spoiled(data[0], depth - 1) if depth else ():
            yield f"first.{where}", how, [other, *data[1:]]


def _proofs(proof: Any) -> Iterator[tuple[str, Any]]:
    """A proof with something more, or of another beginning."""
    if isinstance(proof, dict) and "rule" in proof:
        yield "args", {**proof, "args": {"x": 1}}
        yield "rule", {**proof, "rule": "clear"}
        yield "no premises", {k: v for k, v in proof.items() if k != "premises"}
        yield "premises", {**proof, "premises": [*proof.get("premises", ()), {"rule": "clear"}]}
    if isinstance(proof, list) and proof:
        yield from (("one less", proof[:-1]), ("one more", [*proof, proof[-1]]))


def whole(name: str, part: str) -> Lines:
    """What is said of each place in a part, however it is spoiled; of the file, without a part."""
    data = files()[name]
    said: dict[str, list[str]] = {}
    for where, how, other in spoiled(data, 1 if name in LARGE else 2):
        if where.split(".")[0] == part:
            said.setdefault(where, []).append(f"{how}: {reply(other)}")
    for where, replies in said.items():
        yield where, text(replies)
    if isinstance(data.get(part), list):
        for left in (data[part][:-1], data[part][:1], []):
            short = {**data, part: left, "complete": False}
            yield f"incomplete, {len(left)} of {part}", reply(short)


#: Of these less is spoiled.
LARGE = ("completion-precision",)
#: What takes longer.
LONG = (*LARGE, "check-kappa", "limit-F", "threshold-ace", "taylor-kappa", "identity-kappa")
CLAIMS = Claims(
    "files",
    {f"{name} {part}".strip(): partial(whole, name, part)
     for name, data in files().items() for part in ("", *data)},
)  # fmt: skip


SHORT = {
    *(f"limit-F {part}".strip() for part in ("", "claim", "claimed", "agreement", "complete")),
    "identity-kappa", "taylor-kappa", "threshold-ace", "threshold-ace samples",
    "completion-precision completions", "completion-precision",
}  # fmt: skip
QUICK = [name for name in CLAIMS.sections if name in SHORT or name.split()[0] not in LONG]


@pytest.mark.parametrize("section", few(CLAIMS.sections, QUICK))
def test_what_is_said_of_files(section: str) -> None:
    CLAIMS.compare(section)
