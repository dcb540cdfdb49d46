"""Writes `gosgens2021/table-2.toml`: which marks that are printed together no measure has.

    python derivations/together.py

Every set of marks of every table is put to `impossible`, the largest sets first: what has a
measure with all of them, has one with fewer.  A set that no measure has is written with the least
sets in it that no measure has; each of these is a claim of the paper that does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from symbolic_measures import check, impossible
from symbolic_measures.claims.together import Claimed, contradictions, largest, printed_together

FILE = Path(__file__).parent / "gosgens2021" / "table-2.toml"
CLASSES = (2, 3)
ROW = "gosgens2021, Table 2, "
HEAD = """\
# Written by derivations/together.py: the sets, and what is found of them.
paper = "gosgens2021"
name = "Table 2, rows"
title = "Marks that are printed together, of any measure whatever"
source = "Table 2, Statements 1, 3, 4"
statement = "The properties that are marked together are those of one measure."
letters = ["SBA", "CC", "GM", "BA", "CD", "A", "n", "m"]
"""
WHY = """\
Where all elements of `A` are of one class, a prediction is right nowhere or in some places by its
class sizes alone: a constant baseline makes these values equal, also the approximate one, and
minimal agreement and monotonicity make them differ. So of three classes or more no measure has
them as they are printed, however it is filled in at 0/0; Definition 8 asks for non-unary
predictions, and would have to ask for non-unary true labelings, too."""
SAVED = "the formulas as written, which have no value where a class is missing"


def sizes(ids: Iterable[str], classes: int) -> str:
    """The numbers of elements of the matrices that are looked at."""
    return "2..3" if classes == 3 and "distance" in ids else "2..4"


def text(*lines: str) -> str:
    """A part of prose."""
    told = "\n".join(lines)
    return f'[[part]]\ntext = """\n{told}\n"""\n'


def asked(ids: Iterable[str], n: str, classes: int | str, told: str, *more: str) -> str:
    """A part that is a question, with its answer."""
    listed = ", ".join(f'"{name}"' for name in ids)
    own = [] if classes == 2 else [f"classes = {classes!r}".replace("'", '"')]
    lines = [f"impossible = [{listed}]", f'n = "{n}"', *own, f'expected = "{told}"', *more]
    return "\n".join(["[[part]]", *lines]) + "\n"


def rows_with(ids: Iterable[str], sets: Iterable[Claimed], classes: int) -> tuple[Claimed, ...]:
    """The sets in which the properties are printed together."""
    wanted = set(ids)
    return tuple(one for one in sets if one.classes == classes and wanted <= set(one.linear))


def decided(sets: tuple[Claimed, ...], classes: int) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The largest sets and whether a measure has them; then those of what is left without
    conflicts, each with the least sets that no measure has before it."""
    left = [one for one in sets if one.classes == classes]
    done: set[tuple[str, ...]] = set()
    while todo := [ids for ids in largest(left) if ids not in done]:
        cores: list[tuple[str, ...]] = []
        for ids in todo:
            done.add(ids)
            report = impossible(ids, sizes(ids, classes), classes=classes)
            if report.possible is None:
                raise SystemExit(f"undecided: {', '.join(ids)}")
            yield ids, bool(report.possible)
            cores += [core for core, _ in report.infeasible]
        left = [one for one in left if not any(set(core) <= set(one.linear) for core in cores)]


def cores_of(ids: tuple[str, ...], classes: int) -> list[tuple[str, ...]]:
    """The least sets in it that no measure has."""
    return [core for core, _ in impossible(ids, sizes(ids, classes), classes=classes).infeasible]


def smallest(core: tuple[str, ...], classes: int) -> str:
    """The first sizes at which no measure has the properties."""
    known = ("2", "3", "4", "2..3", "3..4", "2..4")
    return next(n for n in known if impossible(core, n, classes=classes).possible is False)


def saved(core: tuple[str, ...], rows: Iterable[Claimed]) -> bool:
    """Whether each measure of the rows has the properties where its formula has a value."""
    for measure in dict.fromkeys(one.measure for one in rows):
        report = check(measure, list(core), classes=3)
        if any(report[name].outcome != "proved" for name in core):
            return False
    return True


def parts() -> Iterator[str]:
    """The parts of the file."""
    sets = printed_together()
    single = [one for one in sets if "; " not in one.source]
    linear = [one for one in sets if one.linear]
    answers = {m: list(decided(sets, m)) for m in CLASSES}
    bad = {core: m for m in CLASSES for ids, fine in answers[m] if not fine
           for core in cores_of(ids, m)}  # fmt: skip
    hit = {one for core, m in bad.items() for one in rows_with(core, linear, m)}
    yield text(
        f"The marks of a row, of a measure in several tables and of a statement are {len(sets)}",
        f"sets, of which {len(linear)} have properties that are linear in the values of a measure.",
        "Is there any function of the confusion matrices, with a value at each of them, that has",
        f"them all, at the sizes that were looked at? Of {len(linear) - len(hit)} there is; of",
        f"{len(hit)} there is none. The other {len(sets) - len(linear)} sets have properties of",
        "derivatives, of real matrices or of maxima alone, and are not asked: whether one reading",
        "of the row's own measure has all of its marks is told with the findings.",
        "",
        "Of two classes, the largest sets:",
    )
    for classes, found in answers.items():
        if classes != 2:
            yield text("Of three classes, the largest sets, and what is left without conflicts:")
        for ids, fine in found:
            yield asked(ids, sizes(ids, classes), classes, "feasible" if fine else "infeasible")
    yield text("Of three classes or more, the least sets that no measure has:")
    for core, classes in bad.items():
        rows = rows_with(core, single, classes)
        names = dict.fromkeys(one.source.removeprefix(ROW) for one in rows
                              if "slides" not in one.source)  # fmt: skip
        yield text(f"Printed together in: {'; '.join(names)}.")
        told = f"{', '.join(core)}: no m >= {classes}"
        more = ['claimed = "none"', *([f'saved = "{SAVED}"'] if saved(core, rows) else []),
                "printed = true"]  # fmt: skip
        yield asked(core, smallest(core, classes), f">= {classes}", told, *more)
    yield text(*WHY.splitlines())
    both = "; ".join(f"{measure}: {name}" for measure, name, _, _ in contradictions())
    yield text(
        "Printed as satisfied in one place and as not satisfied in another, so that one of both is",
        f"a claim that does not hold: {both}.",
    )


if __name__ == "__main__":
    FILE.write_text("\n".join([HEAD, *parts()]), encoding="utf-8")
