"""Changed files of every kind: what `verify` accepts does not contradict what is true.

A file is changed at random: parts exchanged within it or with another file of its kind, dropped,
doubled, words and numbers bent.  Every goal that the kernel replays on the way, in a file that is
accepted or not, is held against enumeration; the claims of a file that is accepted against those
of the real file with the same question, and conflicts and examples against tables of values.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from meaning.tables import Kept, Matrix, Number
from meaning.test_binary import SLOW
from slow_definitions import VIOLATED
from tiers import few

from adversary.files import KINDS, Data, contradictions, made
from adversary.truth import counterexample
from symbolic_measures.macros import told_to
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.questions.kinds import load, verify

Path = tuple[Any, ...]
#: At how many random points a goal is looked at, beside all small ones.
POINTS = 20
#: Words that mean something in files.
WORDS = (
    ("proved", "refuted", "undecided", "not-applicable", "not proved"),
    ("equivalent", "discordant", "undecided"),
    ("finite", "infinite", "undefined", "excluded"),
    ("all", "present"), (">", ">=", "==", "!=", "<", "<="), ("0", "1", "2", "1/2", "-1", "oo"),
    ("TP", "FN", "FP", "TN"), ("symmetry", "monotone", "weakly-monotone", "class-symmetry"),
)  # fmt: skip


def paths(data: Any, at: Path = ()) -> Iterator[Path]:
    """Every place in a file."""
    if at:
        yield at
    if isinstance(data, dict | list):
        for key, below in data.items() if isinstance(data, dict) else enumerate(data):
            yield from paths(below, (*at, key))


def here(data: Any, at: Path) -> Any:
    """What stands at a place."""
    for key in at:
        data = data[key]
    return data


def put(data: Any, at: Path, value: Any) -> None:
    """Something else at a place."""
    here(data, at[:-1])[at[-1]] = value


def bent(value: Any, chance: Random) -> Any:
    """A value of the same kind."""
    if isinstance(value, bool) or value is None:
        return chance.choice((True, False, None))
    if isinstance(value, int):
        return chance.choice((value + 1, value - 1, 0, -value))
    if isinstance(value, str):
        group = next((words for words in WORDS if value in words), None)
        if group is not None:
            return chance.choice(group)
        old, new = chance.sample(("TP", "FN", "FP", "TN", "1", "2", "p_A", "p_B", "+", "-"), 2)
        return value.replace(old, new, 1)
    if isinstance(value, list):
        found = copy.deepcopy(value)
        if found and chance.random() < 0.5:
            found.pop(chance.randrange(len(found)))
        elif found:
            found.insert(chance.randrange(len(found)), chance.choice(found))
        return found
    return value


def changed(data: Data, other: Data, chance: Random) -> Data:
    """Another file."""
    found = data
    while found == data:
        found = _changed(data, other, chance)
    return found


def _changed(data: Data, other: Data, chance: Random) -> Data:
    """The file changed at one place, or at a few."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        every = [p for p in paths(data) if len(p) <= chance.choice((2, 3, 4, 8, 30))]
        at = chance.choice(every)
        value = here(data, at)
        match chance.randrange(5):
            case 0 if isinstance(at[-1], str):
                del here(data, at[:-1])[at[-1]]
            case 1:  # what stands there in another file
                try:
                    put(data, at, copy.deepcopy(here(other, at)))
                except (LookupError, TypeError):
                    continue
            case 2:  # what stands elsewhere under the same name
                like = [p for p in paths(data) if p[-1] == at[-1] and p != at]
                if like:
                    put(data, at, copy.deepcopy(here(data, chance.choice(like))))
            case _:
                put(data, at, bent(value, chance))
    return data


def accepted(data: Data, told: list[Goal] | None = None) -> bool:
    """Whether `verify` has no problem with the file; notes each goal that the kernel proves."""

    def note(what: Goal | Statement, outcome: str) -> None:
        if told is not None and outcome == "proved":
            told.extend(what.goals if isinstance(what, Statement) else [what])

    try:
        with told_to(note):
            return not any(item.problem for item in verify(data))
    except CertificateError:
        return False


def replayed(data: Data) -> list[Goal]:
    """The goals that are replayed in a real file."""
    goals: list[Goal] = []
    assert accepted(data, goals)
    return goals


def held(goals: Iterable[Goal], known: dict[Goal, Any]) -> None:
    """AssertionError for a goal that was replayed, in a file accepted or not, and is false."""
    for goal in goals:
        if goal not in known:
            known[goal] = point = counterexample(goal, len(known), POINTS)
            assert point is None, f"{goal.hypotheses} |- {goal.conclusion} fails at {point}"


