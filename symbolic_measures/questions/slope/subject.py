"""A measure of several classes, and what is stated of its derivatives for every number of them."""

from __future__ import annotations

from symbolic_measures.meaning.class_slopes import slope
from symbolic_measures.meaning.class_sums import Frame, class_sums, steepness
from symbolic_measures.meaning.multiclass import class_measure
from symbolic_measures.nouns.confusion import Square
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable

#: The cells of a derivative, and the sign that opitz2024 (PI) asks for.
DIRECTIONS = {"i = j": ">= 0", "i != j": "<= 0"}


class Subject:
    """The formula with its parameters; FormulaError if it has no derivative for every m."""

    def __init__(self, text: str, assume: tuple[str, ...] = ()) -> None:
        self.text, self.assume = text, assume
        self.measure = class_measure(text, 2, "", assume)
        self.tree = class_sums(text, self.measure.parameters)
        for cell in DIRECTIONS:
            slope(self.tree, cell == "i = j")

    def frame(self, cell: str) -> Frame:
        """The named classes apart, with the sums of the measure and its derivative."""
        found = Frame(1 if cell == "i = j" else 2, self.measure.variables, self.measure.conditions)
        found.normal(self.tree)
        found.normal(slope(self.tree, cell == "i = j"))
        return found

    def steep(self, cell: str, frame: Frame) -> Goal:
        """The sign that is asked for."""
        change = slope(self.tree, cell == "i = j")
        return steepness(frame, self.tree, change if cell == "i = j" else -change, ">=")

    def same(self, cell: str, text: str) -> Goal:
        """That a text is the derivative."""
        frame = self.frame(cell)
        shown = class_sums(text, self.measure.parameters, classes_named=True)
        change = slope(self.tree, cell == "i = j")
        return steepness(frame, self.tree, change - shown, "==")

    def statement(self, cell: str, classes: int) -> Statement:
        """The sign for one number of classes, at matrices with positive whole cells."""
        measure = class_measure(self.text, classes, "", self.assume)
        place = measure.cells[0 if cell == "i = j" else 1]
        change = derivative(measure.formula, {place: 1}) or measure.formula - measure.formula
        square = Square.of(classes)
        variables = tuple(Variable(name, "positive") for name in measure.cells)
        goal = Goal(
            variables + measure.variables,
            (*measure.conditions, Atom(measure.formula, "defined"), Atom(change, "defined")),
            Atom(change if cell == "i = j" else -change, ">="),
            (square.cells,),
            (change,),
            (measure.cells,),
            f"dM/d{place}, m = {classes}",
        )
        sentence = f"dM/d{place} {DIRECTIONS[cell]} at every positive matrix of {classes} classes."
        return Statement("derivative", self.text, sentence, (goal,))
