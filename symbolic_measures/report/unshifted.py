"""The lines of a case in which some cells are positive, in the letters of the cells themselves.

A case x >= 1 is proved with x + 1 in the place of x, for every x >= 0.  What its lines display
holds of x - 1 as well, and so written it is shorter, and about the matrix that it speaks of.

Invariant: what a line says of coefficients, or of a sum, is looked up in what it then shows; where
it would no longer be so, the lines stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symbolic_measures.kernel.algebra import RuleError, one_sign
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal, Sort, Variable
from symbolic_measures.report.cleared import lowest
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.polynomials import Shown, margins_of, ratio
from symbolic_measures.report.prose import Equation, Piece, Prose, text

#: A line that says this of a polynomial which is not displayed stays as it is.
UNSEEN = ("is a polynomial with", "written out")
#: What a line says of the coefficients that it shows.
SUM = "sum of what is not negative"
SEEN = ("coefficient", "none negative", SUM, "Here the numerator")


class Unshifted:
    """Formulas with x - 1 for x, read and written anew."""

    def __init__(self, moved: Sequence[Formula], variables: tuple[Variable, ...]) -> None:
        self.back = {x: x - 1 for x in moved}
        self.variables = variables
        own = {variable.name for variable in variables}
        self.margins = {letter: tree for tree, letter in margins_of(own).items()}

    def lines(self, told: Sequence[Line]) -> list[Line] | None:
        """The lines; None if they say what is true of x + 1 only."""
        found = []
        for line in told:
            words = text(line.sentence)
            if any(phrase in words for phrase in UNSEEN):
                return None
            try:
                display = line.display and self._equation(line.display)
                sentence = tuple(map(self._piece, line.sentence))
                said = display and any(phrase in words for phrase in SEEN)
                added = _asserted(display, SUM in words) if display and said else []
                if not all(map(self._seen, added)):
                    return None
            except RuleError:
                return None
            found.append(replace(line, sentence=sentence, display=display))
        return found

    def touches(self, told: Sequence[Line]) -> bool:
        """Whether a moved variable occurs in them."""
        return any(
            self._moves(tree)
            for line in told
            for piece in (*line.sentence, *([line.display] if line.display else []))
            for tree in (piece.terms if isinstance(piece, Equation) else (piece,))
            if isinstance(tree, Formula)
        )

    def _moves(self, tree: Formula) -> bool:
        return not self.back.keys().isdisjoint(tree.replace(self.margins).walk())

    def _piece(self, piece: Piece) -> Piece:
        if isinstance(piece, Equation):
            return self._equation(piece)
        return self.formula(piece) if isinstance(piece, Formula) else piece

    def _equation(self, shown: Equation) -> Equation:
        terms = tuple(map(self.formula, shown.terms))
        again = len(terms) > 2 and terms[0] == terms[1] and shown.relations[0] == "="
        return Equation(terms[again:], shown.relations[again:])  # not x = x > 0

    def formula(self, tree: Formula) -> Formula:
        """The formula in the cells themselves; a sum that was added as a whole stays one."""
        if not self._moves(tree):
            return tree
        named = any("(" in name for name in tree.symbols())  # M(C) - x: x by itself
        if tree.op in ("+", "-") and (named or _whole(tree)):
            return Formula(tree.op, *map(self.formula, tree.args))
        whole = tree.replace(self.margins).replace(self.back)
        read = self._reader(whole, "real")
        top, bottom = lowest(read, *read.ratio(whole))
        shown = Shown(read)
        return ratio(shown.formula(top), shown.formula(bottom))

    def _seen(self, tree: Formula) -> bool:
        """Whether no coefficient above the bar is negative."""
        whole = tree.replace(self.margins)
        read = self._reader(whole, "nonnegative")
        return one_sign(lowest(read, *read.ratio(whole))[0], read.sorts) == 1

    def _reader(self, whole: Formula, sort: Sort) -> Reader:
        """A reader of the formula, in which symbols that are no variables have that sort."""
        known = {variable.name for variable in self.variables}
        others = (Variable(name, sort) for name in whole.symbols() if name not in known)
        return reader(Goal((*self.variables, *others), (), Atom(whole, "defined")))


def _whole(tree: Formula) -> bool:
    """Whether a sum was added as a whole."""
    return tree.op == "+" and tree.args[1].op in ("+", "-")


def _asserted(display: Equation, summed: bool) -> list[Formula]:
    """What the line says of its coefficients: the last formula, or what a sum adds to multiples of
    conditions (`summed`), if it adds anything."""
    tree = display.terms[-2] if display.relations[-1] in (">", ">=") else display.terms[-1]
    if summed and tree.op not in ("+", "-"):
        return []
    return [tree.args[1]] if _whole(tree) else [tree]


def in_the_cells(
    told: Sequence[Line], names: Sequence[Formula], variables: tuple[Variable, ...], given: Prose
) -> list[Line]:
    """The lines in the cells themselves, or with what is written for what."""
    moved = Unshifted(names, variables)
    found = moved.lines(told) if moved.touches(told) else list(told)
    if found is None:
        found = list(told)
        for place, x in enumerate(names):
            given += (", with " if not place else ", ", x + 1, " written for ", x)
    first, *rest = found
    return [replace(first, sentence=(*given, ": ", *first.sentence)), *rest]
