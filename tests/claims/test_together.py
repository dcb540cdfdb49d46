"""Which marks are printed together, and that each set was put to the question."""

from __future__ import annotations

import runpy
import tomllib
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest
from places import ROOT
from tiers import exhaustive

from symbolic_measures.claims.papers import TABLES
from symbolic_measures.claims.together import (
    ALL,
    Claimed,
    contradictions,
    largest,
    of_rows,
    printed_together,
)
from symbolic_measures.meaning.instances import refusal

FOLDER = ROOT / "derivations"
PARTS: list[dict[str, Any]] = tomllib.loads(
    (FOLDER / "gosgens2021" / "table-2.toml").read_text(encoding="utf-8")
)["part"]
CORES = [set(part["impossible"]) for part in PARTS if part.get("printed")]


@pytest.mark.parametrize("table", TABLES)
def test_every_mark_of_every_source_is_in_a_set(table: str) -> None:
    printed = TABLES[table]
    found = {one.source: {*one.linear, *one.others} for one in of_rows(printed)}
    for (row, column), claims in printed.claims.items():
        if row in printed.averagings or row in printed.readings:
            continue
        for claim in claims:
            known = printed.property_at(row, column) in found[f"{claim.source}, {row}"]
            wanted = claim.mark not in ("no", "vacuous") and column != "UnDefs"
            assert known is wanted, (row, column, claim)


def test_what_is_linear_is_told_apart() -> None:
    for one in printed_together():
        assert not any(refusal(name, one.classes) for name in one.linear)
        assert all(refusal(name, one.classes) for name in one.others)


def test_every_set_was_asked() -> None:
    """It is part of a set that some measure has, or has one in it that none has."""
    feasible: dict[int, list[set[str]]] = {2: [], 3: []}
    for part in PARTS:
        if part.get("expected") == "feasible":
            feasible[part.get("classes", 2)].append(set(part["impossible"]))
    for one in printed_together():
        ids = set(one.linear)
        had = any(ids <= whole for whole in feasible[one.classes])
        assert had is not (one.classes == 3 and any(core <= ids for core in CORES)), one


def test_the_sets_of_one_measure_are_joined() -> None:
    (joined,) = [one for one in printed_together()
                 if one.measure == "kappa" and one.classes == 3 and "; " in one.source]  # fmt: skip
    assert "monotone" in joined.linear  # of the slides
    assert joined.source.count("kappa, m = 3") == 2


def test_a_statement_of_all_properties_but_one() -> None:
    (stated,) = [one for one in printed_together()
                 if one.source == "gosgens2021, Statement 3" and one.classes == 3]  # fmt: skip
    assert set(stated.linear) == {name for name in ALL if name != "distance"}


def test_the_largest_sets() -> None:
    one = Claimed("x", "M", 2, ("monotone", "symmetry"))
    sets = (one, replace(one, linear=("symmetry",)), replace(one, linear=("distance",)),
            replace(one, linear=()), one)  # fmt: skip
    assert largest(sets) == (("monotone", "symmetry"), ("distance",))


def test_what_is_printed_both_ways() -> None:
    found = {(measure, name) for measure, name, _, _ in contradictions()}
    assert found == {
        ("F1", "class-symmetry"), ("Jaccard", "class-symmetry"), ("CC, m = 3", "monotone"),
        ("kappa, m = 3", "monotone"), ("CD, m = 3", "monotone"),
    }  # fmt: skip


def outcomes(true: str, predicted: str) -> set[tuple[int, ...]]:
    """The matrices of three classes of all predictions with these labels."""
    places = list(product("123", repeat=2))
    return {tuple(list(zip(true, order, strict=True)).count(place) for place in places)
            for order in permutations(predicted)}  # fmt: skip


def test_strongly_monotone_with_a_constant_baseline_by_hand() -> None:
    """Three choices of sizes have one outcome each, so their values are one constant, which is the
    mean of two others; but strong monotonicity puts both of these below it."""
    sizes = (("33", "23"), ("22", "23"), ("222", "233"))
    assert all(len(outcomes(*labels)) == 1 for labels in sizes)
    (up,), (top,) = (outcomes(*labels) for labels in sizes[1:])
    lower = (0, 0, 1, 0, 1, 1, 0, 0, 0)  # an error of it taken away is the second outcome
    assert step(lower, up) == {2: -1}
    other = (0, 1, 0, 0, 0, 2, 0, 0, 0)  # a right element more, then its error taken away
    between = (0, 1, 0, 0, 1, 2, 0, 0, 0)
    assert (step(other, between), step(between, top)) == ({4: 1}, {1: -1})
    assert outcomes("122", "233") == {lower, other}
    for matrix in (lower, other, between):  # where the definition speaks: no labeling is constant
        rows = [sum(matrix[i : i + 3]) for i in (0, 3, 6)]
        columns = [sum(matrix[j::3]) for j in range(3)]
        assert max(*rows, *columns) < sum(matrix)


def step(one: tuple[int, ...], other: tuple[int, ...]) -> dict[int, int]:
    """The places where the second matrix is another one, and by how much."""
    return {place: b - a for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b}


@exhaustive
def test_the_file_is_what_the_search_finds() -> None:
    script = runpy.run_path(str(FOLDER / "together.py"))
    made = "\n".join([script["HEAD"], *script["parts"]()])
    assert made == script["FILE"].read_text(encoding="utf-8")
