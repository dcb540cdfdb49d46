"""Letters of the margins: each stands for the sum of cells, or product of sums, that it says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from flint import Ordering, fmpq, fmpz_mpoly_ctx

from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.nouns.confusion import cell_names
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.report.cleared import Cleared
from symbolic_measures.report.polynomials import MOST_FACTORED, Shown, margins_of, with_margins
from symbolic_measures.report.prose import text

LETTERS = tuple("abcdefgh")


@pytest.mark.parametrize("classes", [3, 4, 6])
def test_letters_of_sizes_are_the_sums_that_they_stand_for(classes: int) -> None:
    """Sums and products of letters, too; and a matrix is only read where all cells are there."""
    names = cell_names(classes)
    known = margins_of(names)
    single = {letter: tree for tree, letter in known.items() if letter.op == "symbol"}
    assert {str(letter) for letter in single} >= {"n", "a_1", f"b_{classes}"}
    point = {name: fmpq(place + 2) for place, name in enumerate(names)}
    for tree, letter in known.items():
        if set(tree.symbols()) <= point.keys():
            both = tree, letter.replace(single)
            assert compare(*(evaluator(one)(point) for one in both)) == 0, str(letter)
    row = parse("c11 + c12 + c13", names={}, parameters=names)
    assert str(with_margins(row, names)) == ("a_1" if classes == 3 else str(row))
    assert margins_of(names[1:]) == margins_of(())
    assert margins_of((*names, "n")) == {}


def read(formula: str) -> tuple[tuple[Variable, ...], Shown, dict[str, Any]]:
    """Positive letters, how they are written, and the numerator of a formula in them."""
    variables = tuple(Variable(name, "positive") for name in LETTERS)
    tree = parse(formula, names={}, parameters=LETTERS)
    found = reader(Goal(variables, (), Atom(tree, "defined")))
    top, _ = found.ratio(tree)
    return variables, Shown(found), {"tree": tree, "top": top, "names": found.names}


def test_a_root_is_written_when_a_polynomial_has_it() -> None:
    _, shown, known = read("sqrt(a + sqrt(b + c)) + d")
    roots = [name for name in known["names"] if name not in LETTERS]
    assert len(roots) == 2
    assert [str(shown.letters[name]) for name in roots] == roots
    assert str(shown.formula(known["top"])) == "d + sqrt(a + sqrt(b + c))"
    assert {str(shown.letters[name]) for name in roots} == {"sqrt(b + c)", "sqrt(a + sqrt(b + c))"}


def test_a_polynomial_with_a_long_root_is_told_by_its_terms() -> None:
    """The root alone has more terms than are written out."""
    long = f"sqrt(({'+'.join(LETTERS)})^5 + a)"
    variables, shown, known = read(f"a*{long} + b")
    assert len(known["top"]) == 2 <= MOST_FACTORED
    assert shown.is_long(known["top"])
    cleared = Cleared(variables, known["tree"], 1)
    assert str(cleared.formula) == "p"
    assert [text(note).strip() for note in cleared.notes] == [
        "Here the numerator p is a polynomial with 2 terms of degree at most 2, none negative."
    ]
    assert not cleared.asides
    assert not cleared.folded
    variables, shown, known = read("a*sqrt((a + b)^4 + a) + b")
    assert not shown.is_long(known["top"])
    assert Cleared(variables, known["tree"], 1).notes == []


def test_roots_that_stand_in_each_other_are_written_once() -> None:
    """What a step has put in the place of a root may have a root of it."""
    names = ("x", "root1", "root2")
    x, one, two = fmpz_mpoly_ctx.get(names, Ordering.lex).gens()
    found: Any = SimpleNamespace(names=names, roots={1: x + two, 2: x * one}, terms={}, powers={})
    shown = Shown(found)
    assert str(shown.formula(one + two)) == "sqrt(x + sqrt(x*root1)) + sqrt(x*root1)"
    assert Shown(found).is_long(one) is False
