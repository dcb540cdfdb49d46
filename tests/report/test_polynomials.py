"""Letters of the margins: each stands for the sum of cells, or product of sums, that it says."""

from __future__ import annotations

import pytest
from flint import fmpq

from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.nouns.confusion import cell_names
from symbolic_measures.nouns.parser import parse
from symbolic_measures.report.polynomials import margins_of, with_margins


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
