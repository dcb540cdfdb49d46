"""What a limit is compared with: the other side, and a claim; and what the whole then is.

The pieces are written down here, whatever the measure tends to; `test_limit` decides real ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from symbolic_measures.meaning.approaches import Approach
from symbolic_measures.meaning.subjects import measure, measure_data
from symbolic_measures.nouns.saved import Checked
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.limit.meaning import (
    Limit,
    Piece,
    _check_summary,
    agreement,
    claim_statement,
)
from symbolic_measures.search.engine import decide

SUBJECT = measure("a*TP/(a*TP+r*FN)", assume=["a > 0", "r"])
ABOVE, BELOW = (Approach("r", "0", above) for above in (True, False))
NOTHING = Statement("limit", SUBJECT.name, "It is said.", ())
ALL, SOME = ("TP", "FN", "FP", "TN"), ("TP", "FN")
OO = {"kind": "infinite", "sign": 1}
MINUS_OO = {"kind": "infinite", "sign": -1}


def piece(way: Approach, support: tuple[str, ...], value: Any) -> Piece:
    """A limit as text, a value of a certificate, or None for one that is not known."""
    if value is None:
        return Piece(way, support, Verdict("limit", "undecided", NOTHING, reason="no time"))
    value = {"kind": "finite", "limit": value} if isinstance(value, str) else value
    return Piece(way, support, Verdict("limit", "proved", NOTHING, value=value))


def sides(above: Any, below: Any) -> list[Piece]:
    return [piece(ABOVE, ALL, above), piece(BELOW, ALL, below)]


@pytest.mark.parametrize(("above", "below", "compared", "shown"), [
    ("TP", "FN", "TP - FN == 0", ("TP", "FN")),
    (OO, OO, "1 - 1 == 0", ("oo", "oo")),
    (OO, MINUS_OO, "1 - (-1) == 0", ("oo", "-oo")),
    (MINUS_OO, "TP", "-1 - 0 == 0", ("-oo", "TP")),
    ("TP", OO, "0 - 1 == 0", ("TP", "oo")),
])  # fmt: skip
def test_two_sides_are_compared(above: Any, below: Any, compared: str, shown: Any) -> None:
    found = agreement(SUBJECT, sides(above, below))
    assert found is not None
    (goal,) = found.goals
    assert str(goal.conclusion) == compared
    equal = (above, below) in (("TP", "FN"), (OO, OO))
    outcome = decide(replace(found, goals=(goal,)), 5)
    assert (outcome.outcome == "proved") == (equal and above == OO)
    if outcome.witness is not None:
        values = outcome.witness.values
        assert [v for v in values if "oo" in v] == [v for v in shown if "oo" in v]
    assert found.sentence == "The limits from above and from below are equal."
    assert goal.label == "above, below"


def test_what_is_compared_is_of_one_pattern_and_two_sides() -> None:
    pieces = [
        piece(ABOVE, ALL, "1"), piece(ABOVE, SOME, "2"), piece(BELOW, SOME, "3"),
        piece(BELOW, ALL, "4"), piece(ABOVE, ("TP",), "5"), piece(BELOW, ("FN",), "6"),
    ]  # fmt: skip
    for given in (pieces, pieces[::-1]):
        found = agreement(SUBJECT, given)
        assert found is not None
        assert {str(goal.conclusion) for goal in found.goals} == {"1 - 4 == 0", "2 - 3 == 0"}


@pytest.mark.parametrize("kind", [{"kind": "undefined"}, {"kind": "excluded"}, None])
def test_where_one_side_is_nothing_there_is_nothing_to_compare(kind: Any) -> None:
    assert agreement(SUBJECT, sides(kind, "1")) is None
    assert agreement(SUBJECT, sides("1", kind)) is None
    assert agreement(SUBJECT, []) is None


def test_a_pattern_is_a_pattern() -> None:
    """Its cells are at least 1, the others 0; what is assumed of what moves is left out."""
    moving = measure("a*TP/(a*TP+r*FN)", assume=["a > 0", "r > 0"])
    found = agreement(moving, [piece(ABOVE, SOME, "a*TP+FP"), piece(BELOW, SOME, "FN+TN")])
    assert found is not None
    (goal,) = found.goals
    assert str(goal.conclusion) == "a*TP + 0 - (FN + 0) == 0"
    assert [(v.name, v.sort) for v in goal.variables] == [
        ("TP", "natural"), ("FN", "natural"), ("a", "real")]  # fmt: skip
    assert list(map(str, goal.hypotheses)) == ["a > 0", "TP - 1 >= 0", "FN - 1 >= 0"]
    assert [list(map(str, matrix)) for matrix in goal.matrices] == [["TP", "FN", "0", "0"]]
    assert goal.blocks == (SOME,)
    cell = Approach("TN", "1", True)
    (other,) = claim_statement(moving, [piece(cell, (), "0")], "1").goals
    assert (other.matrices, other.blocks) == ((), ())
    assert {v.name for v in other.variables} == {"a", "r"}


def test_a_claim_is_compared_with_every_limit() -> None:
    pieces = [
        piece(ABOVE, ALL, "TP"), piece(ABOVE, SOME, OO), piece(ABOVE, ("FN",), None),
        piece(ABOVE, ("TP",), {"kind": "undefined"}), piece(ABOVE, ("FP",), {"kind": "excluded"}),
        piece(ABOVE, ("TP", "TN"), "TP+FP"),
    ]  # fmt: skip
    found = claim_statement(SUBJECT, pieces, "precision")
    assert found.sentence == (
        "Wherever the measure has a limit and precision is defined, that is the limit."
    )
    told = [(goal.label, str(goal.conclusion), str(goal.hypotheses[-1])) for goal in found.goals]
    assert told == [
        ("the limit", "TP - TP/(TP + FP) == 0", "TP/(TP + FP) defined"),
        ("infinite", "TP/(TP + 0) undefined", "FN - 1 >= 0"),
        ("the limit", "TP + 0 - TP/(TP + 0) == 0", "TP/(TP + 0) defined"),
    ]
    assert [len(goal.values) for goal in found.goals] == [2, 1, 2]


# --- the whole ---------------------------------------------------------------------------------


def whole(pieces: list[Piece], claim: str = "", complete: bool = True) -> Limit:
    """The answer, its comparisons decided."""
    answer = Limit(SUBJECT, "r -> 0", tuple(pieces), claim, complete=complete)
    compared = agreement(SUBJECT, pieces) if complete else None
    claimed = claim_statement(SUBJECT, pieces, claim) if claim and complete else None
    return replace(
        answer,
        agreement=None if compared is None else decide(compared, 5),
        claimed=None if claimed is None else decide(claimed, 5),
    )


def looked_at(answer: Limit, **changed: Any) -> tuple[list[Checked], Any]:
    """What is told of the answer as it is saved, and what comes back."""
    data, ends = {**answer.to_data(), **changed}, []

    def run() -> Any:
        ends.append((yield from _check_summary(data, SUBJECT, answer.pieces)))

    return list(run()), ends[0]


def told(answer: Limit, **changed: Any) -> list[str]:
    """The problems."""
    found, end = looked_at(answer, **changed)
    assert (end is None) == any(i.problem and i.property in ("agreement", "claimed") for i in found)
    return [f"{item.property}: {item.problem}" for item in found if item.problem]


WHOLE = "limit: what is said of the whole does not follow"


def test_the_whole_is_what_the_pieces_say() -> None:
    same = whole(sides("TP", "TP"), "TP")
    assert (same.outcome, same.value) == ("proved", "TP")
    found, end = looked_at(same)
    assert end.to_data() == same.to_data()
    assert [(i.property, i.outcome, i.problem) for i in found] == [
        ("agreement", "proved", ""), ("claimed", "proved", ""), ("limit", "proved", ""),
    ]  # fmt: skip
    assert measure_data(end.reading) == measure_data(same.reading)
    assert told(same, value="FN") == [WHOLE]
    assert told(same, verdict="refuted") == [WHOLE]
    another = whole(sides("TP", "TP"), "FN")
    assert (another.outcome, told(another)) == ("refuted", [])
    assert told(another, verdict="proved") == [WHOLE]
    apart = whole(sides("TP", "FN"))
    assert (apart.outcome, apart.value, told(apart)) == ("refuted", "", [])


def test_what_is_compared_is_told_and_nothing_else() -> None:
    same, one = whole(sides("TP", "TP"), "TP"), whole(sides("TP", {"kind": "undefined"}))
    assert (one.agreement, one.claimed, one.value, told(one)) == (None, None, "TP", [])
    nothing = "is decided where there is something to decide"
    assert told(same, agreement=None) == [f"agreement: agreement {nothing}"]
    assert told(same, claimed=None) == [f"claimed: claimed {nothing}"]
    assert told(same, claim=None) == [f"claimed: claimed {nothing}"]
    for name in ("agreement", "claimed"):
        entry = same.to_data()[name]
        assert told(one, **{name: entry}) == [f"{name}: {name} {nothing}"]
        assert told(same, complete=False)[0] == f"agreement: agreement {nothing}"
        wrong = {**entry, "verdict": "refuted"}
        assert len(told(same, **{name: wrong})) == 1


def test_a_limit_that_is_not_known_everywhere_proves_no_claim() -> None:
    pieces = [piece(ABOVE, ALL, "TP"), piece(ABOVE, SOME, None)]
    found = whole(pieces, "TP")
    assert found.claimed is not None
    assert found.claimed.outcome == "proved"
    assert told(found) == ["claimed: the limit is not known at every pattern"]
    refuted = whole(pieces, "FN")
    assert (refuted.outcome, told(refuted)) == ("refuted", [])
    unclaimed = whole(pieces)
    assert (unclaimed.outcome, unclaimed.value, told(unclaimed)) == ("undecided", "TP", [])


def test_a_limit_that_was_stopped_is_none() -> None:
    found = whole(sides("TP", "TP"), "TP", complete=False)
    assert (found.outcome, found.value, told(found)) == ("undecided", "TP", [])
    assert told(found, verdict="proved") == [WHOLE]


def test_a_limit_is_told_at_the_largest_pattern_where_there_is_one() -> None:
    pieces = [piece(ABOVE, ALL, {"kind": "excluded"}), piece(ABOVE, SOME, {"kind": "undefined"}),
              piece(ABOVE, ("TP",), OO), piece(ABOVE, ("FN",), "FN")]  # fmt: skip
    assert [whole(pieces[n:]).value for n in range(5)] == ["oo", "oo", "oo", "FN", ""]
    assert whole(pieces[:2]).outcome == "undecided"
    assert whole([piece(ABOVE, ("TP",), MINUS_OO)]).value == "-oo"
