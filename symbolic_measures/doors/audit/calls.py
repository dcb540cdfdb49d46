"""Calls: what a function gave at each matrix, and whether it can be audited at all.

Each matrix is called once and remembered; `again` calls anew, which is how a finding is confirmed.
A function that gives no number anywhere, or another one when called again, is refused in one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from symbolic_measures.doors.audit import outcomes
from symbolic_measures.doors.audit.outcomes import Outcome, observed
from symbolic_measures.doors.audit.signatures import Matrix, Signature
from symbolic_measures.doors.audit.targets import TargetError, name_of
from symbolic_measures.fences import OutOfTimeError

#: Matrices that are called again to see whether the function is random.
REPEATED = 24
WHAT_TO_DO = {
    "array": "; pick one number: --item 0, or an option such as average=macro",
    "raises": "; see its options: --option name=value",
    "other": "; it must return a number",
    "nothing": "; it must return a number",
}


class Calls:
    """The outcomes of a function, by matrix."""

    def __init__(self, signature: Signature, item: str = "") -> None:
        self.signature, self.item = signature, item
        self.known: dict[Matrix, Outcome] = {}

    def __call__(self, matrix: Matrix) -> Outcome:
        """What it gave at the matrix."""
        found = self.known.get(matrix)
        if found is None:
            found = self.known[matrix] = self.again(matrix)
        return found

    def again(self, matrix: Matrix) -> Outcome:
        """What it gives now."""
        try:
            call = self.signature.call(matrix)
        except (ImportError, MemoryError, OverflowError) as error:
            text = f"{self.name}: the values cannot be made: {error}"
            raise TargetError(text) from None
        try:
            return observed(call, self.item)
        except OutOfTimeError:
            text = (
                f"{self.name}: at {matrix} it does not return within {outcomes.SECONDS:g} seconds"
            )
            raise TargetError(text) from None

    def confirmed(self, matrix: Matrix) -> Outcome:
        """What it gave, once it gave the same again; TargetError if it does not."""
        before, now = self(matrix), self.again(matrix)
        if not now.same(before):
            raise TargetError(
                f"{self.name}: it is random: at {matrix} it is {before.told}, called again "
                f"{now.told}; fix its seed with --option"
            )
        return now

    def forget(self, matrix: Matrix) -> None:
        """From now on there is no number at the matrix: it is left out."""
        self.known[matrix] = Outcome("nothing", "left out")

    @property
    def name(self) -> str:
        """What the function is called."""
        return name_of(self.signature.function)

    @property
    def printed(self) -> str:
        """The first line that it printed at any matrix."""
        return next((found.printed for found in self.known.values() if found.printed), "")

    def warnings(self) -> Counter[str]:
        """The warnings, by category."""
        return Counter(found.warning for found in self.known.values() if found.warning)


def look_over(calls: Calls, matrices: Iterable[Matrix]) -> None:
    """Calls the function at every matrix.

    Raises:
        TargetError: it gives a number at none of them, or is random.
    """
    looked_at = list(matrices)
    found = [calls(matrix) for matrix in looked_at]
    if not any(outcome.is_number for outcome in found):
        kept = [o for o in found if o.kind in ("array", "other")] or found
        kind, told = Counter((outcome.kind, outcome.told) for outcome in kept).most_common(1)[0][0]
        where = "at every matrix" if all(o.kind == kind for o in found) else "at most matrices"
        line = f"{calls.name}: {where} it {_verb(told)}{WHAT_TO_DO.get(kind, '')}"
        raise TargetError(line)
    interior = [matrix for matrix in looked_at if min(matrix) > 0]
    step = max(1, len(looked_at) // REPEATED)
    for matrix in (*looked_at[::step], *interior[:REPEATED]):
        calls.confirmed(matrix)


def _verb(told: str) -> str:
    return told if told.startswith(("raises", "returns")) else f"returns {told}"
