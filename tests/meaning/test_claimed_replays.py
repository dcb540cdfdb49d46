"""What is said of a saved file where the kernel takes every proof and every witness.

`tests/meaning/claimed.py` says how it is kept.  What a file says beside its proofs must follow from
its verdicts: here verdicts are believed, so that this alone is looked at, and in a moment.  Files
are spoiled at every depth, and each verdict is another one; of every file stands there all that is
told, what the answer says that is left, and what is told of a file of that answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import Any
from unittest.mock import patch

import pytest
from places import ROOT
from questions.spoiling import spoiled as put
from tiers import few

from meaning.claimed import PROOFS, Claims, Lines, saved, text
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.identity.meaning import Identity, inclusion
from symbolic_measures.questions.kinds import AllKinds, kind_of, read, room
from symbolic_measures.questions.limit.meaning import Limit, agreement, claim_statement

#: Where the kernel is asked.
KERNEL = (
    "meaning.replay.kernel_check", "meaning.each_m.kernel_check", "meaning.every_m.replay",
    "questions.slope.meaning.replay_goal", "questions.threshold.meaning.replay_goal",
    "questions.threshold.meaning.check",
)  # fmt: skip
#: Parts that are compared as a whole.
WHOLE = (*PROOFS, "statement", "witness", "rules", "measure")
OUTCOMES = ("proved", "refuted", "undecided", "not-applicable", "x")
FILES = {
    "completion": "tests/questions/kept/completion-precision",
    "identity": "tests/questions/kept/identity-kappa",
    "limit": "tests/questions/kept/limit-TN",
    "sides": "docs/certificates/limit-GM-r-0",
    "claim": "tests/questions/kept/limit-F",
    "taylor": "tests/questions/kept/taylor-kappa",
    "terms": "tests/questions/kept/taylor-F1",
    "threshold": "tests/questions/kept/threshold-weighted",
    "ratio": "tests/questions/kept/threshold-ace",
    "symmetry": "tests/questions/kept/threshold-symmetry",
    "normaliser": "tests/questions/kept/normaliser-root",
    "relation": "tests/questions/kept/relation-kappa",
    "slope": "tests/questions/kept/slope-acc",
    "derivation": "tests/questions/kept/derivation-F1",
    "sets": "tests/questions/kept/impossible-two",
    "every m": "tests/questions/kept/impossible-every",
}

#: How deep a file is spoiled, if not 5 deep.
DEPTH = {"completion": 3, "conflict": 1, "judged": 1, "sides": 2, "taylor": 2, "terms": 2,
         "open": 4, "some": 1}  # fmt: skip
HARMONIC = "docs/certificates/completion-F1-harmonic"


@contextmanager
def believed() -> Iterator[None]:
    """The kernel refuses nothing but a proof of nothing."""
    with ExitStack() as stack:
        for name in KERNEL:
            stack.enter_context(patch(f"symbolic_measures.{name}", _taken))
        yield


def _taken(claim: Any, said: Any = None, *_: Any, **__: Any) -> None:
    if isinstance(claim, Statement) and not claim.goals and said.outcome == "proved":
        raise CertificateError("a proof of nothing")


@cache
def files() -> dict[str, Any]:
    """Saved answers by their names, and some that are made of their parts."""
    found = {name: saved(ROOT / f"{file}.json.gz") for name, file in FILES.items()}
    row = found["sets"]
    report = saved(ROOT / "tests/questions/kept/check-F1.json.gz")
    found["judged"] = saved(ROOT / f"{HARMONIC}.json.gz")
    found["conflict"] = {**found["judged"], "completions": []}
    found["lattice"] = {
        "schema": 1, "properties": row["properties"], "lattice": [row, row], "every_n": [],
        "always": [{"properties": ["symmetry"], "measure": report}],
    }  # fmt: skip
    with believed():
        found["within"] = _within(read(found["identity"]))
        found["open"] = _open(read(found["sides"]))
        found["some"] = _open(read(found["claim"]))
    kept = found["completion"]["completions"][-1]
    both = [kept, {**kept, "name": "proposed"}]
    found["both"] = {**found["completion"], "completions": both, "found": kept["name"]}
    return found


def _within(found: Any) -> Any:
    """An identity of which one domain is not known: each side is looked at within the other."""
    assert isinstance(found, Identity)
    sentence = PROPERTIES["undefined-set"].sentence
    nothing = Statement("undefined-set", found.sides[0].name, sentence, ())
    unknown = Verdict("undefined-set", "undecided", nothing, reason="no time")
    within = tuple(
        replace(found.verdict, property=stated.property, outcome=outcome, statement=stated,
                proof=None, witness=None)
        for outcome, stated in (("proved", inclusion(found.subject, 0)),
                                ("refuted", inclusion(found.subject, 1)))
    )  # fmt: skip
    return replace(found, undefined=(unknown, found.undefined[1]), within=within).to_data()


def _open(found: Any) -> Any:
    """A limit of which one pattern is not known; what is said of the others is proved."""
    assert isinstance(found, Limit)
    first, *others = found.pieces
    empty = Statement("limit", found.subject.name, "It is not known what it tends to.", ())
    unknown = Verdict("limit", "undecided", empty, reason="no time")
    pieces = (replace(first, verdict=unknown), *others)
    stated = {
        "agreement": found.agreement and agreement(found.subject, pieces),
        "claimed": found.claimed and claim_statement(found.subject, pieces, found.claim),
    }
    proved = {
        name: statement and Verdict(statement.property, "proved", statement)
        for name, statement in stated.items()
    }
    return replace(found, pieces=pieces, **proved).to_data()


def spoiled(data: Any, depth: int) -> Iterator[tuple[str, str, Any]]:
    """(where, how, the file with that part another one): of a list the first and the last."""
    for path, value in _places(data, depth):
        where = ".".join(map(str, path))
        for how, other in _others(value):
            yield where, how, put(data, path, other)
        yield where, "left out", put(data, path, drop=True)


def _places(data: Any, depth: int, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any]]:
    if path:
        yield path, data
    if isinstance(data, dict) and depth:
        for key, value in data.items():
            if key not in WHOLE:
                yield from _places(value, depth - 1, (*path, key))
            elif path:
                yield (*path, key), value
    elif isinstance(data, list) and depth:
        for place in {0: 1, len(data) - 1: 1} if data else ():
            yield from _places(data[place], depth - 1, (*path, place))


def _others(value: Any) -> Iterator[tuple[str, Any]]:
    """What may stand there instead."""
    if isinstance(value, bool):
        yield from (("turned", not value), ("text", "true"))
    elif isinstance(value, int):
        yield from (("one more", value + 1), ("negative", -1 - value), ("text", str(value)))
    elif isinstance(value, str):
        yield from (("changed", f"{value}1"), ("zero", "0"), ("number", 7))
    elif isinstance(value, list):
        yield from (("empty", []), ("shorter", value[:-1]), ("turned", value[::-1]), ("text", "x"))
        yield from (("doubled", value + value), ("more", [*value, None]))
    elif isinstance(value, dict):
        yield from (("empty", {}), ("more", {**value, "more": 1}), ("text", "x"))
    if isinstance(value, dict) and "statement" not in value:
        yield from (
            ("stopped", {**value, "complete": False}),
            ("whole", {**value, "complete": True}),
        )
    elif isinstance(value, dict) and "verdict" in value:
        bare = {"proof": None, "witness": None, "rules": [], "reason": ""}
        for outcome in OUTCOMES:
            yield outcome, {**value, "verdict": outcome, **bare}
        for words, own in (("no value", None), ("nowhere", [])):
            yield f"proved, {words}", {**value, "verdict": "proved", **bare, "value": own}
    yield "nothing", None


def everything(data: Any) -> str:
    """All that is told of a file, what its answer says, and what is told of that one's file."""
    said, answer = _replayed(data)
    if answer is None:
        return f"{said}"
    own = json.loads(json.dumps(answer.to_data()))
    again = "the same" if own == data else _replayed(own)[0]
    return f"{said} {text(_bare(own))} {again}"


