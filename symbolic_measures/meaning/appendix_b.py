"""The reading `gosgens-appendix-b` of several classes: gosgens2021, Appendix B.

Three things are said there.  c_ii/a_i is b_i/n where a_i = 0, and c_ii/b_i is a_i/n where b_i = 0.
CC, where both labelings are constant, has the value of maximal agreement if it is with one class,
and that of minimal agreement if not; where one of them is, that of the baseline.  What is only
undefined where both labelings are the same one has the value of maximal agreement.

Of several classes minimal agreement has no value in the sense of the definition; taken is -1, the
smallest value of CC.  A binary measure of one class against the rest, as an average has them, is
read as it is of two classes.  A formula is read where such a term, or measure, stands in it as it
is written; what is undefined besides stays undefined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from symbolic_measures.meaning.measure import Convention, Measure
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.meaning.scikit_learn import ways
from symbolic_measures.nouns.confusion import CELLS, Square
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse

NAME = "gosgens-appendix-b"
APPENDIX = "gosgens2021, Appendix B"
MAXIMAL, MINIMAL, BASELINE = (
    f"{APPENDIX}: {what}"
    for what in ("maximal agreement", "minimal agreement", "constant baseline")
)
#: Where, the value there, and who says so.
Rule = tuple[str, str, str]
Rules = tuple[Rule, ...]
#: The truth is constant where n^2 = sum(a)^2 is sum(a^2), so the prediction; and both are with one
#: class where n^2 = sum(a)*sum(b), of which no summand is negative, is sum(a*b).
_BOTH, _ONE = "(n^2-sum(a^2))+(n^2-sum(b^2))", "(n^2-sum(a^2))*(n^2-sum(b^2))"
_SAME = "n^2-sum(a*b)"


def _constant(same: str, opposite: str, apart: str) -> Rules:
    """Of CC, and of a distance that is a function of it."""
    return (_SAME, same, MAXIMAL), (_BOTH, opposite, MINIMAL), (_ONE, apart, BASELINE)


#: Measures of several classes: what is said of them as a whole.
OF_CLASSES: dict[str, Rules] = {
    "accuracy": (), "CE": (),
    **dict.fromkeys(("kappa", "kappa_chance"), ((_SAME, "1", MAXIMAL),)),
    "CC": _constant("1", "-1", "0"),
    "CD": _constant("0", "1", "1/2"),
}  # fmt: skip
#: Terms of one class by its c, a, b: where, and the value there.
OF_A_CLASS: dict[str, Rule] = {
    "c/a": ("a", "b/n", f"{APPENDIX}: c_ii/a_i = b_i/n"),
    "c/b": ("b", "a/n", f"{APPENDIX}: c_ii/b_i = a_i/n"),
    "2*c/(a+b)": ("a+b", "1", MAXIMAL),
    "a*2*c/(a+b)": ("a+b", "a*1", MAXIMAL),
    "c/(a+b-c)": ("a+b-c", "1", MAXIMAL),
}
Said = Mapping[str, tuple[Rule, ...]]


@dataclass(frozen=True)
class _Known:
    """A term, or a whole measure, and what is said of it."""

    tree: Formula
    rules: tuple[tuple[Formula, Formula, str], ...]


def conventions(measure: Measure, whole: Said, terms: Said) -> tuple[Convention, ...] | None:
    """What the reading says about a measure of more than two classes; None if it says nothing.

    `whole` and `terms` are what it says of binary measures, and of terms of these.
    """
    known = _all_known(measure.classes, tuple(whole.items()), tuple(terms.items()))
    found: dict[Formula, tuple[tuple[Formula, Formula, str], ...]] = {}
    stack, seen = [measure.formula], set()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node in known:
            found[node] = known[node]
        else:
            stack.extend(reversed(node.children))
    if not any(found.values()) and measure.formula not in found:
        return None
    return tuple(
        Convention(when, value, source, None if node == measure.formula else node)
        for node, rules in found.items()
        for when, value, source in rules
    )


@lru_cache(maxsize=16)
def _all_known(
    classes: int, whole: tuple[tuple[str, Rules], ...], terms: tuple[tuple[str, Rules], ...]
) -> Mapping[Formula, tuple[tuple[Formula, Formula, str], ...]]:
    """Every term and measure of so many classes; the first that is said of one counts."""
    found: dict[Formula, tuple[tuple[Formula, Formula, str], ...]] = {}
    for known in (*_of_classes(classes), *_of_a_class(classes), *_binary(classes, whole, terms)):
        found.setdefault(known.tree, known.rules)
    return found


def _of_classes(classes: int) -> Iterator[_Known]:
    for name, rules in OF_CLASSES.items():
        read = tuple(
            (class_formula(when, classes), class_formula(value, classes), source)
            for when, value, source in rules
        )
        yield _Known(class_formula(name, classes), read)


def _of_a_class(classes: int) -> Iterator[_Known]:
    square = Square.of(classes)
    for label in range(classes):
        own = {"c": square.at(label, label), "a": square.true(label),
               "b": square.predicted(label), "n": square.size}  # fmt: skip
        for text, (when, value, source) in OF_A_CLASS.items():
            yield _Known(parse(text, own), ((parse(when, own), parse(value, own), source),))


def _binary(
    classes: int, whole: tuple[tuple[str, Rules], ...], terms: tuple[tuple[str, Rules], ...]
) -> Iterator[_Known]:
    """Measures and terms without parameters, of one class against the rest."""
    square = Square.of(classes)
    named = [(MEASURES[name].formula, rules) for name, rules in whole if rules]
    for label in range(classes):
        place = dict(zip(CELLS, square.against_rest(label), strict=True))
        for tree, rules in (*named, *((parse(text), rules) for text, rules in terms)):
            if set(tree.symbols()) <= set(CELLS):
                read = tuple(
                    (parse(when).at(**place), parse(value).at(**place), source)
                    for when, value, source in rules
                )
                for each in ways(tree):
                    yield _Known(each.at(**place), read)
