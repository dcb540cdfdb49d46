"""Numbers: how far the returned ones are from exact values, on small, large and lopsided matrices.

Errors are in units in the last place of the exact value, in the type that is returned.  Small
matrices are all looked at, so are those with cells 0, 1, 2 beside one huge number; of large ones a
sample is drawn, the same in every run, and it says so.  Counts are given as Python numbers, and as
numpy's int64 and int32 where the function takes them, since those overflow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from symbolic_measures.doors.audit.calls import Calls
from symbolic_measures.doors.audit.outcomes import Outcome
from symbolic_measures.doors.audit.patterns import Difference, kind_of
from symbolic_measures.doors.audit.references import (
    Exact,
    Reference,
    Unknown,
    agrees,
    matrices,
    units,
)
from symbolic_measures.doors.audit.signatures import Matrix

#: Samples of one size for counts and matrices, and for labels, of which each element is a label.
DRAWN = {"counts": 60, "matrix": 60, "labels": 24}
LARGE = {"counts": (10**9, 10**15), "matrix": (10**9, 10**15), "labels": (1_000, 200_000)}
#: Labels of so many elements are slow to look at: few are.
FEW = 6
#: Elements of small matrices that are given in other types of numbers.
SMALL = 4
#: Calls that may go into making one matrix smaller.
SHRINKING = 400
MOST_INT32 = 2**31 - 1
TYPES = {"python": "Python numbers", "numpy": "numpy int64", "int32": "numpy int32",
         "torch": "torch tensors"}  # fmt: skip


@dataclass(frozen=True)
class Precision:
    """One kind of numbers and matrices: how many were looked at, and the worst of them.

    `units` are those of the worst matrix; `wrong` counts matrices at which the value is not within
    the tolerance, or missing, and `first` is one of them of which no single cell can be smaller
    (of an exhausted list: the smallest).
    """

    values: str
    range: str
    sampled: bool
    looked_at: int
    units: float = 0.0
    type: str = "float64"
    matrix: Matrix = ()
    returned: str = ""
    wanted: str = ""
    wrong: int = 0
    first: Difference | None = None

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "values": TYPES[self.values],
            "matrices": self.range,
            "sampled": self.sampled,
            "looked_at": self.looked_at,
            "units": self.units,
            "type": self.type,
            "matrix": list(self.matrix),
            "returned": self.returned,
            "exact": self.wanted,
            "wrong": self.wrong,
            "first": None if self.first is None else self.first.to_data(),
        }


def precision(calls: Calls, exact: Exact, up_to: int) -> Iterator[Precision]:
    """The rows, one after the other."""
    signature = calls.signature
    points = matrices(up_to, signature.classes)
    yield _looked(calls, exact, f"all of at most {up_to} elements", points, False)
    others = [calls]
    if signature.way != "labels" and signature.values == "python":
        others += [Calls(replace(signature, values=kind), calls.item) for kind in
                   ("numpy", "int32")]  # fmt: skip
    for each in others:
        kind = each.signature.values
        if each is not calls:
            few = matrices(SMALL, signature.classes)
            if not any(each(matrix).is_number for matrix in few):
                continue  # it does not take such numbers
            yield _looked(each, exact, f"all of at most {SMALL} elements", few, False, calls)
        for size in LARGE[signature.way]:
            if kind != "int32" or size <= MOST_INT32:
                drawn = _drawn(size, signature.classes, signature.way)
                yield _looked(each, exact, f"of {_power(size)} elements", drawn, True, calls)
        if signature.way != "labels" and signature.classes == 2:
            huge = 10**9 if kind == "int32" else 10**15
            words = f"cells 0, 1, 2 beside {_power(huge)}"
            yield _looked(each, exact, words, _beside(huge), False, calls)


def _power(size: int) -> str:
    digits = len(str(size)) - 1
    return f"10^{digits}" if size == 10**digits and digits > 5 else f"{size:,}"


def _looked(
    calls: Calls,
    exact: Exact,
    words: str,
    points: Iterable[Matrix],
    sampled: bool,
    own: Calls | None = None,
) -> Precision:
    """Every matrix is called; the worst is called again before it is shown.

    Of numbers of another type than the function's `own`, what is wrong with its own is left out.
    """
    other = None if own is calls else own
    small = not sampled and words.startswith("all")
    worst: tuple[float, Matrix, Outcome, Reference] | None = None
    looked_at = 0
    wrong: list[Matrix] = []
    for matrix in points:
        try:
            wanted = exact(matrix) if small else exact.large(matrix)
        except Unknown:
            continue
        if other is not None and not agrees(other(matrix), wanted):
            continue
        looked_at += 1
        found = calls(matrix)
        if wanted.number is None:
            continue
        if not agrees(found, wanted):
            wrong.append(matrix)
        if found.is_number:
            error = units(found, wanted.number)
            if worst is None or error > worst[0]:
                worst = error, matrix, found, wanted
    first = _first(calls, exact, wrong, not small, other) if wrong else None
    row = Precision(calls.signature.values, words, sampled, looked_at, wrong=len(wrong),
                    first=first)  # fmt: skip
    if worst is None or not calls.again(worst[1]).same(worst[2]):
        return row
    error, matrix, found, wanted = worst
    return replace(row, units=error, type=found.type, matrix=matrix, returned=found.told,
                   wanted=wanted.shown)  # fmt: skip


def _first(
    calls: Calls, exact: Exact, wrong: list[Matrix], shrink: bool, other: Calls | None
) -> Difference | None:
    """The smallest wrong matrix of a list; one with cells as small as they can be, of a sample."""
    if shrink:
        wrong = [_halved(calls, exact, matrix, other) for matrix in wrong[:FEW]]
    matrix = min(wrong, key=lambda each: (sum(each), each))
    if shrink:
        matrix = _shrunk(calls, exact, matrix, other)
    return _wrong(calls, exact, matrix, other)


def _halved(calls: Calls, exact: Exact, matrix: Matrix, other: Calls | None) -> Matrix:
    """The matrix with all cells halved as often as it stays wrong."""
    while sum(half := tuple(cell // 2 for cell in matrix)) and sum(matrix) > 1:
        if _wrong(calls, exact, half, other) is None:
            break
        matrix = half
    return matrix


def _wrong(calls: Calls, exact: Exact, matrix: Matrix, other: Calls | None) -> Difference | None:
    """The difference at a matrix, if the function still has one."""
    if not any(matrix):
        return None
    try:
        wanted = exact.large(matrix)
    except Unknown:
        return None
    found = calls.again(matrix)
    if wanted.number is None or agrees(found, wanted):
        return None
    if other is not None and not agrees(other.again(matrix), wanted):
        return None
    return Difference(matrix, kind_of(found, wanted), found.told, wanted.shown)


def _shrunk(calls: Calls, exact: Exact, matrix: Matrix, other: Calls | None) -> Matrix:
    """A wrong matrix of which no single cell can be smaller, as far as `SHRINKING` calls go."""
    left = SHRINKING
    changed = True
    while changed and left > 0:
        changed = False
        for place in range(len(matrix)):
            low, high = -1, matrix[place]
            while high - low > 1 and left > 0:
                middle = (low + high) // 2
                left -= 1
                tried = (*matrix[:place], middle, *matrix[place + 1 :])
                if _wrong(calls, exact, tried, other) is None:
                    low = middle
                else:
                    high = middle
            if high < matrix[place]:
                matrix, changed = (*matrix[:place], high, *matrix[place + 1 :]), True
    return matrix


# --- which matrices -------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _drawn(size: int, classes: int, way: str) -> tuple[Matrix, ...]:
    """A fixed sample: even, lopsided, nearly right, and nearly independent matrices."""
    count = FEW if way == "labels" and size > 10_000 else DRAWN[way]
    random = Random(f"{size} {classes}")
    kinds = (_even, _lopsided, _nearly_right, _nearly_independent)
    return tuple(kinds[i % len(kinds)](random, size, classes) for i in range(count))


def _even(random: Random, size: int, classes: int) -> Matrix:
    cuts = sorted(random.randint(0, size) for _ in range(classes**2 - 1))
    return tuple(b - a for a, b in zip([0, *cuts], [*cuts, size], strict=True))


def _lopsided(random: Random, size: int, classes: int) -> Matrix:
    """Cells of all magnitudes, the largest of which takes what is left."""
    cells = [int(10 ** random.uniform(0, len(str(size)) - 2)) for _ in range(classes**2)]
    cells[random.randrange(classes**2)] += max(0, size - sum(cells))
    return tuple(cells)


def _nearly_right(random: Random, size: int, classes: int) -> Matrix:
    cells = [random.randint(0, 9) for _ in range(classes**2)]
    for place in range(0, classes**2, classes + 1):
        cells[place] = random.randint(0, size // classes)
    return tuple(cells)


def _nearly_independent(random: Random, size: int, classes: int) -> Matrix:
    """The covariance of truth and prediction is all but 0: what subtraction loses."""
    true = [random.randint(1, size // classes) for _ in range(classes)]
    predicted = [random.randint(1, 1000) for _ in range(classes)]
    total = sum(predicted)
    return tuple(a * b // total + random.randint(0, 1) for a in true for b in predicted)


def _beside(huge: int) -> tuple[Matrix, ...]:
    """Cells 0, 1, 2 and a huge number, the smallest first; at least one is huge."""
    found = [cells for cells in product((0, 1, 2, huge), repeat=4) if huge in cells]
    if huge < MOST_INT32:
        found = [cells for cells in found if sum(cells) <= MOST_INT32]
    return tuple(sorted(found, key=lambda cells: (sum(cells), cells)))
