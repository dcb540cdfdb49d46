"""Readings known by name: what others say a measure is where its formula is undefined.

Each convention is data: where (a formula that is 0 there), the value, the source; the first that
applies wins.  `WHOLE` speaks of measures of the catalog, and of formulas that are seen to be the
same function (`meaning.same`); `TERMS` of a term wherever it stands in a formula as written.  A
measure with no conventions in `WHOLE` is one that the source covers and leaves as it is.

A convention speaks only where the formula is undefined; a test compares every value.

`brzezinski-extended` has no conventions: see `meaning.extended`.
"""

from __future__ import annotations

from functools import cache

from symbolic_measures.meaning import appendix_b, scikit_learn
from symbolic_measures.meaning.extended import EXTENDED, extended
from symbolic_measures.meaning.measure import Convention, Measure, Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.same import same_function
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse

LITERAL = "literal"
USER_DEFINED = "user-defined"
#: Where, the value there, and who says so.
Rule = tuple[str, str, str]
_APPENDIX = appendix_b.APPENDIX
_MAXIMAL, _MINIMAL, _BASELINE = appendix_b.MAXIMAL, appendix_b.MINIMAL, appendix_b.BASELINE
#: Both labelings constant, with the same class or not; a constant one among the two.  In the
#: sizes of the classes, which is what the tactics for the baselines look for.
_SAME: Rule = ("(P+Phat)*(N+Nhat)", "1", _MAXIMAL)
_OPPOSITE: Rule = ("(P+Nhat)*(N+Phat)", "-1", _MINIMAL)
_CONSTANT: Rule = ("P*N*Phat*Nhat", "0", _BASELINE)
_NO_POSITIVES: Rule = ("TP+FN+FP", "1", _MAXIMAL)


def _angle(same: str, opposite: str, apart: str) -> tuple[Rule, ...]:
    """The conventions on CC, for a distance that is a function of it."""
    rules = (_SAME, _OPPOSITE, _CONSTANT)
    values = (same, opposite, apart)
    return tuple((when, v, source) for (when, _, source), v in zip(rules, values, strict=True))


def _sklearn(function: str, *rules: tuple[str, str]) -> tuple[Rule, ...]:
    source = scikit_learn.source(function)
    return tuple((when, value, source) for when, value in rules)


#: Reading, measure: the conventions on the measure as a whole.
WHOLE: dict[str, dict[str, tuple[Rule, ...]]] = {
    "gosgens-appendix-b": {
        **dict.fromkeys(("F_beta", "F1", "Jaccard"), (_NO_POSITIVES,)),
        "accuracy": (),
        "kappa": (_SAME,),
        **dict.fromkeys(("GM_half", "GM_1", "GM_2"), (_SAME, _OPPOSITE)),
        **dict.fromkeys(("CC", "GM", "GM_m1", "GM_m2"), (_SAME, _OPPOSITE, _CONSTANT)),
        "CD": _angle("0", "1", "1/2"),
        "CD_chord": _angle("0", "2", "sqrt(2)"),
        "CE": (),
    },
    "scikit-learn": {
        "recall": _sklearn("recall_score", ("P", "0")),
        "precision": _sklearn("precision_score", ("Phat", "0")),
        "F_beta": _sklearn("fbeta_score", ("(1+beta^2)*TP+beta^2*FN+FP", "0")),
        "F1": _sklearn("f1_score", ("TP+FN+FP", "0")),
        "F2": _sklearn("fbeta_score", ("5*TP+4*FN+FP", "0")),
        "F_half": _sklearn("fbeta_score", ("(5/4)*TP+(1/4)*FN+FP", "0")),
        "Jaccard": _sklearn("jaccard_score", ("TP+FN+FP", "0")),
        "CC": _sklearn("matthews_corrcoef", ("P*N*Phat*Nhat", "0")),
        "accuracy": _sklearn("accuracy_score"),
        "BA": _sklearn("balanced_accuracy_score", ("P", "TN/N"), ("N", "TP/P")),
        "kappa": _sklearn("cohen_kappa_score"),  # nan, that is undefined, where the formula is
    },
}
#: Reading, term: the convention on it, with the sum below the bar in either order.
TERMS: dict[str, dict[str, Rule]] = {
    "gosgens-appendix-b": {
        "TP/P": ("P", "Phat/n", f"{_APPENDIX}: c_ii/a_i = b_i/n"),
        "TN/N": ("N", "Nhat/n", f"{_APPENDIX}: c_ii/a_i = b_i/n"),
        "TP/Phat": ("Phat", "P/n", f"{_APPENDIX}: c_ii/b_i = a_i/n"),
        "TN/Nhat": ("Nhat", "N/n", f"{_APPENDIX}: c_ii/b_i = a_i/n"),
    },
}
KNOWN = (LITERAL, *WHOLE, EXTENDED)


