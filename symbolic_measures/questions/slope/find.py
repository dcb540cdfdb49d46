"""The derivatives by a general cell, looked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.algebra import RuleError, reduce
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning.class_slopes import slope
from symbolic_measures.meaning.every_m import SMALL, General
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.question import SECONDS, Means
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import sums_of
from symbolic_measures.nouns.verdict import Verdict, Witness
from symbolic_measures.questions.slope.asked import SlopeQuestion
from symbolic_measures.questions.slope.meaning import Derived, Slopes
from symbolic_measures.questions.slope.subject import DIRECTIONS, Subject
from symbolic_measures.search.effort import STEPS, Effort
from symbolic_measures.search.every_m import in_time
from symbolic_measures.search.factored import fraction
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.refute import refute, scattered
from symbolic_measures.search.sums import prove_for_all
from symbolic_measures.search.tactics.formulas import prove_goal


@dataclass
class Deriving:
    """The work on the two derivatives; iterate, then `report()` says what is known.

    FormulaError, in one line, for a formula that has no derivative for every m.
    """

    text: str
    assume: tuple[str, ...] = ()
    seconds: float = SECONDS
    found: list[Derived] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.subject = Subject(self.text, self.assume)

    def __iter__(self) -> Iterator[str]:
        for cell in DIRECTIONS:
            yield f"dM/dm_ij, {cell}"
            with suppress(StoppedError, RecursionError, MemoryError):  # the others are kept
                self.found.append(self._derived(cell))

    def report(self) -> Slopes:
        """What is known so far."""
        done = len(self.found) == len(DIRECTIONS)
        return Slopes(self.text, self.assume, tuple(self.found), done)

    def _derived(self, cell: str) -> Derived:
        effort = Effort(self.seconds)
        change = slope(self.subject.tree, cell == "i = j")
        step, text = None, ""
        for text in sorted({str(change), str(self._tidy(change))}, key=len):
            with effort.fenced():
                step = step or prove_goal(self.subject.same(cell, text), effort)
            if step is not None:
                break
        if step is None:
            raise FormulaError(f"the derivative of {self.text} could not be written down")
        plain = Derived(cell, text, step, "undecided")
        for classes in SMALL[:2]:
            verdict = self._against(cell, classes)
            if verdict is not None:
                return replace(plain, outcome="refuted", classes=classes, against=verdict)
        spoken = (self.subject.tree,)
        found = in_time(
            lambda: prove_for_all(
                lambda: self.subject.frame(cell),
                spoken,
                lambda f: self.subject.steep(cell, f),
                (),
                effort,
            )
        )
        if found is None:
            return plain
        general = General(*found)
        general.check(
            lambda: self.subject.frame(cell), spoken, lambda f: self.subject.steep(cell, f)
        )
        return replace(plain, outcome="proved", general=general)

    def _tidy(self, change: Formula) -> Formula:
        """One fraction of factored polynomials in the letters of the classes and sums."""
        swap = {node: symbol(f"sum{place}") for place, node in enumerate(sums_of(change), 1)}
        tree = change.replace(swap)
        names = tuple(Variable(name, "real") for name in tree.symbols())
        read = reader(Goal(names, (), Atom(tree, "defined")))
        try:
            top, bottom = read.ratio(tree)
        except (RuleError, RecursionError):
            return change
        if read.opaque:
            return change
        top = reduce(top, read.roots)
        common = top.gcd(bottom)
        shown = fraction(read, top / common, bottom / common)
        return shown.replace({name: node for node, name in swap.items()})

    def _against(self, cell: str, classes: int) -> Verdict | None:
        statement = self.subject.statement(cell, classes)
        effort = Effort(self.seconds, STEPS // 4)
        least = classes * classes

        def work() -> Witness | None:
            with effort.fenced():
                witness = refute(statement, least + (4 if classes == 2 else 2), effort)
                if witness is not None:
                    return witness
                point = scattered(statement.goals[0], effort)
                return None if point is None else witness_at(statement, 0, point, False)

        witness = guarded(work, lambda _: None)
        if witness is None:
            return None
        verdict = Verdict("derivative", "refuted", statement, witness=witness)
        kernel_check(statement, verdict)
        return verdict


def work(question: SlopeQuestion, means: Means) -> Deriving:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    return Deriving(question.measure, question.assume, means.seconds)