#: Measures with a value at every matrix: whoever says that their properties conflict is wrong.
FULL: tuple[Callable[[Matrix], Number], ...] = (
    lambda m: Fraction(m[0] + m[3], sum(m)), lambda m: 0, lambda m: -m[1] - m[2],
    lambda m: m[0] * m[3] - m[1] * m[2], lambda m: m[0] - m[1] - m[2],
    lambda m: (not m[1] and not m[2]) - (not m[0] and not m[3]),
    lambda m: Fraction(m[0] - m[1] - m[2], 1 + m[0] + m[1] + m[2]),
)  # fmt: skip


@cache
def has(number: int, property_id: str, most: int) -> bool:
    """Whether one of these measures has a property, up to a size."""
    table = Kept(FULL[number])
    return SLOW[property_id](table, most).outcome != VIOLATED


def misjudged(data: Data) -> list[str]:
    """Conflicts between properties that a measure has, and examples without their properties."""
    most, found = int(data["n"].rpartition(".")[2]), []
    for conflict in (data["certificate"] or {}).get("conflicts", ()):
        ids = {entry["property"] for entry in conflict["instances"]}
        found += [f"{sorted(ids)} of measure {number}" for number in range(len(FULL))
                  if all(has(number, property_id, most) for property_id in ids)]  # fmt: skip
    for example in (data["certificate"] or {}).get("examples", ()):
        values = {tuple(map(int, name[2:-1].split(","))): Fraction(value)
                  for name, value in example["values"].items()}  # fmt: skip
        found += [f"{property_id} of an example" for property_id in example["properties"]
                  if SLOW[property_id](values.get, most).outcome == VIOLATED]  # fmt: skip
    return found


def tried(kind: str, count: int, seed: int) -> Counter[str]:
    """So many changed files; AssertionError for one that is accepted and contradicts a real one."""
    chance, about = Random(f"{kind} {seed}"), KINDS[kind]
    files = [json.loads(text) for text in made(kind)]
    real = {json.dumps(about.question(data)): about.facts(data) for data in files}
    seen: Counter[str] = Counter()
    known: dict[Goal, Any] = dict.fromkeys(goal for data in files for goal in replayed(data))
    before = len(known)
    for _ in range(count):
        data, other = chance.choice(files), chance.choice(files)
        new, goals = changed(data, other, chance), list[Goal]()
        if not accepted(new, goals):
            seen["refused"] += 1
        else:
            seen["accepted"] += 1
            assert kind != "impossible" or misjudged(new) == []
            asked = json.dumps(about.question(new))
            facts = real.get(asked)
            if facts is None:
                seen["another question"] += 1
            else:
                assert contradictions(about.facts(new), facts) == [], kind
        held(goals, known)
    seen["new goals"] = len(known) - before
    return seen


def test_every_kind_is_tried() -> None:
    assert set(KINDS) == set(load())


@pytest.mark.parametrize("kind", few(KINDS, ("check", "slope", "impossible", "limit")))
def test_real_files_are_accepted_and_true(kind: str) -> None:
    """The judge itself: it finds nothing against what was found in earnest."""
    for text in made(kind):
        data = json.loads(text)
        held(replayed(data), {})
        assert kind != "impossible" or misjudged(data) == []


def test_a_false_conflict_would_be_seen() -> None:
    """Symmetry and monotonicity said to conflict, and an example without its properties."""
    data = json.loads(made("impossible")[0])
    for conflict in data["certificate"]["conflicts"]:
        conflict["instances"] = [
            entry for entry in conflict["instances"] if entry["property"] != "constant-baseline"
        ]
    assert misjudged(data)
    data = json.loads(made("impossible")[1])
    (example, *_) = data["certificate"]["examples"]
    example["values"] = {name: str(-int(v)) for name, v in example["values"].items()}
    assert misjudged(data)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_accepted_contradicts_nothing(kind: str) -> None:
    seen = tried(kind, 30, 1)
    assert seen["refused"] >= 20


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_accepted_contradicts_nothing_thousands(kind: str) -> None:
    seen = tried(kind, 1_000, 2)
    assert seen["refused"] >= 400
    assert seen["accepted"] >= 1


@pytest.mark.parametrize("junk", [{"rule": "combine"}, ["symmetry"], None, 3])
def test_sets_of_properties_are_sets_of_ids(junk: Any) -> None:
    """Junk among the ids of a set is refused, whatever it is."""
    data = json.loads(made("impossible")[0])
    data["maximal_feasible"][0][0] = junk
    assert not accepted(data)
