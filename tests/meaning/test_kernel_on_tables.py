"""The kernel's own truth on arbitrary measures: a table written out as a formula.

`ifzero` chooses the value of each matrix; elsewhere the formula is 1/0.  What `refute` finds and
`check_witness` accepts is the first violation of the definition; where the definition has none,
nothing is found.  Expectations are compared here too, as they are one relation of the kernel.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from slow_definitions import VIOLATED, Matrix, up_to
from tiers import few

from meaning.tables import Changed, Kept, Scattered, Table, named, stated, tables
from meaning.test_binary import ASKED, SLOW
from meaning.test_classes import MATRICES, slow
from meaning.test_classes import SIZE as SMALL
from meaning.test_classes import small as without_larger
from symbolic_measures.kernel.truth import key
from symbolic_measures.macros import check
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.confusion import CELLS, cell_names, summed
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.verdict import Verdict, Witness
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.refute import refute

#: Violations are looked for up to a size; steps lead to matrices with one element more.
SIZE, COUNT = 2, 18
#: What takes more elements to fail.
LARGER = {
    "zero-at-independence": 4, "fixed-ends": 3, "tn-convex": 3, "bound-above-chance": 3,
    "bound-below-chance": 3,
}  # fmt: skip
#: Every property, and those that are looked at in a moment; one of the two bounds is enough.
ALL = [*ASKED, "constant-baseline"]
QUICK = [p for p in ALL if p != "bound-below-chance"]
#: Of which a value is taken away.
TOLD = [p for p in ASKED if p != "distance"]


def looked_at(property_id: str) -> tuple[int, list[Matrix]]:
    """Up to which size a property is looked at, and the matrices that have values then."""
    size = LARGER.get(property_id, SIZE)
    return size, list(up_to(size + 1))


def written(table: Table, matrices: list[Matrix], cells: tuple[str, ...] = CELLS) -> Formula:
    """A formula with the values of the table at small matrices."""
    tree = formula(1) / formula(0)
    for matrix in matrices:
        value = table(matrix)
        if value is not None:
            gaps = [(symbol(n) - cell) ** 2 for n, cell in zip(cells, matrix, strict=True)]
            distance = summed(gaps)
            tree = Formula("ifzero", distance, formula(Fraction(value)), tree)
    return tree


def small(table: Table, matrices: list[Matrix]) -> Table:
    """Without values elsewhere."""
    return Kept(lambda m: table(m) if m in matrices else None)


@pytest.mark.parametrize("property_id", few(ALL, QUICK))
def test_the_kernel_finds_the_first_violation(property_id: str) -> None:
    violated, (size, matrices) = 0, looked_at(property_id)
    some = (Kept(base) for base in (lambda m: m[1] + m[2] - m[0], lambda m: sum(m[:2]) - 2 * m[3]))
    for number, wide in enumerate((*some, *tables(COUNT, matrices, seed=3))):
        table = small(wide, matrices)
        name = named()
        reading = Reading(replace(name.measure, formula=written(table, matrices)))
        statement = stated(property_id, reading)
        slow = SLOW[property_id](table, size)
        witness = refute(statement, size, Effort(60))
        assert (witness is not None) == (slow.outcome == VIOLATED), f"table {number}"
        if witness is None:
            continue
        violated += 1
        check(statement, Verdict(property_id, "refuted", statement, witness=witness))
        if property_id != "constant-baseline":
            assert first(statement.goals[witness.goal], witness) == slow.key
        else:
            assert tuple(map(int, witness.matrices[1])) == slow.second
    assert violated >= 1


def first(goal: object, witness: Witness) -> tuple[Fraction, ...]:
    """The key of a witness."""
    from flint import fmpq

    point = {name: fmpq(int(value)) for name, value in witness.point.items()}
    return tuple(Fraction(str(part)) for part in key(goal, point))  # type: ignore[arg-type]


@pytest.mark.parametrize("property_id", few(TOLD, [p for p in TOLD if not p.startswith("bound-")]))
def test_no_witness_is_accepted_where_the_table_has_none(property_id: str) -> None:
    """Each violation of a table, told of one where a value that it needs is missing."""
    tried, (size, matrices) = 0, looked_at(property_id)
    for wide in tables(COUNT, matrices, seed=5):
        table = small(wide, matrices)
        name = named()
        reading = Reading(replace(name.measure, formula=written(table, matrices)))
        statement = stated(property_id, reading)
        witness = refute(statement, size, Effort(60))
        if witness is None:
            continue
        goal = statement.goals[witness.goal]
        place = tuple(int(cell) for cell in witness.matrices[-1])
        poorer = small(Changed(table, {place: None}), matrices)
        other = stated(
            property_id, Reading(replace(name.measure, formula=written(poorer, matrices)))
        )
        assert goal != other.goals[witness.goal]
        with pytest.raises(CertificateError):
            check(other, Verdict(property_id, "refuted", other, witness=witness))
        tried += 1
    assert tried >= 1


def test_expectations_of_three_classes() -> None:
    """They are one constant, where all outcomes have values: the first n at which they are not."""
    found: list[int | None] = []
    for number in range(12):
        wild = Scattered(number, (0, 1), (0.0, 0.4, 0.7)[number % 3])
        odd = MATRICES[7 * number % len(MATRICES)]
        table = without_larger(
            wild if number % 2 else lambda m, n=number, odd=odd: int(m == odd and n % 4 == 0)
        )
        base = named(3).measure
        tree = written(table, MATRICES, cell_names(3))
        statement = stated("constant-baseline", Reading(replace(base, formula=tree)))
        witness = refute(statement, SMALL, Effort(60))
        first_one = slow(table).violated("constant-baseline")
        assert (witness is not None) == (first_one is not None), f"table {number}"
        found.append(first_one)
        if witness is not None:
            check(statement, Verdict("constant-baseline", "refuted", statement, witness=witness))
            assert max(sum(map(int, m)) for m in witness.matrices) == 2 * first_one  # both margins
    assert None in found
    assert set(found) != {None}
