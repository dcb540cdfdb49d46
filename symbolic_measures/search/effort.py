"""How much search may cost: steps that are counted, the same on every machine, inside a fence.

A step is about a microsecond of the machine on which costs were measured; what is counted is the
size of what is worked on, never time, so that a verdict depends neither on the machine nor on what
else it does.  Seconds on the wall are only an outer fence (`fences`), and a verdict says so
if it was what stopped the search.  Invariant: what a share spends is spent of the whole, too.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from symbolic_measures.fences import Fence, StoppedError, fence
from symbolic_measures.nouns.question import SECONDS

#: Steps are given out in millions: each about a second.
MILLION = 1_000_000
#: What one verdict may cost.
STEPS = 30 * MILLION


class OutOfStepsError(StoppedError):
    """The steps are used up."""

    def __init__(self, steps: int) -> None:
        super().__init__(f"stopped after {in_words(steps)} steps of search")


def in_words(steps: int) -> str:
    """The number as people say it: 30 million, 1.5 million, 2,000."""
    if steps < MILLION:
        return f"{steps:,}"
    return f"{steps / MILLION:.2f}".rstrip("0").rstrip(".") + " million"


class Effort:
    """Steps that may be spent, perhaps as a share of more, within so many seconds from now."""

    __slots__ = (
        "_above", "_fence", "_free", "proves", "seconds", "short", "spent", "steps", "sure",
        "tried",
    )  # fmt: skip

    def __init__(
        self,
        seconds: float = SECONDS,
        steps: int = STEPS,
        sure: bool = True,
        proves: bool = True,
        tried: dict[Any, Any] | None = None,
    ) -> None:
        self.steps, self.seconds, self.spent = steps, seconds, 0
        #: Whether small matrices are all looked at, whatever it costs.
        self.sure = sure
        #: Whether proofs are tried, not only counterexamples looked for.
        self.proves = proves
        #: Whether steps were wanting, here or in a share.
        self.short = False
        self._above: Effort | None = None
        self._free = False
        self._fence: Fence = fence(seconds)
        #: What was tried within it, or before, and what came of it: nothing is tried twice.
        self.tried: dict[Any, Any] = {} if tried is None else tried

    def tick(self, cost: int = 100) -> None:
        """Spend so many steps; raises a StoppedError if there are none left, or no time."""
        self.spend(cost)
        one: Effort | None = None if self._free else self
        while one is not None:
            if one.spent > one.steps:
                self._mark_short()
                raise OutOfStepsError(one.steps)
            one = one._above

    def _mark_short(self) -> None:
        one: Effort | None = self
        while one is not None:
            one.short, one = True, one._above

    def spend(self, cost: int) -> None:
        """Spend steps for what is done in any case; only the time stops it."""
        one: Effort | None = self
        while one is not None:
            one.spent += cost
            one = one._above
        self._fence.look()

    def left(self) -> int:
        """Steps that remain, at least 0."""
        own = max(0, self.steps - self.spent)
        return own if self._above is None else min(own, self._above.left())

    def share(self, steps: int) -> Effort:
        """At most so many of these steps, within the same fence."""
        most = min(steps, self.left())
        part = Effort(self.seconds, most, self.sure, self.proves, self.tried)
        part._above, part._fence = self, self._fence
        return part

    def beyond(self, steps: int) -> Effort:
        """So many steps besides these, within the same fence."""
        part = Effort(self.seconds, steps, proves=self.proves)
        part._fence = self._fence
        return part

    def in_any_case(self) -> Effort:
        """For work that is completed whatever it costs: counted here, but only time stops it."""
        part = self.share(0)
        part._free = True
        return part

    def fenced(self) -> AbstractContextManager[None]:
        """Raises OutOfTimeError in the block wherever it is, not only where steps are counted."""
        return self._fence.around()


#: Where a limit is asked for: seconds of the outer fence, or what is left of an effort.
Limit = Effort | float


def granted(limit: Limit, steps: int = STEPS) -> Effort:
    """The effort itself, or so many steps within so many seconds."""
    return limit if isinstance(limit, Effort) else Effort(limit, steps)
