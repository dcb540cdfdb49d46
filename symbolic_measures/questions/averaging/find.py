"""An averaging is asked property by property."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from symbolic_measures.meaning.averaging import ASKED, AVERAGINGS, WHERE
from symbolic_measures.meaning.kept import Kept
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS, Means
from symbolic_measures.questions.averaging.asked import AveragingQuestion
from symbolic_measures.questions.averaging.meaning import AveragingReport
from symbolic_measures.search.kept import find_kept


@dataclass
class Averaging:
    """The work on one way of averaging; iterate, then `report()` says what is known.

    FormulaError, in one line, for an averaging or a property that is not known.
    """

    averaging: str
    properties: tuple[str, ...] = ASKED
    seconds: float = SECONDS
    verdicts: list[Kept] = field(default_factory=list)
    finished: bool = False

    def __post_init__(self) -> None:
        for given, known, kind in (
            ((self.averaging,), tuple(AVERAGINGS), "averaging"),
            (self.properties, ASKED, "property of an average"),
        ):
            for name in given:
                if name not in known:
                    close = get_close_matches(name, known, n=1)
                    hint = f"did you mean {close[0]!r}? " if close else ""
                    raise FormulaError(f"no {kind} {name!r}; {hint}known: {', '.join(known)}")

    def __iter__(self) -> Iterator[str]:
        for property_id in self.properties:
            for where in WHERE:
                yield f"{property_id}, {where}"
                self.verdicts.append(find_kept(self.averaging, property_id, where, self.seconds))
        self.finished = True

    def report(self) -> AveragingReport:
        """What is known so far."""
        kept = tuple(self.verdicts)
        return AveragingReport(self.averaging, kept, self.finished, self.properties)


def work(question: AveragingQuestion, means: Means) -> Averaging:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    properties = tuple(dict.fromkeys(question.property or ASKED))
    return Averaging(question.averaging, properties, means.seconds)
