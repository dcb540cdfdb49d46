"""Readings at 0/0 for every number of classes: formulas of sums with cases (`ifzero`) in them.

A reading says what a term of one class is, such as c/a where a = 0, or what a measure is as a
whole.  So its formula for every m is that of `nouns.sums`, where in place of each such term, or
measure, as it is written, there are its cases.  `appendix_b` and `scikit_learn` say what it is at a
number of classes.

Invariant: written out for m classes it is defined exactly where the reading of so many classes is,
and has its value there.  That is not so of every formula: sum(c/a)/3 is an average at m = 3 alone,
and TN/N of one of two classes is TP/P of the other, which is read.  So these readings are stated of
the measures in `STATED` alone, which hold no number but 1 and the 2 of F1 and no term of that kind;
everything else is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from symbolic_measures.meaning import appendix_b, scikit_learn
from symbolic_measures.meaning.class_sums import class_sums
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.readings import LITERAL, TERMS, WHOLE
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.sums import AGAINST_REST, MANY, SIZE, A, B, C, total

ZERO, ONE = formula(0), formula(1)
#: The readings that are stated for every m.
KNOWN = (appendix_b.NAME, scikit_learn.NAME)
#: The measures of which they are stated, and what is a function of scikit-learn besides.
STATED = (
    "accuracy", "BA", "kappa", "CC", "CD", "SBA", "HmacR", "macro_precision", "macro_F1",
    "macro_F1_of_means", "weighted_F1", "weighted_precision", "macro_Jaccard", "macro(F1)",
    "macro(recall)", "macro(Jaccard)", "adjusted_BA",
)  # fmt: skip
OF_THE_LIBRARY = ("micro(F1)",)
#: What stands in place of a formula, or of a term of a class.
Cases = dict[Formula, Formula]


def at_classes(name: str, measure: Measure) -> Reading:
    """The reading of a measure of two classes and more, by its own words for classes."""
    if name == LITERAL:
        return Reading(measure)
    if name == scikit_learn.NAME:
        found = scikit_learn.conventions(measure, WHOLE[name])
    else:
        terms = {text: (rule,) for text, rule in TERMS[name].items()}
        found = appendix_b.conventions(measure, WHOLE[name], terms)
    if found is None:
        raise nothing_said(name, measure.name)
    return Reading(measure, name, found)


def nothing_said(name: str, measure: str) -> FormulaError:
    return FormulaError(
        f"the reading {name} is not stated of {measure} for every m, only of "
        f"{', '.join(STATED)}: give a number of classes"
    )


def read_with(name: str, tree: Formula, measure: str) -> Formula:
    """The formula with the cases of the reading; FormulaError if it says nothing about it."""
    if name not in KNOWN:
        raise FormulaError(f"the reading {name} is not for every number of classes: give a number, "
                           f"or one of {', '.join(KNOWN)}")  # fmt: skip
    if tree not in _stated(name):
        raise nothing_said(name, measure)
    if name == scikit_learn.NAME and (averaged := _average(tree)) is not None:
        return averaged
    said, cases = {**_of_a_class(name), **_wholes(name)}, dict[Formula, Formula]()
    stack = [tree]
    while stack:
        node = stack.pop()
        if node in said:
            cases[node] = said[node]
        else:
            stack.extend(node.children)
    return tree.replace(cases)


@cache
def _stated(name: str) -> frozenset[Formula]:
    """The formulas of these measures."""
    more = OF_THE_LIBRARY if name == scikit_learn.NAME else ()
    return frozenset(class_sums(text) for text in (*STATED, *more))


def _cases(tree: Formula, rules: Iterator[tuple[Formula, Formula]]) -> Formula:
    """The first rule that applies wins."""
    for when, value in reversed(tuple(rules)):
        tree = Formula("ifzero", when, value, tree)
    return tree


@cache
def _wholes(name: str) -> Cases:
    """Measures of several classes, and what they are as a whole."""
    if name == appendix_b.NAME:
        known = {text: [(when, value) for when, value, _ in rules]
                 for text, rules in appendix_b.OF_CLASSES.items()}  # fmt: skip
    else:
        known = {text: [(when, "0")] if when else []
                 for text, (_, when) in scikit_learn.OF_CLASSES.items()}  # fmt: skip
    found = {}
    for text, rules in known.items():
        tree = class_sums(text, paired=True)
        found[tree] = _cases(tree, ((class_sums(w), class_sums(v)) for w, v in rules))
    if name == scikit_learn.NAME:  # the mean over the classes that are true
        true = total(Formula("ifzero", A, ZERO, ONE))
        found[total(C / A) / MANY] = total(Formula("ifzero", A, ZERO, C / A)) / true
        for text in ("recall", "precision", "F1", "F2", "F_half", "Jaccard"):
            micro = class_sums(f"micro({text})")  # never undefined: there is an element
            found[micro] = micro
    return found


@cache
def _of_a_class(name: str) -> Cases:
    """Terms of one class by its letters, and binary measures of the class against the rest."""
    own = {"a": A, "b": B, "c": C, "n": SIZE}
    if name == appendix_b.NAME:
        letters = {text: (when, value) for text, (when, value, _) in appendix_b.OF_A_CLASS.items()}
    else:
        letters = {text: (when, "0") for text, (_, when) in scikit_learn.OF_A_CLASS.items()}
    found = {}
    for text, (when, value) in letters.items():
        tree = parse(text, own)
        found[tree] = _cases(tree, iter([(parse(when, own), parse(value, own))]))
    binary = [(MEASURES[text].formula, rules) for text, rules in WHOLE[name].items() if rules]
    binary += [(parse(text), (rule,)) for text, rule in TERMS.get(name, {}).items()]
    for tree, rules in binary:
        if set(tree.symbols()) <= set(CELLS):
            for way in scikit_learn.ways(tree):
                here = way.at(**AGAINST_REST)
                cases = ((parse(w).at(**AGAINST_REST), parse(v).at(**AGAINST_REST))
                         for w, v, _ in rules)  # fmt: skip
                found.setdefault(here, _cases(here, cases))
    return found


def _average(tree: Formula) -> Formula | None:
    """scikit-learn's mean over the classes that occur, of a function that is 0 at 0/0.

    Where a class does not occur its function is 0, for it has no true and no predicted element; so
    the sum over all classes is that over those that occur.
    """
    if tree.op != "/" or tree.args[1] != MANY or tree.args[0].op != "sum":
        return None
    body = tree.args[0].args[0]
    if body == C / A or body not in _averaged():
        return None
    occurs = total(Formula("ifzero", A + B, ZERO, ONE))
    return total(_of_a_class(scikit_learn.NAME)[body]) / occurs


@cache
def _averaged() -> frozenset[Formula]:
    """The terms of functions whose mean over classes leaves out those that do not occur."""
    own = {"a": A, "b": B, "c": C}
    found = {parse(text, own) for text, (function, _) in scikit_learn.OF_A_CLASS.items()
             if function in scikit_learn.AVERAGED}  # fmt: skip
    for name, rules in WHOLE[scikit_learn.NAME].items():
        tree = MEASURES[name].formula
        if scikit_learn.function_of(name, rules) in scikit_learn.AVERAGED:
            found |= {way.at(**AGAINST_REST) for way in scikit_learn.ways(tree)}
    return frozenset(found)