def _replayed(data: Any) -> tuple[list[str], Answer | None]:
    """Each line that is told, and the answer that is left."""
    said, replay = [], room(kind_of(data), "meaning").replay(data, AllKinds())
    while True:
        try:
            item = next(replay)
        except StopIteration as end:
            return said, end.value
        except CertificateError as error:
            return [*said, f"no file: {error}"], None
        said.append(f"{item.property} {item.outcome}: {item.problem}")


def _bare(data: Any) -> Any:
    """What an answer says beside its proofs."""
    if isinstance(data, dict):
        return {key: _bare(own) for key, own in data.items() if key not in (*WHOLE, "seconds")}
    return [_bare(own) for own in data] if isinstance(data, list) else data


def parts(name: str, part: str) -> Lines:
    """What is said of a file with each place in a part spoiled."""
    data = files()[name]
    said: dict[str, list[str]] = {}
    with believed():
        if not part:
            yield "as it is", everything(data)
            for own in ({"more": 1}, {"complete": False}, {"complete": True}):
                yield f"{own}", everything({**data, **own})
        for where, how, other in spoiled({part: data[part]} if part else {}, DEPTH.get(name, 5)):
            said.setdefault(where, []).append(f"{how}: {everything({**data, **other})}")
    for where, lines in said.items():
        yield where, text(lines)


#: Of a file that is like another one these parts are spoiled.
PARTS = {"judged": ("", "found", "completions"), "both": ("", "found")}
CLAIMS = Claims(
    "replays",
    {f"{name} {part}".strip(): partial(parts, name, part)
     for name, data in files().items() for part in PARTS.get(name, ("", *data))
     if part != "schema"},
)  # fmt: skip


#: What takes longer, of files of which another one is like it.
LONG = (
    "completion undefined", "completion verdicts", "completion completions", "completion faces",
    "conflict verdicts", "conflict undefined", "conflict faces",
    "sides pieces", "sides agreement", "sides claimed", "taylor terms", "taylor sums",
    "every m every_n", "open agreement",
)  # fmt: skip
QUICK = [name for name in CLAIMS.sections if name not in LONG]


@pytest.mark.parametrize("section", few(CLAIMS.sections, QUICK))
def test_what_is_said_of_files_that_are_believed(section: str) -> None:
    CLAIMS.compare(section)
