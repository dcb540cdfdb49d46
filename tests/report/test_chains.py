"""Conflicts as chains: what stands on the page, evaluated at values taken at random."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest
from flint import fmpq
from tiers import few

from symbolic_measures import completion, impossible
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.questions.completion.show import document as of_completion
from symbolic_measures.questions.impossible.show import document
from symbolic_measures.report.chains import Link, rows
from symbolic_measures.report.prose import Equation
from symbolic_measures.report.prose import equation as equal
from symbolic_measures.report.sections import Block

THEOREM_1 = ("distance", "monotone", "constant-baseline")
HARMONIC = "2*precision*recall/(precision+recall)"


@cache
def blocks(of: str) -> tuple[Block, ...]:
    if of == "completion":
        return of_completion(completion(HARMONIC)).sections[-1].parts
    sheet = document(impossible(THEOREM_1, n=of))
    return tuple(block for part in sheet.parts[:2] for block in part.blocks)


def value(tree: Formula, seed: int) -> fmpq:
    """At values that depend on the name alone, and n = 7."""
    names = {
        name: fmpq(random.Random(f"{name}{seed}").randint(1, 10**6)) for name in tree.symbols()
    }
    return evaluator(tree)({**names, **({"n": fmpq(7)} if "n" in names else {})})


CHAINS = [(of, place) for of, count in (("3", 2), ("5", 2), ("completion", 1))
          for place in range(count)]  # fmt: skip


@pytest.mark.parametrize(("of", "place"), few(CHAINS, [("3", 0), ("3", 1)], unpack=True))
def test_two_sums_differ_by_the_line_between_them(of: str, place: int) -> None:
    chain = [block for block in blocks(of) if len(block.rows) > 1][place]
    sums = [row.head[0] for row in chain.rows]
    assert not chain.rows[0].told
    for before, after, row in zip(sums, sums[1:], chain.rows[1:], strict=False):
        stated = [
            piece for piece in row.told if isinstance(piece, Equation) and len(piece.terms) == 2
        ]
        times = [piece for piece in row.told if isinstance(piece, Formula)]
        for seed in range(3):
            gap = value(before, seed) - value(after, seed)
            if stated:
                left, right = (value(term, seed) for term in stated[-1].terms)
                gap -= (left - right) * (
                    value(times[-1], seed) if ", multiplied by " in row.told else 1
                )
                assert gap == 0
        if stated:
            assert row.mark == {"==": "=", ">=": "\u2265", ">": ">"}[stated[-1].relations[0]]
    assert all(value(sums[0], seed) == value(sums[-1], seed) for seed in range(3))
    assert ">" in [row.mark for row in chain.rows]


def link(relation: str, **less: int) -> Link:
    named = {name if name != "one" else "1": Fraction(c) for name, c in less.items()}
    return Link(named, relation, equal(symbol("a"), relation, 0), formula(1), (relation,))


@pytest.mark.parametrize(
    ("given", "end"),
    [
        ([link(">=", a=1, b=-1), link(">", b=1, a=-1)], "larger than itself,"),
        ([link(">=", a=1, one=-3), link(">=", a=-1, one=1)], "at least itself plus 2,"),
        ([link("==", a=1, one=-3), link("==", a=-1, one=1)], "equal to itself plus 2,"),
        ([link(">=", a=1, one=-3), link(">", a=-1, one=1)], "larger than itself plus 2,"),
    ],
)
def test_what_is_wrong_with_the_chain(given: list[Link], end: str) -> None:
    from symbolic_measures.report.prose import text

    chain, wrong = rows(given)
    assert text(wrong.title) == f"So the first sum would be {end} which no number is."
    assert len(chain.rows) == len(given) + 1