def known_readings(measure: Measure) -> list[str]:
    """The names of the readings that say something about the measure; `literal` always does.

    Of the formula as written: `reading` also knows a measure of the catalog that is written in
    another way.
    """
    found = [LITERAL, *(name for name in WHOLE if _conventions(name, measure) is not None)]
    return [*found, EXTENDED] if _is_infinite(measure) else found


def speaks_of_whole(name: str, measure: Measure) -> bool:
    """Whether a reading says something about the measure that printed tables are held against.

    Of `scikit-learn` that is a measure with a function of its own, not one made of such terms.
    """
    covered = WHOLE.get(name, {})
    own = any(MEASURES[known].formula == measure.formula for known in covered)
    return name != scikit_learn.NAME or own or scikit_learn.is_function(measure)


@cache
def _covered(name: str, among: tuple[Measure, ...]) -> list[str]:
    """The measures that a reading says something about."""
    return [one.name for one in among if name in known_readings(one)]


def _is_infinite(measure: Measure) -> bool:
    """Whether the measure is known to have infinite values where c/0 and log 0 have one."""
    try:
        return extended(measure) is not None
    except FormulaError:
        return False


def reading(name: str, measure: Measure) -> Reading:
    """The reading of that name of the measure.

    FormulaError, in one line, if there is none, or if it says nothing about the measure.
    """
    if name == LITERAL:
        return Reading(measure)
    if name == EXTENDED:
        return Reading(measure, name, extended=extended(measure))
    if name == USER_DEFINED:
        raise FormulaError("the reading user-defined needs conventions, "
                           "such as --convention 'TP+FN+FP == 0: 1'")  # fmt: skip
    if name not in WHOLE:
        raise FormulaError(f"no reading {name!r}; known readings are {', '.join(KNOWN)} and "
                           f"{USER_DEFINED}")  # fmt: skip
    conventions = _conventions(name, measure)
    if conventions is None and (same := _written_otherwise(name, measure)) is not None:
        conventions = _on_the_whole(name, same, measure)
        if conventions is None:  # what the reading says is about terms
            terms = ", ".join(TERMS.get(name, ())) or "functions of the library"
            raise FormulaError(
                f"the reading {name} speaks of {terms}, which {measure.name} has "
                f"not as it is written; it is the same function as {same}: take that"
            )
    if conventions is None:
        covered = _covered(name, tuple(MEASURES.values()))
        also = f", and formulas with one of {', '.join(TERMS[name])}" if name in TERMS else ""
        raise FormulaError(
            f"the reading {name} says nothing about {measure.name}; it is known for "
            f"{', '.join(covered)}{also}, and the formula is not seen to be one of these"
        )
    return Reading(measure, name, conventions)


def _conventions(name: str, measure: Measure) -> tuple[Convention, ...] | None:
    """What the reading says about the measure, terms first; None if it says nothing."""
    if name == scikit_learn.NAME:
        return scikit_learn.conventions(measure, WHOLE[name])
    if name == appendix_b.NAME and measure.classes > 2:
        terms = {text: (rule,) for text, rule in TERMS[name].items()}
        return appendix_b.conventions(measure, WHOLE[name], terms)
    parts = set(measure.formula.walk())
    said = [
        _convention(measure, rule, term)
        for text, rule in TERMS.get(name, {}).items()
        for term in _either_order(parse(text))
        if term in parts
    ]
    for covered in WHOLE[name]:
        if MEASURES[covered].formula == measure.formula:
            return (*said, *(_on_the_whole(name, covered, measure) or ()))
    return tuple(said) or None


def _on_the_whole(name: str, covered: str, measure: Measure) -> tuple[Convention, ...] | None:
    """What the reading says about a measure of the catalog, said of this one."""
    rules = WHOLE[name].get(covered)
    return None if rules is None else tuple(_convention(measure, rule) for rule in rules)


def _written_otherwise(name: str, measure: Measure) -> str | None:
    """The measure of the catalog that the reading knows and that is the same function as this."""
    if measure.classes != 2:
        return None
    others = (n for n, m in MEASURES.items() if n not in WHOLE[name] and _conventions(name, m))
    for covered in (*WHOLE[name], *others):
        known = MEASURES[covered].formula
        if same_function(measure.formula, known, measure.parameters, measure.conditions):
            return covered
    return None


def _either_order(term: Formula) -> tuple[Formula, Formula]:
    """a/(b + c) and a/(c + b)."""
    top, (left, right) = term.args[0], term.args[1].args
    return term, top / (right + left)


def _convention(measure: Measure, rule: Rule, term: Formula | None = None) -> Convention:
    when, value, source = rule
    names = measure.parameters
    return Convention(parse(when, parameters=names), parse(value, parameters=names), source, term)
