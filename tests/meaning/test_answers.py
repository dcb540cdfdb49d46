"""Properties with an answer, on arbitrary measures: the goals that an answer makes hold iff it is
right.

Right is said by plain loops over matrices.  A statement may not be right for a wrong answer, nor
wrong for the right one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from slow_definitions import Matrix, up_to
from slow_tetrahedron import of_size, section, sections

from meaning.tables import Kept, Scattered, Table, compiled, evaluated, named, stated, tables
from meaning.tables import up_to as positions
from symbolic_measures.meaning.maximum import CORNERS, summit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.subjects import make_reading
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS, cell_names
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Statement

SIZE = 5


def holds(statement: Statement, table: Table, size: int) -> bool:
    """Whether every goal does."""
    return all(goal.holds for goal in evaluated(statement, {"value": table}, size))


def support(matrix: Matrix) -> tuple[str, ...]:
    return tuple(name for name, cell in zip(CELLS, matrix, strict=True) if cell)


def test_undefined_sets() -> None:
    """The patterns at which a table has no value: right if so everywhere, and nowhere else."""
    chance, seen = Random(1), Counter[bool]()
    matrices = list(up_to(SIZE))
    for _ in range(60):
        gone = {s for s in SUPPORTS if chance.random() < 0.3}
        odd = chance.choice(matrices) if chance.random() < 0.5 else None
        told = gone if chance.random() < 0.7 else gone ^ {chance.choice(SUPPORTS)}

        def table(m: Matrix, gone: Any = gone, odd: Any = odd) -> Fraction | None:
            return None if (support(m) in gone) ^ (m == odd) else Fraction(1)

        value = [list(s) for s in SUPPORTS if s in told]
        right = all((table(m) is None) == (support(m) in told) for m in matrices)
        assert holds(stated("undefined-set", named(), value), table, SIZE) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 10


#: Conditions on the cells, and the same by hand.
WHERE: dict[str, Callable[[Matrix], bool]] = {
    "TP*TN == FN*FP": lambda m: m[0] * m[3] == m[1] * m[2],
    "TP > FN and FP != 0": lambda m: m[0] > m[1] and m[2] != 0,
    "TP == FN or FP >= TN and TP >= 1": lambda m: m[0] == m[1] or (m[2] >= m[3] and m[0] >= 1),
    "TP > 2*FN or TN == 0": lambda m: m[0] > 2 * m[1] or m[3] == 0,
}


@pytest.mark.parametrize("where", WHERE)
def test_undefined_sets_with_a_condition(where: str) -> None:
    """Undefined on the patterns and where the condition holds; right if so, and nowhere else."""
    chance, seen = Random(where), Counter[bool]()
    matrices, holds_at = list(up_to(SIZE)), WHERE[where]
    for _ in range(40):
        gone = {s for s in SUPPORTS if chance.random() < 0.3}
        odd = chance.choice(matrices) if chance.random() < 0.5 else None
        told = gone if chance.random() < 0.7 else gone ^ {chance.choice(SUPPORTS)}

        def table(m: Matrix, gone: Any = gone, odd: Any = odd) -> Fraction | None:
            return None if (support(m) in gone or holds_at(m)) ^ (m == odd) else Fraction(1)

        value = {"supports": [list(s) for s in SUPPORTS if s in told], "where": where}
        right = all((table(m) is None) == (support(m) in told or holds_at(m)) for m in matrices)
        assert holds(stated("undefined-set", named(), value), table, SIZE) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 5


CONVENTIONS = (
    ("TP + FN == 0: 1", lambda m: m[0] + m[1] == 0, lambda m: Fraction(1)),
    ("TP == 0: 0", lambda m: m[0] == 0, lambda m: Fraction(0)),
    ("FN == 0: 1/TN", lambda m: m[1] == 0, lambda m: None if m[3] == 0 else Fraction(1, m[3])),
)


@pytest.mark.parametrize(("text", "applies", "value"), CONVENTIONS)
def test_a_reading_extends_the_literal_one(text: str, applies: Any, value: Any) -> None:
    """Where the table has a value, the reading has one, and it is the same."""
    seen = Counter[bool]()
    reading = make_reading(named().measure, [text])
    statement = stated("extends-literal", reading)
    chance = Random(3)
    for number in range(40):
        wild = Scattered(number, (0, 1), chance.choice((0.5, 0.9)))

        def raw(m: Matrix, wild: Table = wild, agrees: bool = number % 2 == 0) -> Any:
            return value(m) if applies(m) and agrees else wild(m)

        table = Kept(raw)
        right = all(
            table(m) is None or not applies(m) or (value(m) is not None and value(m) == table(m))
            for m in up_to(3)
        )
        assert holds(statement, table, 3) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 3


def test_ranges() -> None:
    """Both ends are attained where it is said, and no value is beyond them."""
    chance, seen = Random(5), Counter[bool]()
    for table in tables(60, up_to(3)):
        values = {m: v for m in up_to(3) if (v := table(m)) is not None}
        if not values:
            continue
        low, high = min(values.values()), max(values.values())
        if chance.random() < 0.3:
            low += chance.choice((-1, 1))
        ends = {}
        for side, end in (("infimum", low), ("supremum", high)):
            places = [m for m, v in values.items() if v == end] or [(1, 0, 0, 0)]
            ends[side] = chance.choice(places if chance.random() < 0.8 else list(values))
        right = (
            all(low <= v <= high for v in values.values())
            and table(ends["infimum"]) == low
            and table(ends["supremum"]) == high
        )
        value = {
            side: {"value": str(end), "attained": list(map(str, ends[side]))}
            for side, end in (("infimum", low), ("supremum", high))
        }
        assert holds(stated("range", named(), value), table, 3) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 8


# --- below the maximum ----------------------------------------------------------------------

#: A corner of the own section is larger: then the side is below either maximum.
SIDES = {
    "tn-not-max": (1, 2), "tp-not-max": (2, 1),
    "tn-not-max-in-section": (1, 2), "tp-not-max-in-section": (2, 1),
}  # fmt: skip


def corner(name: str, p: int, n: int) -> Matrix:
    return {"TPTN": (p, 0, 0, n), "TPFP": (p, 0, n, 0), "FNTN": (0, p, 0, n),
            "FNFP": (0, p, n, 0)}[name]  # fmt: skip


@pytest.mark.parametrize("property_id", SIDES)
@pytest.mark.parametrize("name", CORNERS)
def test_a_better_corner(property_id: str, name: str) -> None:
    """Each matrix of the side is below that corner of its section: then below its maximum."""
    wrong, zero = SIDES[property_id]
    seen = Counter[bool]()
    statement = stated(property_id, named(), {"better": name})
    for table in tables(40, up_to(3), seed=2):
        right = True
        for p, n in sections(4):
            best = table(corner(name, p, n))
            for m in section(p, n):
                here = table(tuple(map(int, m)))
                if m[wrong] and not m[zero] and here is not None:
                    right = right and best is not None and here < best
        assert holds(statement, table, 4) == right
        seen[right] += 1
    assert seen[False] >= 5


@pytest.mark.parametrize("property_id", SIDES)
def test_better_midway(property_id: str) -> None:
    """Each matrix of the side is below the mean of it and the corner TPTN of its section."""
    wrong, zero = SIDES[property_id]
    seen = Counter[bool]()
    statement = stated(property_id, named(), {"better": "midway to TPTN"})
    for number in range(60):
        wild = Scattered(number, (0, 1), (1, 0.95)[number % 3 > 0])

        def raw(m: Matrix, wild: Table = wild, decent: bool = number % 2 == 0) -> Any:
            return 8 * (m[0] + m[3]) + wild(m) if decent and wild(m) is not None else wild(m)

        table, right = Kept(raw), True
        for p, n in sections(4):
            for m in section(p, n):
                if m[wrong] and not m[zero] and (here := table(m)) is not None:
                    middle = tuple((a + b) / 2 for a, b in zip(m, (p, 0, 0, n), strict=True))
                    best = table(middle)
                    right = right and best is not None and here < best
        assert holds(statement, table, 4) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 5


@pytest.mark.parametrize("name", CORNERS)
def test_a_corner_is_the_maximum(name: str) -> None:
    seen = Counter[bool]()
    goal = summit(named(), {"maximum": name}, section=True)
    for table in tables(60, up_to(3), seed=4):
        right = all(
            (best := table(corner(name, p, n))) is not None and best >= here
            for p, n in sections(4)
            for m in section(p, n)
            if (here := table(tuple(map(int, m)))) is not None
        )
        statement = Statement("summit", "M", "", (_with_block(goal),))
        assert holds(statement, table, 4) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 2


@pytest.mark.parametrize("name", CORNERS)
def test_a_corner_is_the_maximum_of_all_matrices(name: str) -> None:
    """The value at the corner of every section of that n is one that nothing exceeds."""
    seen = Counter[bool]()
    goal = summit(named(), {"maximum": name}, section=False)
    for table in tables(60, up_to(3), seed=4):
        right = True
        for p, n in sections(4):
            best = table(corner(name, p, n))
            for m in of_size(p + n):
                if (here := table(tuple(map(int, m)))) is not None:
                    right = right and best is not None and best >= here
        statement = Statement("summit", "M", "", (_with_block(goal, ("TP2", "TN2")),))
        assert holds(statement, table, 4) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 2


def _with_block(goal: Any, second: tuple[str, ...] = ()) -> Any:
    return replace(goal, blocks=(CELLS, second) if second else (CELLS,))


# --- by which operation a measure is undefined ------------------------------------------------

#: M from two tables; whether it is undefined at their values; and which values make it so.
OPERATIONS: dict[str, tuple[Any, Any, tuple[int, int]]] = {
    "0/0": (lambda x, y: x / y, lambda x, y: x == 0 and y == 0, (0, 0)),
    "c/0": (lambda x, y: x / y, lambda x, y: x != 0 and y == 0, (1, 0)),
    "log 0": (lambda x, y: x * Formula("log", y), lambda x, y: y == 0, (1, 0)),
    "log < 0": (lambda x, y: x * Formula("log", y), lambda x, y: y < 0, (1, -1)),
    "sqrt < 0": (lambda x, y: x * Formula("sqrt", y), lambda x, y: y < 0, (1, -1)),
}
#: Whether they have a value is all that is asked.
FUNCTIONS: dict[str, Table] = {
    "log": lambda x: 1 if x[0] > 0 else None, "sqrt": lambda x: 1 if x[0] >= 0 else None,
}  # fmt: skip


@pytest.mark.parametrize("kind", OPERATIONS)
def test_undefined_kinds(kind: str) -> None:
    """On the patterns told the operation is undefined in that way, elsewhere M is defined."""
    make, so, wrong = OPERATIONS[kind]
    base, seen = named().measure, Counter[bool]()
    tree = make(base.formula, named(op="other").measure.formula)
    reading = Reading(replace(base, formula=tree))
    for number in range(60):
        chance = Random(f"{kind} {number}")
        bad = {s for s in SUPPORTS if chance.random() < 0.3}
        told = bad if number % 3 else bad ^ {chance.choice(SUPPORTS)}
        odd, gone = chance.choice((None, *up_to(4))), chance.choice(((0, 0), (1, 0), (1, -1)))

        def pair(m: Matrix, bad: Any = bad, odd: Any = odd, gone: Any = gone) -> tuple[int, int]:
            return gone if m == odd else wrong if support(m) in bad else (1, 1)

        here: dict[str, Table] = {
            **FUNCTIONS, "value": lambda m, pair=pair: pair(m)[0],
            "other": lambda m, pair=pair: pair(m)[1],
        }  # fmt: skip
        entries = []
        for own in (s for s in SUPPORTS if s in told):
            whole = tree.at(**{name: 0 for name in CELLS if name not in own})
            part = next(node for node in whole.walk() if node.op in ("/", "log", "sqrt"))
            entries.append({"support": list(own), "kind": kind, "at": str(part)})
        goals = evaluated(stated("undefined-kinds", reading, entries), here, 4)
        right = all(
            so(*pair(m)) if support(m) in told else compiled(tree, here)(_point(m)) is not None
            for m in up_to(4)
        )
        assert all(goal.holds for goal in goals) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 2


def _point(matrix: Matrix) -> dict[str, Any]:
    return dict(zip(CELLS, matrix, strict=True))


# --- three classes ----------------------------------------------------------------------------


def test_ranges_of_three_classes() -> None:
    """Both ends are attained where it is said, and no value is beyond them."""
    names, seen = cell_names(3), Counter[bool]()
    matrices = [m for m in positions(9, 2) if any(m)]
    for number in range(40):
        chance = Random(number)
        table = Kept(Scattered(number, (0, 1, 2), 0.8))
        values = {m: v for m in matrices if (v := table(m)) is not None}
        low, high = min(values.values()), max(values.values())
        high -= chance.choice((0, 0, 1))
        ends = [chance.choice([m for m, v in values.items() if v == end] or list(values))
                for end in (low, high)]  # fmt: skip
        if chance.random() < 0.2:
            ends[0] = chance.choice(list(values))
        told = [table(m) for m in ends]
        right = told == [low, high] and all(low <= v <= high for v in values.values())
        value = {
            side: {"value": str(end), "attained": list(map(str, place))}
            for side, end, place in zip(("infimum", "supremum"), (low, high), ends, strict=True)
        }
        statement = stated("range", named(3), value)
        assert holds(statement, table, 2) == right
        assert {len(goal.variables) for goal in statement.goals} == {len(names), 0}
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 8
