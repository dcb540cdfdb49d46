"""Printed experiments: what tables of real data satisfy, and what some printed ones do not."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from symbolic_measures import decide_table
from symbolic_measures.claims import gosgens_experiments as printed
from symbolic_measures.claims.gosgens_rates import Rates
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.nouns.statement import Goal

WRONG = {
    "Table 4, pseudo-metric", "Table 4, slides", "Table 6, slides", "Table 10, pseudo-metric",
    "Table 13, CC, pseudo-metric", "Table 13, CD, pseudo-metric", "Tables 5, 11",
    "Tables 12, 13, GM1",
}  # fmt: skip


def holds(goal: Goal) -> bool:
    value = evaluator(goal.conclusion.expr)({})
    number = Fraction(str(value))
    return {">=": number >= 0, ">": number > 0, "==": number == 0, "!=": number != 0}[
        goal.conclusion.rel
    ]


def of_data(seed: int, names: tuple[str, ...] = ("a", "b", "c", "d"), models: int = 6) -> Rates:
    """The table of rates of random scores, with ties, in percent with one decimal."""
    chance = random.Random(seed)
    scores = {name: [chance.randrange(4) for _ in range(models)] for name in names}
    pairs = list(combinations(range(models), 2))

    def sign(name: str, i: int, j: int) -> int:
        one, two = scores[name][i], scores[name][j]
        return (one > two) - (one < two)

    def rate(x: str, y: str) -> str:
        apart = sum(sign(x, *pair) != sign(y, *pair) for pair in pairs)
        return f"{100 * apart / len(pairs):.1f}"

    lines = [" ".join(names)]
    lines += [" ".join([x, *(rate(x, y) for y in names if y != x)]) for x in names]
    return Rates("\n".join(lines))


@pytest.mark.parametrize("seed", range(30))
def test_every_table_of_data_satisfies_what_is_claimed_of_one(seed: int) -> None:
    rates = of_data(seed)
    for goal in (*rates.symmetric(), *rates.pseudo_metric(), *rates.shares_of(15)):
        assert holds(goal), goal.label


def test_a_changed_entry_is_seen() -> None:
    rates = of_data(1)
    rates.rows["a"]["b"] += 1
    assert not all(map(holds, rates.symmetric()))
    assert not all(map(holds, rates.shares_of(15)))


def test_every_printed_experiment_is_decided() -> None:
    table = decide_table("gosgens2021:experiments")
    refuted = {cell.display.row for cell in table.cells if cell.verdict.outcome == "refuted"}
    assert refuted == WRONG
    assert all(cell.agrees for cell in table.cells if cell.display.row not in WRONG)


@pytest.mark.parametrize("rates", [printed.RAIN, printed.TWO_HOURS, printed.AVERAGINGS["CC"]])
def test_the_triangles_that_are_refuted_are_no_triangles(rates: Rates) -> None:
    """By hand: some side is longer than the two others, all rounded in its favour."""
    half = rates.step / 2
    broken = [
        (a, c) for a, c in combinations(rates.names, 2) for b in rates.names if b not in (a, c)
        and rates.rows[a][c] - half > rates.rows[a][b] + rates.rows[b][c] + 2 * half
    ]  # fmt: skip
    assert broken
    assert not all(map(holds, rates.pseudo_metric()))


def test_a_note_names_the_entries_that_contradict_each_other() -> None:
    table = decide_table("gosgens2021:experiments", row=["Table 13, CC, pseudo-metric"])
    note = table.to_data()["cells"][0]["note"]
    assert "CC and CCmic against that by way of CCmac: the left side is 653/200" in note


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ("gosgens2021:sentences", {"D.1, smooth", "Slides, SBA"}),
        ("brzezinski2018:sentences", {
            "3, tpr", "5.2.1, lambda to 0", "5.2.1, lambda to 1", "5.2.2, strictly",
            "Proposition 1, gamma = 1", "5.1, OP, both",
        }),
        ("opitz2024:sentences", set()),
        ("opitz2024:experiments", {"7.1, rank of E", "7.2, 10.9%"}),
    ],
)  # fmt: skip
def test_every_sentence_is_decided(table: str, wrong: set[str]) -> None:
    found = decide_table(table)
    refuted = {cell.display.row for cell in found.cells if cell.verdict.outcome == "refuted"}
    assert refuted == wrong
    assert all(cell.agrees for cell in found.cells if cell.display.row not in wrong)
    for cell in found.cells:
        if cell.display.correction is not None:
            assert cell.corrected is not None
            assert cell.corrected.outcome == "proved"


# --- what is right instead ------------------------------------------------------------------------


@pytest.mark.parametrize("row", sorted(WRONG))
def test_what_does_not_hold_has_something_that_does(row: str) -> None:
    display = printed.DISPLAYS.rows[row]
    assert display.correction is not None
    assert display.corrected
    right = display.statement(corrected=True).goals
    assert all(holds(goal) for goal in right)
    assert len(right) > 1


def test_the_excess_is_the_least_with_which_the_inequality_holds() -> None:
    rates = printed.TWO_HOURS
    assert rates.excess > 0
    assert all(holds(goal) for goal in rates.pseudo_metric(rates.excess))
    less = rates.excess - Fraction(1, 1000)
    assert not all(holds(goal) for goal in rates.pseudo_metric(less))
    assert of_data(2).excess == 0
