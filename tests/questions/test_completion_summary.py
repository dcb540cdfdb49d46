"""What a saved completion says beside its verdicts: each line that does not follow is told.

The verdicts are taken as replayed here; `test_completion` replays them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from questions.spoiling import kept
from symbolic_measures.meaning.instances import Conflict
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.questions.completion.meaning import (
    CompletionReport,
    _replay_completions,
    _verify_conflict,
    _verify_summary,
    known_completions,
    replay,
    told,
)
from symbolic_measures.questions.kinds import KNOWN, read

UNDEFINED = "`undefined` is not what was decided"
VERDICTS = "the verdicts are not those on the properties that are compared"
PLACES = "the limits are not at the patterns where it is undefined"
FACES = "`faces` are verdicts on continuous-extension"
LIMIT = "a limit is given that is not proved"
NAMES = "a completion is a published one, user-defined or proposed, each once"
ALL = "completions are compared on all properties"
FOUND = "`found` is not the first completion that keeps all"
PAPER, LIBRARY = "gosgens-appendix-b", "scikit-learn"


def follows(key: str, name: str = LIBRARY) -> str:
    return f"{name}: `{key}` does not follow from the verdicts"


def missing(name: str) -> str:
    return f"{name}: a verdict is missing"


def verdict(data: Any, place: int, property_id: str) -> Any:
    entries = data["completions"][place]["verdicts"]
    return next(entry for entry in entries if entry["property"] == property_id)


def conflicting() -> Any:
    """Instances of three properties that contradict each other."""
    return kept("impossible-three")["certificate"]["conflicts"][0]


def undecided(data: Any) -> None:
    """It is not known where the formula is undefined."""
    data["verdicts"][0]["verdict"] = "undecided"


def alone(data: Any) -> None:
    """Nothing is known but where it is undefined, or not even that."""
    data.update(undefined=None, faces=[], completions=[], found=None)
    del data["verdicts"][1:]
    undecided(data)


def everywhere(data: Any) -> None:
    alone(data)
    data["verdicts"][0].update(verdict="proved", value=[])
    data.update(undefined=[])


def stopped(data: Any) -> None:
    data.update(complete=False)
    data["faces"].pop()


def empty(data: Any) -> None:
    data.update(complete=False, undefined=None, verdicts=[], faces=[], completions=[], found=None)


def open_face(data: Any) -> None:
    data["faces"][0]["verdict"] = "undecided"


def open_face_without_limit(data: Any) -> None:
    open_face(data)
    data["faces"][0]["value"] = {"support": ["FN", "TN"]}


def lost(data: Any) -> None:
    verdict(data, 1, "scale-invariance").update(verdict="refuted", witness={"n": 1})


def gained(data: Any) -> None:
    verdict(data, 1, "symmetry").update(verdict="proved")


def first_keeps_all(data: Any) -> None:
    verdict(data, 0, "tn-invariance").update(verdict="proved")
    data["completions"][0].update(loses=[])
    data["completions"][0]["keeps"].insert(2, "tn-invariance")


def under_every_name(data: Any) -> None:
    """Published ones, one by a person, and one that was found."""
    one = data["completions"][0]
    data["completions"] += [{**one, "name": name} for name in ("user-defined", "proposed")]


def not_total(data: Any, entry: dict[str, Any], property_id: str) -> None:
    verdict(data, 1, property_id).update(entry)


CASES: list[tuple[Callable[[Any], Any], list[str]]] = [
    (lambda d: None, []),
    (alone, []),
    (everywhere, []),
    (stopped, []),
    (empty, []),
    (lambda d: d.update(complete=True), []),
    (lambda d: d.update(undefined=[["FN"]]), [UNDEFINED]),
    (lambda d: d.update(undefined=None), [UNDEFINED]),
    (lambda d: d.pop("undefined"), [UNDEFINED]),
    (undecided, [UNDEFINED, VERDICTS, PLACES]),
    (lambda d: d["verdicts"][0].update(property="range"), [UNDEFINED, VERDICTS, PLACES, ALL]),
    (lambda d: (alone(d), d.update(verdicts=[])), [VERDICTS]),
    (lambda d: (empty(d), d.update(found=PAPER)), [FOUND]),
    (lambda d: d["verdicts"].insert(1, d["verdicts"].pop(2)), [VERDICTS, ALL]),
    (lambda d: d["verdicts"].pop(), [VERDICTS, ALL, follows("keeps", PAPER), follows("keeps")]),
    (lambda d: (d.update(complete=False), d["verdicts"].pop()),
     [ALL, follows("keeps", PAPER), follows("keeps")]),
    (lambda d: d["faces"].pop(), [PLACES]),
    (lambda d: d["faces"].reverse(), [PLACES]),
    (lambda d: d["faces"].clear(), [PLACES]),
    (lambda d: (everywhere(d), d["faces"].append(kept("completion-precision")["faces"][0])),
     [PLACES]),
    (lambda d: d["faces"][1].update(property="range"), [FACES]),
    (open_face, [LIMIT]),
    (open_face_without_limit, []),
    (lambda d: d["completions"][1].update(name="nobody"), [NAMES, FOUND]),
    (lambda d: (d["completions"][1].update(name="proposed"), d.update(found="proposed")), []),
    (lambda d: (d["completions"][1].update(name="user-defined"), d.update(found="user-defined")),
     []),
    (under_every_name, []),
    (lambda d: d["completions"].append(d["completions"][0]), [NAMES]),
    (lambda d: d["completions"].pop(), [FOUND]),
    (lambda d: d["completions"].pop(0), []),
    (lambda d: d["completions"][0]["verdicts"].pop(), [missing(PAPER)]),
    (lambda d: d["completions"][1]["verdicts"].pop(), [missing(LIBRARY), FOUND]),
    (lambda d: d["completions"][0]["verdicts"].reverse(), [missing(PAPER)]),
    *[
        ((lambda d, key=key: d["completions"][1].update({key: "other"})), [follows(key)])
        for key in ("total", "keeps", "loses", "gains", "open")
    ],
    *[
        ((lambda d, key=key: d["completions"][0].pop(key)), [follows(key, PAPER)])
        for key in ("total", "keeps", "loses", "gains", "open")
    ],
    (lambda d: d["completions"][0]["loses"][0].update(witness=None), [follows("loses", PAPER)]),
    (lost, [follows("keeps"), follows("loses"), FOUND]),
    (gained, [follows("gains")]),
    (first_keeps_all, [FOUND]),
    (lambda d: (first_keeps_all(d), d.update(found=PAPER)), []),
    *[
        ((lambda d, key=key: verdict(d, 1, "scale-invariance").update(verdict=key)),
         [follows("keeps"), follows("open"), FOUND])
        for key in ("undecided", "not-applicable")
    ],
    *[
        ((lambda d, entry=entry, name=name: not_total(d, entry, name)), [follows("total"), FOUND])
        for name, entry in (
            ("undefined-set", {"verdict": "undecided"}), ("undefined-set", {"value": [["TP"]]}),
            ("extends-literal", {"verdict": "undecided"}),
            ("extends-literal", {"verdict": "refuted"}),
        )
    ],
    (lambda d: d.update(found=None), [FOUND]),
    (lambda d: d.update(found=PAPER), [FOUND]),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(CASES)))
def test_what_does_not_follow_is_told(number: int) -> None:
    change, expected = CASES[number]
    data = kept("completion-precision")
    change(data)
    parts = (data[key] for key in ("verdicts", "faces", "completions"))
    found = list(_verify_summary(data, measure("precision"), *parts))
    assert [item.problem for item in found] == expected
    assert {(item.property, item.outcome) for item in found} <= {("completion", "proved")}


@pytest.mark.parametrize(("name", "completions"), [
    ("kappa", (PAPER,)), ("LR_minus", (PAPER, LIBRARY)), ("accuracy", ()), ("LOR", ()),
    ("TP/(2*n)", ()),
])  # fmt: skip
def test_a_reading_without_conventions_is_no_completion(name: str, completions: Any) -> None:
    """Nor is one with infinite values, nor one that says nothing of this formula."""
    found = known_completions(measure(name))
    assert tuple(reading.name for reading in found) == completions
    assert all(reading.conventions for reading in found)


def test_a_conflict_is_one_of_properties_that_are_proved() -> None:
    """A measure that is undefined everywhere has every one of them, and no completion has."""
    subject = measure("(TP-TP)/(TP-TP)")
    data = conflicting()
    names = Conflict.from_data(data, subject).properties
    assert len(names) > 1
    proved = [{"property": name, "verdict": "proved"} for name in names]
    assert _verify_conflict(data, subject, proved).problem == ""
    for place, name in enumerate(names):
        others = [*proved[:place], {"property": name, "verdict": "undecided"}, *proved[place + 1 :]]
        problem = f"{name} is not proved of the formula"
        assert _verify_conflict(data, subject, others).problem == problem
        assert _verify_conflict(data, subject, [p for p in proved if p["property"] != name]).problem
    data["instances"].pop()
    assert "contradict" in _verify_conflict(data, subject, proved).problem


def test_the_answer_in_a_word() -> None:
    found = read(kept("completion-precision"))
    assert isinstance(found, CompletionReport)
    assert told(found) == LIBRARY
    assert found.found is found.completions[1]
    assert told(CompletionReport(found.reading, found.verdicts)) == "undecided"
    conflict = Conflict.from_data(conflicting(), measure("(TP-TP)/(TP-TP)"))
    assert told(CompletionReport(found.reading, found.verdicts, conflict=conflict)) == "conflict"


def test_the_name_of_a_completion_stands_before_what_is_said_of_it() -> None:
    data = kept("completion-precision")
    subject = measure("precision")
    ends: list[Any] = []

    def whole() -> Any:
        ends.extend((yield from _replay_completions(data["measure"], subject, data["completions"])))

    first, second = data["completions"]
    second["verdicts"][0]["verdict"] = "nonsense"
    items = list(whole())
    places = [f"{name}: {entry['property']}" for name, one in ((PAPER, first), (LIBRARY, second))
              for entry in one["verdicts"]]  # fmt: skip
    assert [item.property for item in items] == places
    assert [item.property for item in items if item.problem] == [f"{LIBRARY}: extends-literal"]
    assert [end and end.reading.name for end in ends] == [PAPER, None]


def test_a_proposal_is_called_one() -> None:
    """What nobody has published is read as if it were typed, and keeps its name."""
    data = kept("completion-precision")
    (proposed,) = data["completions"][1:]
    proposed.update(name="proposed")
    proposed["conventions"][0].update(source="user-defined")
    ends: list[Any] = []

    def whole() -> Any:
        replaying = _replay_completions(data["measure"], measure("precision"), [proposed])
        ends.extend((yield from replaying))

    assert {item.property.split(":")[0] for item in whole()} == {"proposed"}
    assert [end.reading.name for end in ends] == ["proposed"]


@pytest.mark.parametrize("part", ["verdicts", "faces", "completions"])
def test_what_is_not_replayed_leaves_no_answer(part: str) -> None:
    data = kept("completion-precision")
    ends: list[Any] = []

    def whole() -> Any:
        ends.append((yield from replay(data, KNOWN)))

    assert not any(item.problem for item in whole())
    entries = data["completions"][1]["verdicts"] if part == "completions" else data[part]
    entries[-1]["proof"] = None
    assert sum(bool(item.problem) for item in whole()) == 1
    assert ends[0].to_data() == kept("completion-precision")
    assert ends[1] is None
