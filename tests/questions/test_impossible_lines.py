"""What is wrong with a saved set of properties, line by line: sets, conflicts, examples, rows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from questions.spoiling import kept, told
from symbolic_measures.questions.impossible.meaning import (
    EveryM,
    Impossibility,
    LatticeReport,
    _wrong_conflict,
    _wrong_example,
    _wrong_lattice,
    parts,
    replay,
    unknowns,
)
from symbolic_measures.questions.impossible.meaning import told as in_a_word
from symbolic_measures.questions.impossible.sizes import LATTICE
from symbolic_measures.questions.kinds import KNOWN, read

Change = Callable[[dict[str, Any]], Any]
THREE = ("monotone", "distance", "constant-baseline")


# --- sets of properties ---------------------------------------------------------------------

PAIRS = [tuple(pair) for pair in combinations(THREE, 2)]
PART, BOTH = "one of the sets is part of another", "a set is said to be infeasible and feasible"


@pytest.mark.parametrize(("infeasible", "feasible", "wrong"), [
    ([THREE], PAIRS, ""),
    ([], [THREE], ""),
    ([()], [], ""),
    ([THREE[:1]], [THREE[1:]], ""),
    ([THREE, THREE[:2]], [], PART),
    ([THREE[:2], THREE], [], PART),
    ([THREE, THREE], PAIRS, PART),
    ([], [THREE, THREE[1:]], PART),
    ([], [THREE[1:], THREE], PART),
    ([THREE[:2]], [THREE], BOTH),
    ([THREE], [THREE], BOTH),
    ([THREE], PAIRS[:2], "nothing is said of distance, constant-baseline"),
    ([], [], "nothing is said of "),
    ([], [THREE[:2]], "nothing is said of constant-baseline"),
    ([], PAIRS, "nothing is said of monotone, distance, constant-baseline"),
])  # fmt: skip
def test_every_set_is_decided_once(infeasible: Any, feasible: Any, wrong: str) -> None:
    assert _wrong_lattice(THREE, infeasible, feasible, True) == wrong
    unfinished = "" if wrong.startswith("nothing") else wrong
    assert _wrong_lattice(THREE, infeasible, feasible, False) == unfinished


# --- one set --------------------------------------------------------------------------------


def test_a_conflict_is_of_these_properties_and_sizes() -> None:
    (entry,) = kept("impossible-three")["certificate"]["conflicts"]
    for sizes in (range(3, 4), range(2, 4), range(3, 9)):
        assert _wrong_conflict(entry, THREE, sizes, 2) == ""
        assert _wrong_conflict(entry, THREE[::-1], sizes, 2) == ""
    other = "the conflict is one of other properties"
    assert _wrong_conflict(entry, THREE[:2], range(3, 4), 2) == other
    assert _wrong_conflict(entry, (*THREE, "symmetry"), range(3, 4), 2) == other
    elsewhere = "the conflict speaks of matrices of another n"
    for sizes in (range(2, 3), range(4, 9)):
        assert _wrong_conflict(entry, THREE, sizes, 2) == elsewhere
    assert _wrong_conflict(entry, THREE, range(3, 4), 3)
    entry["instances"][0]["multiplier"] = "1"
    assert "do not contradict" in _wrong_conflict(entry, THREE, range(3, 4), 2)


def example() -> dict[str, Any]:
    """The values of a measure that is monotone and a distance."""
    found: dict[str, Any] = kept("impossible-three")["certificate"]["examples"][0]
    return found


WRITTEN = "an example is not in the form that is written"
EXAMPLES: list[tuple[Change, str]] = [
    (lambda e: None, ""),
    (lambda e: e["values"].update({"x(9, 9, 9, 9)": "1"}), ""),
    (lambda e: e.pop("values"), "an example is not well formed: 'values'"),
    (lambda e: e.pop("properties"), "an example is not well formed: 'properties'"),
    (lambda e: e["values"].update({"x(0, 0, 0, 3)": "1/0"}), "an example is not well formed: "),
    (lambda e: e["values"].update({"x(0, 0, 0, 3)": None}), "an example is not well formed: "),
    (lambda e: e.update(values=[1]), "an example is not well formed: "),
    (lambda e: e["values"].update({"x(0, 0, 0, 3)": "4/2"}), WRITTEN),
    (lambda e: e["values"].update({"x(0, 0, 0, 3)": 2}), WRITTEN),
    (lambda e: e.update(note="true"), WRITTEN),
    (lambda e: e["properties"].reverse(), WRITTEN),
    (lambda e: e["values"].pop("x(0, 0, 3, 0)"), "no value x(0, 0, 3, 0)"),
    (lambda e: e["values"].update({"x(0, 2, 1, 0)": "-1"}), "monotone: the values violate "),
    (lambda e: e["values"].update({"x(0, 0, 0, 3)": "3"}), "distance: the values violate "),
]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_has_its_properties(number: int) -> None:
    change, wrong = EXAMPLES[number]
    entry = example()
    change(entry)
    found = _wrong_example(entry, THREE[:2], range(3, 4), 2)
    assert found.startswith(wrong)
    assert bool(found) == bool(wrong)


def test_an_example_is_one_of_all_its_sizes() -> None:
    assert _wrong_example(example(), THREE[:2], range(2, 4), 2) == "no value x(0, 0, 0, 2)"
    assert _wrong_example(example(), THREE[:2], range(3, 5), 2) == "no value x(0, 0, 0, 4)"
    assert unknowns(range(1, 2), 2) == ["x(0, 0, 0, 1)", "x(0, 0, 1, 0)", "x(0, 1, 0, 0)",
                                        "x(1, 0, 0, 0)"]  # fmt: skip
    assert len(unknowns(range(1, 3), 3)) == 9 + 45


ENTRIES = "no file: the certificate holds an entry for each set of the properties"
LINES: dict[str, tuple[Change, str]] = {
    "nothing": (lambda d: None, "accepted"),
    "a part": (lambda d: d.update(note=""), "no file: a file of this kind has no part 'note'"),
    "two classes": (lambda d: d.update(classes=2), "no file: classes is a number above 2"),
    "true classes": (lambda d: d.update(classes=True), "no file: classes is a number above 2"),
    "a size": (lambda d: d.update(n="03"), "no file: n is written 4 or 2..6"),
    "a range": (lambda d: d.update(n="3..3"), "no file: n is written 4 or 2..6"),
    "no size": (lambda d: d.pop("n"), "no file: not a saved report: KeyError 'n'"),
    "properties": (lambda d: d.update(properties=3), "no file: not a saved report: TypeError "),
    "twice": (lambda d: d["properties"].append("distance"), "no file: a property is listed twice"),
    "no certificate": (
        lambda d: d.pop("certificate"), "no file: a certificate holds conflicts and examples"),
    "more certificates": (
        lambda d: d["certificate"].update(more=[]),
        "no file: a certificate holds conflicts and examples"),
    "a conflict too many": (lambda d: d["certificate"]["conflicts"].append({}), ENTRIES),
    "an example too few": (lambda d: d["certificate"]["examples"].pop(), ENTRIES),
    "no sets": (lambda d: d.update(minimal_infeasible=None), ENTRIES),
    "no conflicts": (lambda d: d["certificate"].update(conflicts=None), ENTRIES),
    "a set that is none": (lambda d: d.update(minimal_infeasible=["monotone"]), ENTRIES),
    "a set of others": (lambda d: d["maximal_feasible"][0].append("symmetry"), ENTRIES),
    "feasible": (
        lambda d: d.update(feasible=True), "feasible: `feasible` does not follow from the sets"),
    "unknown": (
        lambda d: d.update(feasible=None), "feasible: `feasible` does not follow from the sets"),
    "no list of proofs": (lambda d: d.update(every_n={}), "no file: every_n is a list"),
    "a proof that is none": (lambda d: d.update(every_n=[{}]), "every n: not a proof for every n"),
    "a set undecided": (
        lambda d: (d["maximal_feasible"].pop(), d["certificate"]["examples"].pop()),
        "lattice: nothing is said of distance, constant-baseline"),
    "a conflict that is none": (
        lambda d: d["certificate"]["conflicts"][0]["instances"].pop(),
        "monotone, distance, constant-baseline: the multiples of"),
    "an example that is none": (
        lambda d: d["certificate"]["examples"][2]["values"].clear(),
        "distance, constant-baseline: no value "),
}  # fmt: skip


def test_what_was_stopped_decides_what_it_says() -> None:
    data = kept("impossible-three")
    data.update(complete=False)
    assert told(data) == "accepted"
    data["maximal_feasible"].pop()
    data["certificate"]["examples"].pop()
    assert told(data) == "accepted"
    data["minimal_infeasible"].clear()
    data["certificate"]["conflicts"].clear()
    assert told(data) == "feasible: `feasible` does not follow from the sets"
    data.update(feasible=None)
    assert told(data) == "accepted"
    found = read(data)
    assert isinstance(found, Impossibility)
    assert (found.possible, found.complete, in_a_word(found)) == (None, False, "undecided")


def test_the_answer_in_a_word() -> None:
    three, two = read(kept("impossible-three")), read(kept("impossible-two"))
    assert (in_a_word(three), in_a_word(two)) == ("infeasible", "feasible")
    every = read(kept("impossible-every"))
    assert isinstance(every, EveryM)
    assert in_a_word(every) == "minimal-agreement, constant-baseline: no m >= 3"
    assert in_a_word(EveryM(every.properties, every.sizes, ())) == "none"


def test_the_parts_of_a_question() -> None:
    asked = {"properties": (), "classes": 2, "lattice": False, "n": "2..3"}

    def of(**more: Any) -> dict[str, Any]:
        return parts(SimpleNamespace(**{**asked, **more}))  # type: ignore[arg-type]

    assert of() == {"properties": list(LATTICE), "n": "2..3"}
    assert of(properties=("monotone",), n="4..4") == {"properties": ["monotone"], "n": "4"}
    assert of(lattice=True) == {"properties": list(LATTICE)}
    assert of(properties=("monotone",), classes=3) == {
        "properties": ["monotone"], "n": "2..3", "classes": 3}  # fmt: skip


# --- rows -------------------------------------------------------------------------------------


def rows(*names: str) -> dict[str, Any]:
    """A lattice of kept rows."""
    found = [kept(name) for name in names]
    ids = list(dict.fromkeys(item for row in found for item in row["properties"]))
    return {"schema": 1, "properties": ids, "lattice": found, "every_n": [], "always": []}


def test_the_rows_of_a_lattice_are_named_by_their_sizes() -> None:
    data = rows("impossible-three", "impossible-two")
    found = list(replay(data, KNOWN))
    assert [item.problem for item in found] == [""] * 6
    assert [item.property.split(": ")[0] for item in found] == ["n = 3"] * 5 + ["n = 2..3"]
    assert told(data) == "accepted"
    answer = read(data)
    assert isinstance(answer, LatticeReport)
    assert answer.complete
    assert not read({**data, "complete": False}).complete  # type: ignore[attr-defined]
    data["lattice"][1]["certificate"]["examples"][0]["values"]["x(0, 0, 0, 2)"] = "1"
    assert told(data).startswith("n = 2..3: monotone, symmetry, tn-invariance: tn-invariance: the")


ROWS: dict[str, tuple[Change, str]] = {
    "a row less": (lambda d: d["rows"].pop(), "no file: there are 3 rows, not 2"),
    "a row more": (lambda d: d["rows"].append(d["rows"][0]), "no file: there are 3 rows, not 4"),
    "another order": (lambda d: d["rows"].reverse(), "no file: a row is about something else"),
    "other classes": (
        lambda d: d["rows"][1].update(classes=4), "no file: a row is about something else"),
    "no classes": (lambda d: d["rows"][1].pop("classes"), "no file: a row is about something else"),
    "another size": (lambda d: d["rows"][0].update(n="3"), "no file: a row is about something el"),
    "other properties": (
        lambda d: d["rows"][2]["properties"].pop(), "no file: a row is about something else"),
    "another schema": (lambda d: d["rows"][2].update(schema=2), "no file: a row is not complete"),
    "a row that was stopped": (
        lambda d: d["rows"][2].update(complete=False), "no file: a row is not complete"),
    "no rows": (lambda d: d.pop("rows"), "no file: not a saved report: KeyError 'rows'"),
    "rows that are none": (lambda d: d.update(rows=[3]), "no file: not a saved report: TypeError"),
    "properties that are none": (
        lambda d: d.update(properties=["range"]), "no file: "),
    "a list that is none": (lambda d: d.update(every_n=None), "no file: every_n is a list"),
    "another m": (
        lambda d: d["every_m"][0].update({"from": 4}),
        "impossible: the file says something else"),
}  # fmt: skip


FILES = {"impossible-three": LINES, "impossible-every": ROWS}


@pytest.mark.parametrize(("file", "name"), [(file, name) for file in FILES for name in FILES[file]])
def test_what_is_wrong_is_told(file: str, name: str) -> None:
    change, wrong = FILES[file][name]
    data = kept(file)
    change(data)
    assert told(data).startswith(wrong)


def test_rows_that_were_stopped_are_so_many() -> None:
    data = kept("impossible-every")
    data["complete"] = False
    assert told(data) == "accepted"
    assert [item.property.split(": ")[0] for item in replay(data, KNOWN)] == [
        "m = 2, n = 2", *["m = 3, n = 2"] * 3, *["m = 4, n = 2"] * 3,
        "constant-baseline, minimal-agreement (n >= 2)",
    ]  # fmt: skip
    data["rows"][2]["complete"] = False
    assert told(data) == "accepted"
    data["rows"].pop()
    assert told(data) == "accepted"
    assert told({**data, "rows": []}).startswith("impossible: ")
    data["rows"] = kept("impossible-every")["rows"] * 2
    assert told(data) == "no file: there are 3 rows, not 6"
