"""The properties of brzezinski2018, Section 4, as goals over real matrices.

The paper lives on the tetrahedron of all real matrices with cells >= 0 and a given n > 0, cut into
rectangles of given class sizes P and N; both are > 0 in every property but `ach`, and undefined
values are left out.  So the cells are variables of the sort `nonnegative`: a proof speaks of all
real matrices.  Counterexamples are looked for among whole numbers.  Nothing is lost by that for
a scale-invariant measure: if a goal fails at some real matrix, and the measure is continuous
there, it fails at a rational one, and then at a multiple of it with whole cells.  For a measure
that is not scale-invariant a goal may fail at fractions alone; then it stays undecided.

The properties speak of the order of values alone, so infinite values may be among them
(`meaning.extended`).

The formula is judged as given, also where lower is better.  "Best" and "worst" are taken over the
whole tetrahedron of the same n; the ids that end in `-in-section` compare with the same P and N
only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from symbolic_measures.kernel.truth import holds
from symbolic_measures.macros import replay
from symbolic_measures.meaning.domain import pattern
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import SECOND, ZERO, C, Matrix, Words, at, declare, minus
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS, FN, FP, SIZE, TN, TP, N, P
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.nouns.verdict import Step

_judged = partial(declare, as_given=True, of_order=True)
_in_section = partial(_judged, weaker_by="compared with the same P and N only")
K = symbol("k")
TP2, FN2, FP2, TN2 = SECOND
#: TPTN: everything recognized.
VERTEX: Matrix = (P, ZERO, ZERO, N)


def _goal(
    reading: Reading,
    label: str,
    matrices: tuple[Matrix, Matrix],
    blocks: tuple[tuple[str, ...], ...],
    hypotheses: Iterable[Atom],
    conclusion: tuple[int, int, Relation],
    known: slice = slice(None),
) -> Goal:
    """M at the one matrix (by number) minus M at the other is `rel` 0, where both are defined.

    With `known`, where M is defined at those matrices; that it is at the others is to be shown.
    """
    values = tuple(at(reading.formula, matrix) for matrix in matrices)
    shown = tuple(at(reading.shown, matrix) for matrix in matrices)
    one, other, rel = conclusion
    measure = reading.measure
    return Goal(
        (*(Variable(n, "nonnegative") for block in blocks for n in block), *measure.variables),
        (
            *measure.conditions,
            *hypotheses,
            *dict.fromkeys(Atom(value, "defined") for value in values[known]),
        ),
        Atom(minus(values[one], values[other]), rel),
        matrices,
        shown,
        blocks,
        label,
    )


def _positive(*trees: Formula) -> list[Atom]:
    return [Atom(tree, ">") for tree in trees]


def _same(left: Formula, right: Formula) -> Atom:
    return Atom(left - right, "==")


@_judged(
    "tptn-max",
    "Among all matrices of the same n, P and N not 0, those with FN = FP = 0 have the largest "
    "value.",
    "brzezinski2018, Section 4 (TPTN max)",
)
def _tptn_max(reading: Reading, value: Any) -> list[Goal]:
    """M(P', 0, 0, N') >= M(TP, FN, FP, TN) for all with P' + N' = n."""
    best = (TP2, ZERO, ZERO, TN2)
    where = [*_positive(P, N, TP2, TN2), _same(SIZE, TP2 + TN2)]
    return [
        _goal(
            reading, "no value above the one at TPTN", (C, best), (CELLS, ("TP2", "TN2")),
            where, (1, 0, ">="),
        )
    ]  # fmt: skip


@_in_section(
    "tptn-max-in-section",
    "Among all matrices with the same P and N, not 0, the one with FN = FP = 0 has the largest "
    "value.",
    "brzezinski2018, Section 4 (TPTN max), with P and N given",
    stronger="tptn-max",
)
def _tptn_max_in_section(reading: Reading, value: Any) -> list[Goal]:
    """M(P, 0, 0, N) >= M(TP, FN, FP, TN)."""
    label = "no value above the one at TPTN"
    return [_goal(reading, label, (C, VERTEX), (CELLS,), _positive(P, N), (1, 0, ">="))]


def _minimum(reading: Reading, side: Matrix, *sizes: Atom) -> list[Goal]:
    """M at a matrix of the side is at most M anywhere, where the sizes of the two agree."""
    names = tuple(name for tree in side for name in tree.symbols() if name not in CELLS)
    where = [*_positive(P, N, side[0] + side[1], side[2] + side[3]), *sizes]
    label = "no value below one on the side"
    return [_goal(reading, label, (C, side), (CELLS, names), where, (0, 1, ">="))]


_FN_SIDE: Matrix = (ZERO, FN2, FP2, TN2)
_FP_SIDE: Matrix = (TP2, FN2, FP2, ZERO)


@_judged(
    "fn-min",
    "Among all matrices of the same n, P and N not 0, each with TP = 0 has the smallest value.",
    "brzezinski2018, Section 4 (FN min)",
)
def _fn_min(reading: Reading, value: Any) -> list[Goal]:
    """M(0, FN', FP', TN') <= M(TP, FN, FP, TN) for all with the same n."""
    return _minimum(reading, _FN_SIDE, _same(SIZE, FN2 + FP2 + TN2))


@_judged(
    "fp-min",
    "Among all matrices of the same n, P and N not 0, each with TN = 0 has the smallest value.",
    "brzezinski2018, Section 4 (FP min)",
)
def _fp_min(reading: Reading, value: Any) -> list[Goal]:
    """M(TP', FN', FP', 0) <= M(TP, FN, FP, TN) for all with the same n."""
    return _minimum(reading, _FP_SIDE, _same(SIZE, TP2 + FN2 + FP2))


@_in_section(
    "fn-min-in-section",
    "Among all matrices with the same P and N, not 0, each with TP = 0 has the smallest value.",
    "brzezinski2018, Section 4 (FN min), with P and N given",
    stronger="fn-min",
)
def _fn_min_in_section(reading: Reading, value: Any) -> list[Goal]:
    """M(0, P, FP', TN') <= M(TP, FN, FP, TN) for all with FP' + TN' = N."""
    return _minimum(reading, (ZERO, P, FP2, TN2), _same(N, FP2 + TN2))


@_in_section(
    "fp-min-in-section",
    "Among all matrices with the same P and N, not 0, each with TN = 0 has the smallest value.",
    "brzezinski2018, Section 4 (FP min), with P and N given",
    stronger="fp-min",
)
def _fp_min_in_section(reading: Reading, value: Any) -> list[Goal]:
    """M(TP', FN', N, 0) <= M(TP, FN, FP, TN) for all with TP' + FN' = P."""
    return _minimum(reading, (TP2, FN2, N, ZERO), _same(P, TP2 + FN2))


#: The four corners of a section, as the paper names them.
CORNERS: dict[str, Matrix] = {
    "TPTN": VERTEX,
    "TPFP": (P, ZERO, N, ZERO),
    "FNTN": (ZERO, P, ZERO, N),
    "FNFP": (ZERO, P, N, ZERO),
}


#: Where M may be larger: also midway to TPTN, which shows that a supremum is not attained.
PLACES: dict[str, Matrix] = {
    **CORNERS,
    "midway to TPTN": (TP + FN / 2, FN / 2, FP / 2, TN + FP / 2),
}


def summit(reading: Reading, value: Mapping[str, Any]) -> Goal:
    """The goal that says that M is, at `value["maximum"]`, the largest of its section.

    A corner: for all P, N and parameters.  A matrix of whole cells: for its own P and N, at the
    `parameters` given with it; every matrix of that section is some matrix with its rows scaled.
    """
    measure, place = reading.measure, value["maximum"]
    here = reading.formula
    label = "nothing larger in the section"
    if isinstance(place, str):
        variables = (*(Variable(name, "nonnegative") for name in CELLS), *measure.variables)
        where = (*measure.conditions, *_positive(P, N), Atom(here, "defined"))
        return Goal(variables, where, Atom(at(here, CORNERS[place]) - here, ">="), label=label)
    cells, given = _place(reading, value)
    p, n = formula(cells[0] + cells[1]), formula(cells[2] + cells[3])
    scaled = at(here, (p * (TP / P), p * (FN / P), n * (FP / N), n * (TN / N))).at(**given)
    best = at(here, map(formula, cells)).at(**given)
    variables = tuple(Variable(name, "nonnegative") for name in CELLS)
    where = (*_positive(P, N), Atom(scaled, "defined"))
    return Goal(variables, where, Atom(best - scaled, ">="), label=label)


def _place(
    reading: Reading, value: Mapping[str, Any]
) -> tuple[tuple[int, ...], dict[str, Formula]]:
    """The matrix and the admissible values of all parameters that a value names."""
    texts, given = value["maximum"], value["parameters"]
    measure = reading.measure
    if not isinstance(texts, list) or len(texts) != len(CELLS) or not isinstance(given, dict):
        raise TypeError("a maximum is a corner, or four cells with parameters")
    if any(not isinstance(t, str) or not (t.isascii() and t.isdecimal()) for t in texts):
        raise TypeError("a cell is a whole number")
    cells = tuple(map(int, texts))
    if set(given) != set(measure.parameters):
        raise TypeError("each parameter has a value")
    if not cells[0] + cells[1] or not cells[2] + cells[3]:
        raise TypeError("P and N are not 0")
    values = {name: parse(text, names={}) for name, text in given.items()}
    if not all(holds(atom.at(**values), {}) for atom in measure.conditions):
        raise TypeError("the parameters are not admissible")
    return cells, values


def _below(reading: Reading, side: Matrix, wrong: Formula, value: Any) -> list[Goal]:
    """On the side, where `wrong` > 0, M is below the maximum of its section.

    value: {"better": place}: M is larger at that corner (None is TPTN), or at the matrix midway to
    TPTN.  Nothing follows if it is not.  {"maximum": corner, "proof"} or {"maximum": matrix,
    "parameters", "proof"}: M is largest there, of which the proof is replayed before anything is
    stated, and larger than on the side.  If that fails, so does the property: M reaches its maximum
    on the side.  A matrix lies on the side itself, so that what is stated, of its own section and
    parameters, is false.
    """
    told = {"better": "TPTN"} if value is None else value
    gone = {name: ZERO for name, cell in zip(CELLS, side, strict=True) if cell == ZERO}
    where = _positive(P, N, wrong)
    extra: list[Atom] = []
    if set(told) == {"better"}:
        best = PLACES[told["better"]]
    elif isinstance(told["maximum"], str):
        if set(told) != {"maximum", "proof"}:
            raise TypeError("the keys are maximum and proof")
        best = CORNERS[told["maximum"]]
    else:
        if set(told) != {"maximum", "parameters", "proof"}:
            raise TypeError("the keys are maximum, parameters and proof")
        cells, given = _place(reading, told)
        values = dict(zip(CELLS, cells, strict=True))
        if any(values[name] for name in gone) or not values[wrong.args[0]]:
            raise TypeError("the matrix is not on the side")
        tp, fn, fp, tn = map(formula, cells)
        best = tp, fn, fp, tn
        extra = [_same(P, tp + fn), _same(N, fp + tn)]
        extra += [_same(symbol(name), number) for name, number in given.items()]
    if "maximum" in told:
        try:
            replay(summit(reading, told), Step.from_data(told["proof"]))
        except CertificateError as error:
            raise FormulaError(f"not the maximum: {error}") from None
    names = tuple(name for name in CELLS if name not in gone)
    inside = tuple(cell.at(**gone) for cell in best)
    hypotheses = [atom.at(**gone) for atom in (*where, *extra)]
    pair = side, (inside[0], inside[1], inside[2], inside[3])
    label = "below the maximum"
    return [_goal(reading, label, pair, (names,), hypotheses, (1, 0, ">"), slice(1))]


def where_best(value: Any) -> str:
    """Where the larger value, or the maximum, is."""
    place = value.get("maximum", value.get("better"))
    if isinstance(place, str):
        what = "It is compared with" if "better" in value else "The maximum is at"
        place = place if place in CORNERS else f"the matrix {place}"
        return f"{what} {place} of the same section."
    given = "".join(f", {name} = {text}" for name, text in value["parameters"].items())
    return f"A maximum of its section is at ({', '.join(place)}){given}."


_below_maximum = partial(
    _judged, answers=True, refuted_with="maximum", tell=where_best,
    words=Words(("at the maximum of the section, ",)),
)  # fmt: skip


@_below_maximum(
    "tn-not-max",
    "Where FP = 0 and FN is not 0, the value is below the maximum over all matrices with the same "
    "P and N (not 0).",
    "brzezinski2018, Section 4 (TN not max)",
)
def _tn_not_max(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, FN, 0, TN) < max M over the real matrices with the same P and N, for FN > 0."""
    return _below(reading, (TP, FN, ZERO, TN), FN, value)


@_below_maximum(
    "tp-not-max",
    "Where FN = 0 and FP is not 0, the value is below the maximum over all matrices with the same "
    "P and N (not 0).",
    "brzezinski2018, Section 4 (TP not max)",
)
def _tp_not_max(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, 0, FP, TN) < max M over the real matrices with the same P and N, for FP > 0."""
    return _below(reading, (TP, ZERO, FP, TN), FP, value)


def _growing(reading: Reading, before: Matrix, after: Matrix, rel: Relation) -> list[Goal]:
    """M(after) - M(before) for the step k > 0 between two points of a line of the section.

    The two points of a line with different TP (or TN) are exactly these, so the goal is
    monotonicity on the whole line; with k = 0 there is nothing to show.
    """
    block = (*CELLS, "k")
    label = f"{'TP' if before[0] != after[0] else 'TN'} + k"
    where = _positive(P if label[:2] == "TN" else N, K)
    return [_goal(reading, label, (before, after), (block,), where, (1, 0, rel))]


_growing_tp = partial(_judged, words=Words(("with {k} of FN turned to TP, at ",)))
_growing_tn = partial(_judged, words=Words(("with {k} of FP turned to TN, at ",)))
_TP_STEP: tuple[Matrix, Matrix] = (TP, FN + K, FP, TN), (TP + K, FN, FP, TN)
_TN_STEP: tuple[Matrix, Matrix] = (TP, FN, FP + K, TN), (TP, FN, FP, TN + K)


@_growing_tp(
    "tp-strictly-monotone",
    "With P, N (not 0) and TN fixed, a larger TP makes the value larger.",
    "brzezinski2018, Section 4 (TP growing), marked s",
)
def _tp_strictly_monotone(reading: Reading, value: Any) -> list[Goal]:
    """M(TP+k, FN, FP, TN) > M(TP, FN+k, FP, TN) for all real k > 0."""
    return _growing(reading, *_TP_STEP, ">")


@_growing_tp(
    "tp-monotone",
    "With P, N (not 0) and TN fixed, a larger TP never makes the value smaller.",
    "brzezinski2018, Section 4 (TP growing)",
    stronger="tp-strictly-monotone",
)
def _tp_monotone(reading: Reading, value: Any) -> list[Goal]:
    """M(TP+k, FN, FP, TN) >= M(TP, FN+k, FP, TN) for all real k > 0."""
    return _growing(reading, *_TP_STEP, ">=")


@_growing_tn(
    "tn-strictly-monotone",
    "With P, N (not 0) and TP fixed, a larger TN makes the value larger.",
    "brzezinski2018, Section 4 (TN growing), marked s",
)
def _tn_strictly_monotone(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, FN, FP, TN+k) > M(TP, FN, FP+k, TN) for all real k > 0."""
    return _growing(reading, *_TN_STEP, ">")


@_growing_tn(
    "tn-monotone",
    "With P, N (not 0) and TP fixed, a larger TN never makes the value smaller.",
    "brzezinski2018, Section 4 (TN growing)",
    stronger="tn-strictly-monotone",
)
def _tn_monotone(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, FN, FP, TN+k) >= M(TP, FN, FP+k, TN) for all real k > 0."""
    return _growing(reading, *_TN_STEP, ">=")


@_judged(
    "ace",
    "Full recognition of the positive class is never worth less than full recognition of the "
    "negative class, the other being recognized to the same degree; P and N are not 0.",
    "brzezinski2018, Section 4 (ACE)",
    words=Words(("with the roles of the classes exchanged, at ",)),
)
def _ace(reading: Reading, value: Any) -> list[Goal]:
    """M(P, 0, g*N, (1-g)*N) >= M((1-g)*P, g*P, 0, N) for all g in [0, 1].

    g = FN/P of the second matrix and FP/N of the first: FP*P = FN*N, that is FP*TP = FN*TN, says
    that they are one number.
    """
    negative, positive = (TP, FN, ZERO, N), (P, ZERO, FP, TN)
    where = [*_positive(P, N), _same(FP * TP, FN * TN)]
    label = "side TP against side TN"
    return [_goal(reading, label, (negative, positive), (CELLS,), where, (1, 0, ">="))]


@_judged(
    "ach",
    "Exchanging TP with TN and FN with FP does not change the value; P = 0 and N = 0 included.",
    "brzezinski2018, Section 4 (ACH)",
    words=Words(("with the {label}, at ",)),
)
def _ach(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, FN, FP, TN) = M(TN, FP, FN, TP)."""
    other = (TN, FP, FN, TP)
    return [
        _goal(
            reading, "classes exchanged", (C, other), (CELLS,), _positive(SIZE), (0, 1, "==")
        )
    ]  # fmt: skip


#: What makes an operation undefined, as goals on its arguments: each is defined and rel 0.
KINDS: dict[str, tuple[str, tuple[tuple[int, int, Relation], ...]]] = {
    "0/0": ("/", ((0, 1, "=="), (1, 1, "=="))),
    "c/0": ("/", ((0, 1, "!="), (1, 1, "=="))),
    "log 0": ("log", ((0, 1, "=="),)),
    "log < 0": ("log", ((0, -1, ">"),)),
    "sqrt < 0": ("sqrt", ((0, -1, ">"),)),
}


def tetrahedron(supports: Iterable[Iterable[str]]) -> str:
    """A set of patterns of positive cells as vertices, edges and faces: `TP-FN, FP-TN`.

    A piece stands for itself with its corners; one without them is told as `inside TP-FN`.
    """
    given = {tuple(support) for support in supports}
    whole = [s for s in SUPPORTS if {t for t in SUPPORTS if set(t) <= set(s)} <= given]
    largest = [s for s in whole if not any(set(s) < set(t) for t in whole)]
    left = [s for s in SUPPORTS if s in given and not any(set(s) <= set(t) for t in largest)]
    pieces = ["-".join(s) for s in SUPPORTS if s in largest]
    return ", ".join((*pieces, *(f"inside {'-'.join(s)}" for s in left))) or "none"


def located(text: str) -> str:
    """The same from `TN-FP;TP-FN`, in whatever order the corners are printed."""
    closed = [set(piece.split("-")) for piece in text.split(";") if piece != "none"]
    return tetrahedron(s for s in SUPPORTS if any(set(s) <= piece for piece in closed))


def told_kinds(value: list[dict[str, Any]]) -> str:
    """`0/0 on TP-FN, FP-TN; log 0 on FN-FP-TN`."""
    parts = []
    for kind in KINDS:
        supports = [entry["support"] for entry in value if entry["kind"] == kind]
        parts += [f"{kind} on {tetrahedron(supports)}"] if supports else []
    return "; ".join(parts) or "nowhere"


@_judged(
    "undefined-kinds",
    "Where in the tetrahedron the measure is undefined, and by which operation:",
    "brzezinski2018, Section 4 (UnDefs)",
    answers=True,
    tell=told_kinds,
)
def _undefined_kinds(reading: Reading, value: Any) -> list[Goal]:
    """value: the patterns of positive cells where M is undefined, in their order, each as
    {"support", "kind", "at"}: `at` is the operation of M, with the other cells 0, that is undefined
    at every matrix of the pattern, while its arguments are defined; `kind` says how.  On every
    other pattern M is defined.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        raise TypeError("a list of patterns is needed")
    supports = [tuple(entry["support"]) for entry in value]
    if supports != [support for support in SUPPORTS if support in supports]:
        raise TypeError("each pattern once, in their order")
    goals = [pattern(reading, s, "defined") for s in SUPPORTS if s not in supports]
    for support, entry in zip(supports, value, strict=True):
        if set(entry) != {"support", "kind", "at"}:
            raise TypeError("the keys are support, kind and at")
        base = pattern(reading, support, "undefined")
        op, parts = KINDS[entry["kind"]]
        found = [n for n in strict_parts(base.conclusion.expr) if str(n) == entry["at"]]
        if not found or found[0].op != op:
            raise TypeError(f"no operation {entry['at']}")
        for place, sign, rel in parts:
            argument = found[0].args[place]
            atom = Atom(argument if sign > 0 else -argument, rel)
            label = f"{entry['kind']} where {base.label}"
            goals.append(replace(base, conclusion=atom, label=label))
    return goals


def strict_parts(tree: Formula) -> Iterator[Formula]:
    """The parts, children first, without which the tree has no value."""
    for part in tree.children[:1] if tree.op == "ifzero" else tree.children:
        yield from strict_parts(part)
    yield tree


#: What `check --framework brzezinski2018` decides, in the order of the paper's tables.
BRZEZINSKI = (
    "tptn-max", "fn-min", "fp-min", "tp-monotone", "tp-strictly-monotone", "tn-monotone",
    "tn-strictly-monotone", "tn-not-max", "tp-not-max", "ace", "ach", "undefined-set",
    "undefined-kinds",
)  # fmt: skip
