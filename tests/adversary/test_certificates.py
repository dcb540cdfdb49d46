"""Changed files of every kind: what `verify` accepts does not contradict what is true.

A file is changed at random: parts exchanged within it or with another file of its kind, dropped,
doubled, words and numbers bent.  If it is accepted, its claims are held against those of the real
file with the same question, or against an answer found anew.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from adversary.files import KINDS, Data, contradictions, made
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.questions.kinds import verify

Path = tuple[Any, ...]
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


def accepted(data: Data) -> bool:
    """Whether `verify` has no problem with the file."""
    try:
        return not any(item.problem for item in verify(data))
    except CertificateError:
        return False


def tried(kind: str, count: int, seed: int) -> Counter[str]:
    """So many changed files; AssertionError for one that is accepted and contradicts a real one."""
    chance, about = Random(f"{kind} {seed}"), KINDS[kind]
    files = [json.loads(text) for text in made(kind)]
    real = {json.dumps(about.question(data)): about.facts(data) for data in files}
    seen: Counter[str] = Counter()
    for _ in range(count):
        data, other = chance.choice(files), chance.choice(files)
        new = changed(data, other, chance)
        if not accepted(new):
            seen["refused"] += 1
        else:
            seen["accepted"] += 1
            asked = json.dumps(about.question(new))
            known = real.get(asked)
            if known is None:
                seen["another question"] += 1
            else:
                assert contradictions(about.facts(new), known) == [], kind
    return seen


@pytest.mark.parametrize("kind", KINDS)
def test_real_files_are_accepted(kind: str) -> None:
    assert all(accepted(json.loads(text)) for text in made(kind))


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
