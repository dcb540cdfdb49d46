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
only.  The two properties about a side below the maximum are in `meaning.maximum`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from symbolic_measures.meaning.domain import pattern
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import (
    SECOND,
    ZERO,
    C,
    Matrix,
    Property,
    Words,
    at,
    check_keys,
    declare,
    minus,
)
from symbolic_measures.meaning.samples import at_values, chosen
from symbolic_measures.meaning.supports import SUPPORTS, parted
from symbolic_measures.nouns.confusion import CELLS, FN, FP, SIZE, TN, TP, N, P
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Statement, Variable

judged = partial(declare, as_given=True, of_order=True)
_in_section = partial(judged, weaker_by="compared with the same P and N only")
K = symbol("k")
TP2, FN2, FP2, TN2 = SECOND
#: TPTN: everything recognized.
VERTEX: Matrix = (P, ZERO, ZERO, N)


def compared(
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


def positive(*trees: Formula) -> list[Atom]:
    return [Atom(tree, ">") for tree in trees]


def same(left: Formula, right: Formula) -> Atom:
    return Atom(left - right, "==")


@judged(
    "tptn-max",
    "Among all matrices of the same n, P and N not 0, those with FN = FP = 0 have the largest "
    "value.",
    "brzezinski2018, Section 4 (TPTN max)",
)
def _tptn_max(reading: Reading, value: Any) -> list[Goal]:
    """M(P', 0, 0, N') >= M(TP, FN, FP, TN) for all with P' + N' = n."""
    best = (TP2, ZERO, ZERO, TN2)
    where = [*positive(P, N, TP2, TN2), same(SIZE, TP2 + TN2)]
    return [
        compared(
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
    return [compared(reading, label, (C, VERTEX), (CELLS,), positive(P, N), (1, 0, ">="))]


def _minimum(reading: Reading, side: Matrix, *sizes: Atom) -> list[Goal]:
    """M at a matrix of the side is at most M anywhere, where the sizes of the two agree."""
    names = tuple(name for tree in side for name in tree.symbols() if name not in CELLS)
    where = [*positive(P, N, side[0] + side[1], side[2] + side[3]), *sizes]
    label = "no value below one on the side"
    return [compared(reading, label, (C, side), (CELLS, names), where, (0, 1, ">="))]


_FN_SIDE: Matrix = (ZERO, FN2, FP2, TN2)
_FP_SIDE: Matrix = (TP2, FN2, FP2, ZERO)


@judged(
    "fn-min",
    "Among all matrices of the same n, P and N not 0, each with TP = 0 has the smallest value.",
    "brzezinski2018, Section 4 (FN min)",
)
def _fn_min(reading: Reading, value: Any) -> list[Goal]:
    """M(0, FN', FP', TN') <= M(TP, FN, FP, TN) for all with the same n."""
    return _minimum(reading, _FN_SIDE, same(SIZE, FN2 + FP2 + TN2))


@judged(
    "fp-min",
    "Among all matrices of the same n, P and N not 0, each with TN = 0 has the smallest value.",
    "brzezinski2018, Section 4 (FP min)",
)
def _fp_min(reading: Reading, value: Any) -> list[Goal]:
    """M(TP', FN', FP', 0) <= M(TP, FN, FP, TN) for all with the same n."""
    return _minimum(reading, _FP_SIDE, same(SIZE, TP2 + FN2 + FP2))


@_in_section(
    "fn-min-in-section",
    "Among all matrices with the same P and N, not 0, each with TP = 0 has the smallest value.",
    "brzezinski2018, Section 4 (FN min), with P and N given",
    stronger="fn-min",
)
def _fn_min_in_section(reading: Reading, value: Any) -> list[Goal]:
    """M(0, P, FP', TN') <= M(TP, FN, FP, TN) for all with FP' + TN' = N."""
    return _minimum(reading, (ZERO, P, FP2, TN2), same(N, FP2 + TN2))


@_in_section(
    "fp-min-in-section",
    "Among all matrices with the same P and N, not 0, each with TN = 0 has the smallest value.",
    "brzezinski2018, Section 4 (FP min), with P and N given",
    stronger="fp-min",
)
def _fp_min_in_section(reading: Reading, value: Any) -> list[Goal]:
    """M(TP', FN', N, 0) <= M(TP, FN, FP, TN) for all with TP' + FN' = P."""
    return _minimum(reading, (TP2, FN2, N, ZERO), same(P, TP2 + FN2))


def _growing(reading: Reading, before: Matrix, after: Matrix, rel: Relation) -> list[Goal]:
    """M(after) - M(before) for the step k > 0 between two points of a line of the section.

    The two points of a line with different TP (or TN) are exactly these, so the goal is
    monotonicity on the whole line; with k = 0 there is nothing to show.
    """
    block = (*CELLS, "k")
    label = f"{'TP' if before[0] != after[0] else 'TN'} + k"
    where = positive(P if label[:2] == "TN" else N, K)
    return [compared(reading, label, (before, after), (block,), where, (1, 0, rel))]


_growing_tp = partial(judged, words=Words(("with {k} of FN turned to TP, at ",)))
_growing_tn = partial(judged, words=Words(("with {k} of FP turned to TN, at ",)))
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


@judged(
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
    sides = (TP, FN, ZERO, N), (P, ZERO, FP, TN)
    where = [*positive(P, N), same(FP * TP, FN * TN)]
    label = "side TP against side TN"
    return [compared(reading, label, sides, (CELLS,), where, (1, 0, ">="))]


@judged(
    "ach",
    "Exchanging TP with TN and FN with FP does not change the value; P = 0 and N = 0 included.",
    "brzezinski2018, Section 4 (ACH)",
    words=Words(("with the {label}, at ",)),
)
def _ach(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, FN, FP, TN) = M(TN, FP, FN, TP)."""
    other = (TN, FP, FN, TP)
    return [
        compared(
            reading, "classes exchanged", (C, other), (CELLS,), positive(SIZE), (0, 1, "==")
        )
    ]  # fmt: skip


#: What makes an operation undefined, as goals on its arguments.
KINDS: dict[str, tuple[str, Callable[..., tuple[Atom, ...]]]] = {
    "0/0": ("/", lambda top, bottom: (Atom(top, "=="), Atom(bottom, "=="))),
    "c/0": ("/", lambda top, bottom: (Atom(top, "!="), Atom(bottom, "=="))),
    "log 0": ("log", lambda inside: (Atom(inside, "=="),)),
    "log < 0": ("log", lambda inside: (Atom(-inside, ">"),)),
    "sqrt < 0": ("sqrt", lambda inside: (Atom(-inside, ">"),)),
}


def tetrahedron(value: Any) -> str:
    """A set of patterns of positive cells as vertices, edges and faces: `TP-FN, FP-TN`.

    A piece stands for itself with its corners; one without them is told as `inside TP-FN`.  The
    condition of an undefined set follows.
    """
    supports, where = parted(value)
    given = {tuple(support) for support in supports}
    whole = [s for s in SUPPORTS if {t for t in SUPPORTS if set(t) <= set(s)} <= given]
    largest = [s for s in whole if not any(set(s) < set(t) for t in whole)]
    left = [s for s in SUPPORTS if s in given and not any(set(s) <= set(t) for t in largest)]
    pieces = ["-".join(s) for s in SUPPORTS if s in largest]
    pieces += [f"inside {'-'.join(s)}" for s in left]
    return ", ".join(pieces + ([where.replace("==", "=")] if where else [])) or "none"


def located(text: str) -> str:
    """The same from `TN-FP;TP-FN`, in whatever order the corners are printed."""
    closed = [set(piece.split("-")) for piece in text.split(";") if piece != "none"]
    return tetrahedron([s for s in SUPPORTS if any(set(s) <= piece for piece in closed)])


def told_kinds(value: list[dict[str, Any]]) -> str:
    """`0/0 on TP-FN, FP-TN; log 0 on FN-FP-TN`."""
    parts = []
    for kind in KINDS:
        supports = [entry["support"] for entry in value if entry["kind"] == kind]
        parts += [f"{kind} on {tetrahedron(supports)}"] if supports else []
    return "; ".join(parts) or "nowhere"


@judged(
    "undefined-kinds",
    "Where in the tetrahedron the measure is undefined, and by which operation:",
    "brzezinski2018, Section 4 (UnDefs)",
    answers=True,
    tell=told_kinds,
)
def _undefined_kinds(reading: Reading, value: Any) -> list[Goal]:
    """value: the patterns of positive cells where M is undefined, in their order, each as
    {"support", "kind", "at"}: `at` is the operation of M, with the other cells 0, that is undefined
    at every matrix of the pattern, while its arguments are defined; `kind` says how.  If it stands
    in the value of a convention, or where none applies, the goals say that at every matrix of the
    pattern just this value is taken: so M is undefined, too.  On every other pattern M is defined.
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
        op, undefined = KINDS[entry["kind"]]
        found = [one for one in needed_parts(base.conclusion.expr) if str(one[0]) == entry["at"]]
        if not found or found[0][0].op != op:
            raise TypeError(f"no operation {entry['at']}")
        part, taken = min(found, key=lambda one: len(one[1]))
        for test in taken:
            label = f"the value that is taken where {base.label}"
            goals.append(replace(base, conclusion=test, label=label))
        label = f"{entry['kind']} where {base.label}"
        goals += [replace(base, conclusion=a, label=label) for a in undefined(*part.args)]
    return goals


def mixed_pattern(prop: Property, reading: Reading, value: Any) -> tuple[Statement, str]:
    """The statement that one pattern has matrices of both kinds, and the reason that it gives.

    value: {"defined", "undefined"}: two matrices of whole numbers with the same zero cells.  The
    goals say, for all admissible parameters, that M has a value at the first and none at the other:
    so no list of patterns says where it is undefined, and the property has nothing to list.  With
    "parameters", admissible values of all of them, it is said for these: no list holds for them,
    so none does for all.
    FormulaError if the value is not of this form.
    """
    try:
        goals = tuple(_of_one_pattern(reading, value))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormulaError(f"{prop.id}: malformed value ({error})") from None
    one, other = (f"({', '.join(value[rel])})" for rel in ("defined", "undefined"))
    which = f"with {given} and" if (given := chosen(value)) else "with"
    reason = (
        f"no patterns of zero cells: {which} the same ones it is defined at {one}, not at {other}"
    )
    sentence = f"{prop.sentence} No list of patterns says it."
    return Statement(prop.id, reading.measure.name, sentence, goals, (0, 1)), reason


def _of_one_pattern(reading: Reading, value: Any) -> Iterator[Goal]:
    named = ("parameters",) if isinstance(value, dict) and value.get("parameters") else ()
    check_keys(value, "defined", "undefined", *named)
    if named:
        reading = at_values(reading, reading.formula, value["parameters"])
    measure, patterns = reading.measure, []
    rels: tuple[Relation, Relation] = ("defined", "undefined")
    for rel in rels:
        texts = value[rel]
        if not isinstance(texts, list) or len(texts) != len(CELLS):
            raise TypeError(f"a matrix has {len(CELLS)} cells")
        if any(not isinstance(t, str) or not (t.isascii() and t.isdecimal()) for t in texts):
            raise TypeError("a cell is a whole number")
        cells = tuple(formula(int(text)) for text in texts)
        patterns.append([cell == ZERO for cell in cells])
        here = at(reading.formula, cells)
        goal = Goal(measure.variables, measure.conditions, Atom(here, rel), (cells,), (here,))
        yield replace(goal, label=f"{rel} at ({', '.join(texts)})")
    if patterns[0] != patterns[1] or all(patterns[0]):
        raise TypeError("the two matrices have the same zero cells, and not all are zero")


def needed_parts(
    tree: Formula, taken: tuple[Atom, ...] = ()
) -> Iterator[tuple[Formula, tuple[Atom, ...]]]:
    """The parts, children first, without which the tree has no value where all the tests of
    conventions hold that stand with each: then the part is in the value that is taken."""
    for number, part in enumerate(tree.children):
        own: tuple[Atom, ...] = ()
        if tree.op == "ifzero" and number:
            own = (Atom(tree.children[0], "==" if number == 1 else "!="),)
        yield from needed_parts(part, (*taken, *own))
    yield tree, taken


def strict_parts(tree: Formula) -> Iterator[Formula]:
    """The parts, children first, without which the tree has no value."""
    return (part for part, taken in needed_parts(tree) if not taken)


#: What `check --framework brzezinski2018` decides, in the order of the paper's tables.
BRZEZINSKI = (
    "tptn-max", "fn-min", "fp-min", "tp-monotone", "tp-strictly-monotone", "tn-monotone",
    "tn-strictly-monotone", "tn-not-max", "tp-not-max", "ace", "ach", "undefined-set",
    "undefined-kinds",
)  # fmt: skip
