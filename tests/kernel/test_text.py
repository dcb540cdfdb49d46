"""Polynomials as text: as flint writes them, and no memory is kept for it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.fences import memory
from symbolic_measures.kernel.algebra import Poly, Sequent, factors, text_of
from symbolic_measures.kernel.reader import reader
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.tactics.polynomials import digest

NAMES = ("TP", "FN", "root1", "x'")
CONTEXT = fmpz_mpoly_ctx.get(NAMES, Ordering.lex)


def drawn(seed: int) -> Poly:
    """Up to six terms, with large coefficients and small ones, of both signs."""
    draw = Random(seed)
    terms = {
        tuple(draw.choice((0, 0, 1, 2, 11)) for _ in NAMES): draw.choice((1, -1, 2, -7, 10**30))
        for _ in range(draw.randrange(7))
    }
    return CONTEXT.from_dict(terms)


def test_a_text_is_that_of_flint() -> None:
    polys = [drawn(seed) for seed in range(400)]
    assert {len(poly) for poly in polys} >= set(range(6))
    assert [text_of(poly) for poly in polys] == [str(poly) for poly in polys]


def test_factors_stand_in_the_order_of_their_texts() -> None:
    """So that the signs of factors in a saved proof are those of the same factors anywhere."""
    gens = CONTEXT.gens()
    products = [one * other for one, other in combinations([x + n for n, x in enumerate(gens)], 2)]
    products += [drawn(seed) * drawn(seed + 1) * drawn(seed + 2) for seed in range(0, 120, 3)]
    counts = set()
    for whole in products:
        _, pairs = factors(whole) if not whole.is_zero() else (0, [])
        counts.add(len(pairs))
        assert [text_of(piece) for piece, _ in pairs] == sorted(str(piece) for piece, _ in pairs)
    assert counts >= {2, 4, 5, 6}


def test_sequents_are_told_apart() -> None:
    """By each polynomial, its relation, and what it is one of."""
    plain = ("nonnegative",) * len(NAMES)
    polys = {text_of(poly): poly for poly in map(drawn, range(200))}
    sequents = [Sequent(NAMES, plain, {}, (), (poly, ">="), {}) for poly in polys.values()]
    one = next(iter(polys.values()))
    sequents += [
        Sequent(NAMES, plain, {}, ((poly, ">"),), (one, ">"), {}) for poly in polys.values()
    ]
    sequents += [Sequent(NAMES, plain, {2: poly}, (), (one, ">"), {}) for poly in polys.values()]
    sequents.append(Sequent(NAMES, ("real", *plain[1:]), {}, (), (one, ">="), {}))
    assert len({digest(sequent) for sequent in sequents}) == len(sequents) == 3 * len(polys) + 1
    again = Sequent(NAMES, plain, {}, (), (one * 1, ">="), {})
    assert digest(again) == digest(sequents[0])


def test_values_of_any_length_are_told_apart() -> None:
    """Python writes no number of more than 4,300 digits in decimals."""
    (x, *_), sorts = CONTEXT.gens(), ("nonnegative",) * len(NAMES)
    one, other = (
        Sequent(NAMES, sorts, {}, (), (poly, ">="), {}) for poly in (x**9_000, x**9_000 + 1)
    )
    assert digest(one) != digest(other)


@pytest.mark.parametrize("function", ["log({})", "acos({})", "({})^(1/3)", "({})^r"])
def test_values_of_functions_are_told_apart(function: str) -> None:
    """Also where the arguments have as many terms, of the same degrees."""
    names = ("x", "y", "r")
    variables = tuple(Variable(name, "positive") for name in names)
    trees = [
        parse(function.format(text), names={}, parameters=names) for text in ("x+2*y", "2*x+y")
    ]
    read = reader(Goal(variables, (), Atom(trees[0] * trees[1] / trees[0], "defined")))
    (one, *_), (other, *_), (again, *_) = map(read.ratio, (*trees, trees[0]))
    assert one == again
    assert one != other


@pytest.mark.parametrize("what", ["text", "digest"])
def test_no_memory_is_kept(what: str) -> None:
    """flint keeps every text that it writes: of a long search these were hundreds of megabytes."""
    names = tuple(f"x{place}" for place in range(20))
    gens = fmpz_mpoly_ctx.get(names, Ordering.lex).gens()
    poly = (sum(gens[1:], gens[0]) + 1) ** 2
    sequent = Sequent(names, ("nonnegative",) * 20, {}, ((poly, ">"),), (poly + 1, ">"), {})
    run = (lambda: text_of(poly)) if what == "text" else (lambda: digest(sequent))
    for _ in range(20):
        run()
    before = memory()
    for _ in range(3_000):  # a text of 2 kB each
        run()
    assert memory() - before < 2_000_000
