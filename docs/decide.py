"""Decides what the pages of measures and properties show, and saves it in `docs/certificates/`.

    python docs/decide.py            what is not saved yet, or was decided of other properties
    python docs/decide.py F1 kappa   of these measures of two classes, also what is undecided

What a saved file says is replayed and kept, and only the rest is asked: delete a file to decide all
of it anew.  The build replays the files and never searches.  An interrupt loses only what is at
hand.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from ext.certificates import answer, path_of  # noqa: E402
from ext.text import file_name  # noqa: E402

import symbolic_measures as sm  # noqa: E402
from symbolic_measures.doors.saved import read_saved, timeless  # noqa: E402
from symbolic_measures.meaning.frameworks import ALL, battery  # noqa: E402
from symbolic_measures.meaning.measures import MEASURES  # noqa: E402
from symbolic_measures.meaning.multiclass import MULTICLASS  # noqa: E402
from symbolic_measures.meaning.report import directions  # noqa: E402
from symbolic_measures.search.propose import gradient  # noqa: E402

#: What some measures tend to: measure, what moves, and the measure that it is said to be.
LIMITS = (
    ("F_beta", "beta -> 0", "precision"),
    ("F_beta", "beta -> oo", "recall"),
    ("F_beta", "beta -> 1", "F1"),
    ("F_beta_linear", "beta -> 0", "precision"),
    ("F_beta_linear", "beta -> oo", "recall"),
    ("GM", "r -> 0", "CC"),
    ("GM", "r -> 1", "GM_1"),
    ("kappa", "TN -> oo", "F1"),
    ("CC", "TN -> oo", "FM"),
    ("SBA", "TN -> oo", ""),
    ("BA", "TN -> oo", ""),
    ("accuracy", "TN -> oo", ""),
    ("informedness", "TN -> oo", "recall"),
    ("markedness", "TN -> oo", "precision"),
    ("LOR", "TN -> oo", ""),
    ("IBA_accuracy", "alpha -> 0", "accuracy"),
    ("IBA_Gmean", "alpha -> 0", "Gmean"),
    ("IBA_F1", "alpha -> 0", "F1_harmonic"),
)
#: For which parameter a property holds: measure, property, parameter.
THRESHOLDS = (
    ("F_beta", "symmetry", "beta"),
    ("F_beta", "ace", "beta"),
    ("F_beta_linear", "symmetry", "beta"),
    ("F_beta_linear", "ace", "beta"),
    ("IBA_accuracy", "tp-monotone", "alpha"),
    ("IBA_accuracy", "tn-monotone", "alpha"),
    ("IBA_Gmean", "tp-monotone", "alpha"),
    ("IBA_Gmean", "tn-monotone", "alpha"),
)
#: Which of two is at most the other is asked of these.
BOUNDED = (
    "recall", "specificity", "precision", "NPV", "F1", "Jaccard", "CC", "accuracy", "BA", "kappa",
    "SBA", "GM_1", "informedness", "markedness", "FM", "Gmean", "AUC_pointwise",
)  # fmt: skip
#: How they can be extended to where they are undefined is asked of these.
COMPLETED = (
    "recall", "specificity", "precision", "NPV", "F_beta", "F1", "Jaccard", "CC", "BA", "kappa",
    "SBA", "informedness", "markedness", "FM", "Gmean", "F1_harmonic",
)  # fmt: skip
#: An outer fence for one property, far above what its steps take on a quiet machine.
SECONDS = 600
#: Of the measures of several classes, this many are asked about.
CLASSES = 3
Task = tuple[Path, Callable[[], Any]]


def tasks(chosen: list[str]) -> Iterator[Task]:
    """What is to be decided, and where it is kept."""
    for name in chosen or sorted(MEASURES, key=lambda name: bool(MEASURES[name].parameters)):
        file = file_name(name)
        check, completed = path_of("check", file), path_of("completion", file)
        if chosen or not is_current(check):
            yield check, partial(checked, name, bool(chosen))
        if name in COMPLETED and (chosen or not completed.exists()):
            yield completed, partial(sm.completion, name)
    if chosen:
        return
    for name in MULTICLASS:
        path = path_of("classes", file_name(name))
        if not path.exists():
            yield path, partial(sm.check, name, classes=CLASSES, timeout=SECONDS)
    for name, to, claim in LIMITS:
        path = path_of("limit", file_name(f"{name} {to}"))
        if not path.exists():
            yield path, partial(sm.limit, name, to, claim)
    for name, id, parameter in THRESHOLDS:
        path = path_of("threshold", file_name(f"{name} {id}"))
        if not path.exists():
            yield path, partial(sm.threshold, name, id, parameter)
    plain = [name for name, one in MEASURES.items() if not one.parameters]
    for kind, names, bounds in (("bounds", list(BOUNDED), True), ("catalog", plain, False)):
        path = path_of("compare", kind)
        if not path.exists() or read_saved(path)["measures"] != names:
            yield path, partial(sm.compare, names, bounds=bounds)


def checked(name: str, again: bool = False) -> Any:
    """A measure with all properties and slopes: what is saved, and the rest asked.

    With `again`, what is saved as undecided is asked, too.
    """
    saved = answer("check", file_name(name))
    if saved is None:
        return sm.check(name, framework=ALL, timeout=SECONDS)
    kept = [one for one in (*saved.verdicts, *saved.gradient)
            if not (again and one.outcome == "undecided")]  # fmt: skip
    found = {one.property: one for one in kept if one.property != "gradient"}
    rest = [id for id in battery(ALL) if id not in found]
    if rest:
        asked = sm.check(name, rest, timeout=SECONDS)
        found |= {one.property: one for one in asked.verdicts}
    verdicts = tuple(found[id] for id in battery(ALL))
    slopes = {one.value["variable"]: one for one in kept if one.property == "gradient"}
    slopes = {
        way: slopes.get(way) or gradient(saved.reading, way, SECONDS)
        for way in directions(saved.reading, verdicts)
    }
    told = {"verdicts": verdicts, "gradient": tuple(slopes.values())}
    return replace(saved, **told, complete=True, asked=(*battery(ALL), "gradient"))


def is_current(path: Path) -> bool:
    """Whether a saved check is of the properties that are asked today."""
    if not path.exists():
        return False
    verdicts = read_saved(path)["verdicts"]
    return [verdict["property"] for verdict in verdicts] == list(battery(ALL))


def main(chosen: list[str]) -> None:
    """Decides and saves."""
    for path, decide in tasks(chosen):
        print(path.name, flush=True)
        text = json.dumps(timeless(decide().to_data()), ensure_ascii=False, separators=(",", ":"))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(f"{text}\n".encode(), 9, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1:])
