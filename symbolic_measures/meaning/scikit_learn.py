"""The reading `scikit-learn`: a formula made of terms that the library has functions for.

A term is the formula of one of its functions (`readings.WHOLE`), of two classes or of one class
against the rest, wherever it stands in the formula as written: there it has the value that the
function returns.  An average over classes leaves out classes that occur in neither labeling, as
functions do that are called without `labels`; `mean(c/a)` is `balanced_accuracy_score`, which
leaves out those that are not true.  What is undefined besides stays undefined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from symbolic_measures.meaning.measure import Convention, Measure
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.nouns.confusion import CELLS, Square, summed
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse

NAME = "scikit-learn"
VERSION = "1.9.1"
ZERO = formula(0)
#: Terms of one class by its c, a, b, as formulas of several classes have them; where they are 0.
OF_A_CLASS = {
    "c/a": ("recall_score", "a"),
    "c/b": ("precision_score", "b"),
    "2*c/(a+b)": ("f1_score", "a+b"),
    "a*2*c/(a+b)": ("f1_score", "a+b"),
    "c/(a+b-c)": ("jaccard_score", "a+b-c"),
}
#: Measures of several classes as a whole: the function, and where it is 0.
OF_CLASSES = {
    "CC": ("matthews_corrcoef", "(n^2-sum(b^2))*(n^2-sum(a^2))"),
    "accuracy": ("accuracy_score", ""),
    "kappa": ("cohen_kappa_score", ""),
}
#: What is a function of several classes as it stands: those, and averages of the terms.
FUNCTIONS = (*OF_CLASSES, "kappa_chance", "BA", "macro_precision", "macro_F1", "weighted_F1")
#: Their average over classes leaves out those that occur in neither labeling.
AVERAGED = frozenset(
    ("recall_score", "precision_score", "f1_score", "fbeta_score", "jaccard_score")
)
Rules = tuple[tuple[Formula, Formula], ...]


def is_function(measure: Measure) -> bool:
    """Whether a measure of several classes is written as what a function of the library returns."""
    several = measure.classes > 2
    return several and any(
        class_formula(name, measure.classes) == measure.formula for name in FUNCTIONS
    )


@dataclass(frozen=True)
class Part:
    """A term of a function, of one class (or of all, or of two: -1), and its values where it is 0.

    The term may have parameters, and the rules then mention them.
    """

    function: str
    term: Formula
    rules: Rules
    label: int = -1

    def found(self, node: Formula, names: frozenset[str]) -> Part | None:
        """The part at the parameters that the node has; None if it is another term."""
        values: dict[str, Formula] = {}
        if not _fits(self.term, node, values, names):
            return None
        rules = tuple((when.at(**values), value.at(**values)) for when, value in self.rules)
        return Part(self.function, node, rules, self.label)

    def conventions(self, term: Formula | None) -> Iterator[Convention]:
        """They, on the term, or on the measure as a whole."""
        for when, value in self.rules:
            yield Convention(when, value, source(self.function), term)


def source(function: str) -> str:
    """Who says so."""
    return f"scikit-learn {VERSION}, sklearn.metrics.{function}"


def conventions(
    measure: Measure, whole: Mapping[str, tuple[tuple[str, str, str], ...]]
) -> tuple[Convention, ...] | None:
    """What the reading says about the measure, terms first; None if it says nothing.

    `whole` is what it says about measures of the catalog.
    """
    known = _parts(measure.classes, tuple(whole.items()))
    found: dict[Formula, Part] = {}
    stack, seen = [measure.formula], set()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        names = frozenset(measure.cells)
        part = next((p for one in known if (p := one.found(node, names)) is not None), None)
        if part is None:
            stack.extend(reversed(node.children))
        else:
            found[node] = part
    if not found:
        return None
    told = [
        item
        for node, part in found.items()
        for item in part.conventions(None if node == measure.formula else node)
    ]
    return *told, *_without_absent(measure, found)


def _without_absent(measure: Measure, parts: Mapping[Formula, Part]) -> Iterator[Convention]:
    """Of a mean over classes: its value where some classes occur in neither labeling."""
    tree, square = measure.formula, Square.of(measure.classes)
    whole = formula(square.classes)
    if tree.op != "/" or tree.args[1] != whole:
        return
    terms = _summands(tree.args[0], square.classes)
    own = [parts.get(term) for term in terms]
    labels = [part.label for part in own if part is not None and part.function in AVERAGED]
    functions = {part.function for part in own if part is not None}
    if labels != list(range(square.classes)) or len(functions) != 1:
        return
    (function,) = functions
    for size in range(square.classes - 1, 0, -1):
        for absent in combinations(labels, size):
            when = summed(square.true(i) + square.predicted(i) for i in absent)
            rest = summed(terms[i] for i in labels if i not in absent)
            yield Convention(when, rest / formula(square.classes - size), source(function))


def _summands(tree: Formula, most: int) -> list[Formula]:
    """The terms of a sum from left to right."""
    found: list[Formula] = []
    while tree.op == "+" and len(found) < most - 1:
        found.append(tree.args[1])
        tree = tree.args[0]
    return [tree, *reversed(found)]


@lru_cache(maxsize=16)
def _parts(
    classes: int, whole: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]
) -> tuple[Part, ...]:
    """Every term that is known of so many classes, those of several classes first."""
    square = Square.of(classes)
    binary = [
        Part(function_of(name, rules), tree, tuple(_read(rule, tree) for rule in rules))
        for ways in zip(*(ways(MEASURES[name].formula) for name, _ in whole), strict=True)
        for (name, rules), tree in zip(whole, ways, strict=True)
    ]
    against = [
        Part(part.function, _at(part.term, square, label),
             tuple((_at(w, square, label), _at(v, square, label)) for w, v in part.rules), label)
        for label in range(classes)
        for part in binary
    ]  # fmt: skip
    several = [
        Part(function, class_formula(name, classes), _zero(when, classes))
        for name, (function, when) in OF_CLASSES.items()
    ]
    summed_up = [
        Part(part.function, class_formula(f"micro({name})", classes, ["beta"]), ())
        for (name, _), part in zip(whole, binary, strict=False)
        if part.function in AVERAGED
    ]  # never undefined: there is an element
    return (*several, *_means(square), *summed_up, *against, *_of_a_class(square))


def function_of(name: str, rules: tuple[tuple[str, str, str], ...]) -> str:
    """The function that a measure of the catalog is."""
    plain = {"accuracy": "accuracy_score", "kappa": "cohen_kappa_score"}
    return rules[0][2].rpartition(".")[2] if rules else plain.get(name, name)


def _read(rule: tuple[str, str, str], tree: Formula) -> tuple[Formula, Formula]:
    names = [name for name in tree.symbols() if name not in CELLS]
    return parse(rule[0], parameters=names), parse(rule[1], parameters=names)


def _zero(when: str, classes: int) -> Rules:
    return ((class_formula(when, classes), ZERO),) if when else ()


def ways(tree: Formula) -> tuple[Formula, ...]:
    """a/(b + c) and a/(c + b)."""
    if tree.op != "/" or tree.args[1].op != "+":
        return tree, tree
    left, right = tree.args[1].args
    return tree, tree.args[0] / (right + left)


def _at(tree: Formula, square: Square, label: int) -> Formula:
    """A binary formula at one class against the rest."""
    return tree.at(**dict(zip(CELLS, square.against_rest(label), strict=True)))


def _means(square: Square) -> Iterator[Part]:
    """`mean(c/a)`: the mean over the classes that are true."""
    own = [square.at(i, i) / square.true(i) for i in range(square.classes)]
    rules = [
        (summed(square.true(i) for i in absent),
         summed(own[i] for i in range(square.classes) if i not in absent)
         / formula(square.classes - size))
        for size in range(square.classes - 1, 0, -1)
        for absent in combinations(range(square.classes), size)
    ]  # fmt: skip
    if square.classes > 2:
        yield Part("balanced_accuracy_score", summed(own) / formula(square.classes), tuple(rules))


def _of_a_class(square: Square) -> Iterator[Part]:
    """Terms in c, a, b of each class."""
    for label in range(square.classes):
        own = {"c": square.at(label, label), "a": square.true(label), "b": square.predicted(label)}
        for text, (function, when) in OF_A_CLASS.items():
            yield Part(function, parse(text, own), ((parse(when, own), ZERO),), label)


def _fits(
    pattern: Formula, node: Formula, values: dict[str, Formula], cells: frozenset[str]
) -> bool:
    """Whether a node is the pattern at some values of its parameters, which are noted."""
    stack = [(pattern, node)]
    while stack:
        one, other = stack.pop()
        if one.op == "symbol" and one.args[0] not in cells:
            if set(other.symbols()) & cells or values.setdefault(one.args[0], other) != other:
                return False
        elif one.op != other.op or len(one.args) != len(other.args):
            return False
        elif not one.children:
            if one != other:
                return False
        else:
            stack.extend(zip(one.children, other.children, strict=True))
    return True
