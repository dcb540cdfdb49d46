"""Replays proofs and re-evaluates witnesses.  Only what passes here may be called decided.

`check` takes the statement as rebuilt from the property and the reading, never the saved one.
It demands at least one goal, a point that satisfies each goal's hypotheses (else the statement
would be vacuous), a proof of every goal or a witness against one, and, where a witness claims to
be minimal, that nothing smaller fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, product
from math import comb, isqrt, prod

from flint import fmpq

from symbolic_measures.confusion import CELLS, NHAT, PHAT, compositions, labelings
from symbolic_measures.formula import FormulaError, formula
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import (
    CannotTellError,
    InfiniteError,
    UndefinedError,
    Value,
    compare,
    show,
)
from symbolic_measures.kernel.rules import Obligation, apply
from symbolic_measures.kernel.truth import (
    Key,
    Point,
    Sizes,
    Suspects,
    admits,
    evaluator,
    fails,
    holds,
    key,
    least,
    mean,
    points,
    size_of,
    sizes_of,
)
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Statement
from symbolic_measures.verdict import CertificateError, Exact, Step, Verdict, Witness

Trace = Callable[[Obligation, Step, int], None]

#: Parameter values tried, in this order, for samples and counterexamples.
PARAMETER_VALUES = tuple(
    fmpq(p, q) for p, q in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (0, 1), (-1, 1), (3, 4), (1, 4))
) + tuple(fmpq(p, q) for p, q in ((-1, 2), (-2, 1), (10, 1), (1, 10), (9, 10)))
SAMPLE_SIZE = 5
SAMPLES = 3_000
#: The largest witness that is re-checked, the largest expectation, the most points below one, and
#: how many sizes are tried where an expectation may be defined nowhere.
MAX_SIZE, MAX_EXPECTATION, MAX_POINTS, MOST_SIZES = 60, 30, 1_000_000, 20_000


def replay(
    goal: Obligation,
    step: Step,
    trace: Trace | None = None,
    depth: int = 0,
    done: dict[Goal, Step] | None = None,
) -> None:
    """Recomputes every subgoal of a proof; CertificateError where a step does not apply.

    `done` holds goals with the proof that was replayed for them; the same goal with the same
    proof is not replayed again (a weak property is mostly proved by the proof of its strict form).
    """
    if done is not None and isinstance(goal, Goal) and done.get(goal) == step:
        return
    try:
        subgoals = apply(goal, step.rule, step.args)
    except RuleError as error:
        raise CertificateError(f"step {step.rule}: {error}") from None
    if trace is not None:
        trace(goal, step, depth)
    if len(subgoals) != len(step.premises):
        raise CertificateError(
            f"step {step.rule}: {len(subgoals)} subgoals, {len(step.premises)} premises"
        )
    for subgoal, premise in zip(subgoals, step.premises, strict=True):
        replay(subgoal, premise, trace, depth + 1, done)
    if done is not None and isinstance(goal, Goal):
        done[goal] = step


def parameters_of(goal: Goal) -> list[str]:
    """The variables that are in no block: they take the values of `PARAMETER_VALUES`."""
    inside = {name for block in goal.blocks for name in block}
    return [variable.name for variable in goal.variables if variable.name not in inside]


def parameter_points(goal: Goal) -> Iterator[dict[str, fmpq]]:
    """Parameter values that satisfy the hypotheses on parameters alone, simplest first."""
    names = parameters_of(goal)
    sorts = {variable.name: variable.sort for variable in goal.variables}
    own = [atom for atom in goal.hypotheses if set(atom.expr.symbols()) <= set(names)]
    tried = 0
    for total in range(len(names) * (len(PARAMETER_VALUES) - 1) + 1):
        for place in compositions(total, len(names)):
            if any(i >= len(PARAMETER_VALUES) for i in place):
                continue
            tried += 1
            if tried > SAMPLES:
                return
            point = {name: PARAMETER_VALUES[i] for name, i in zip(names, place, strict=True)}
            fits = all(_fits(sorts[name], value) for name, value in point.items())
            if fits and all(holds(atom, point) for atom in own):
                yield point


def _fits(sort: str, value: fmpq) -> bool:
    return (sort == "real" or value > 0 or (value == 0 and sort != "positive")) and (
        sort != "natural" or value.q == 1
    )


def sample(goal: Goal, largest: int = SAMPLE_SIZE) -> dict[str, fmpq] | None:
    """A point that satisfies the hypotheses, or None if none is found up to that size.

    At most `SAMPLES` points are looked at; of each block apart, if each hypothesis speaks of one.
    """
    largest += max((sum(least(goal, block)) for block in goal.blocks), default=0)
    if len(goal.blocks) > 1 and (found := _sample_by_blocks(goal, largest)) is not None:
        return found
    tried = 0
    for size in range(largest + 1 if goal.blocks else 1):
        for parameters in parameter_points(goal):
            for point in points(goal, size) if goal.blocks else ({},):
                tried += 1
                if admits(goal, {**point, **parameters}) is True:
                    return {**point, **parameters}
                if tried == SAMPLES:
                    return None
    return None


def _sample_by_blocks(goal: Goal, largest: int) -> dict[str, fmpq] | None:
    """The first point of each block that satisfies the hypotheses on it, if they agree."""
    for parameters in islice(parameter_points(goal), 20):
        whole = dict(parameters)
        for block in goal.blocks:
            inside = {*block, *parameters}
            own = tuple(a for a in goal.hypotheses if set(a.expr.symbols()) <= inside)
            variables = tuple(v for v in goal.variables if v.name in inside)
            part = Goal(variables, own, goal.conclusion, blocks=(block,))
            sizes = (points(part, size) for size in range(largest + 1))
            tries = islice(chain.from_iterable(sizes), SAMPLES)
            first = next((p for p in tries if admits(part, {**p, **parameters}) is True), None)
            whole.update(first or {})
        if len(whole) == len(goal.variables) and admits(goal, whole) is True:
            return whole
    return None


def check(statement: Statement, verdict: Verdict, done: dict[Goal, Step] | None = None) -> None:
    """CertificateError unless the verdict follows for this statement; `done` as in `replay`."""
    if verdict.property != statement.property:
        raise CertificateError(f"the verdict is about {verdict.property!r}")
    if verdict.statement.to_data() != statement.to_data():
        raise CertificateError(f"{statement.property}: the statement is not the property's")
    if not statement.goals:
        raise CertificateError(f"{statement.property}: a statement without goals")
    for goal in statement.goals:
        names = {variable.name for variable in goal.variables}
        if len(names) < len(goal.variables):
            raise CertificateError(f"{statement.property}: two variables have one name")
        if not all(names.issuperset(a.expr.symbols()) for a in (*goal.hypotheses, goal.conclusion)):
            raise CertificateError(f"{statement.property}: a formula speaks of no variable")
    if verdict.outcome != "refuted" and verdict.witness is not None:
        raise CertificateError(f"{statement.property}: a witness, but not refuted")
    if verdict.outcome in ("refuted", "undecided") and verdict.proof is not None:
        raise CertificateError(f"{statement.property}: a proof, but {verdict.outcome}")
    match verdict.outcome:
        case "proved":
            _check_proof(statement, verdict.proof, done)
        case "refuted":
            if verdict.witness is None:
                raise CertificateError(f"{statement.property}: refuted without a witness")
            check_witness(statement, verdict.witness)
        case "not-applicable":
            _check_vacuous(statement, verdict.proof)
        case "undecided":
            return
        case other:
            raise CertificateError(f"{statement.property}: no verdict {other!r}")


def _check_proof(statement: Statement, proof: Step | None, done: dict[Goal, Step] | None) -> None:
    goals = statement.goals
    if proof is None or proof.rule != "every-goal" or proof.args:
        raise CertificateError(f"{statement.property}: a proof begins with every-goal")
    if len(proof.premises) != len(goals):
        raise CertificateError(f"{statement.property}: a goal has no proof")
    speaking = [number for number, goal in enumerate(goals) if speaks(goal)]
    if not speaking or set(statement.presupposed) - set(speaking):
        raise CertificateError(f"{statement.property}: vacuous, no point satisfies the hypotheses")
    for goal, step in zip(goals, proof.premises, strict=True):
        replay(goal, step, done=done)


def speaks(goal: Goal) -> bool:
    """Whether a point is found that satisfies the goal's hypotheses."""
    if goal.conclusion.rel == "constant-mean":
        return admissible_sizes(goal) is not None
    return sample(goal) is not None


def _check_vacuous(statement: Statement, proof: Step | None) -> None:
    """The proof `vacuous` has a step `empty` for a presupposed goal, or for every goal."""
    if proof is None or proof.rule != "vacuous" or proof.args or not proof.premises:
        raise CertificateError(f"{statement.property}: vacuous without a proof")
    empty = [_check_empty(statement, step) for step in proof.premises]
    if not set(empty) & set(statement.presupposed) and set(empty) != set(
        range(len(statement.goals))
    ):
        raise CertificateError(f"{statement.property}: some goals may speak of something")


def _check_empty(statement: Statement, step: Step) -> int:
    number, why = step.args.get("goal"), step.args.get("why", "")
    if step.rule != "empty" or type(number) is not int or not 0 <= number < len(statement.goals):
        raise CertificateError(f"{statement.property}: no goal {number!r}")
    shown = vacuity(statement.goals[number], why)
    if len(shown) != len(step.premises):
        raise CertificateError(f"{statement.property}: vacuous, but a part has no proof")
    for goal, premise in zip(shown, step.premises, strict=True):
        replay(goal, premise)
    return number


def vacuity(goal: Goal, why: str = "") -> list[Goal]:
    """What must be proved for a goal to be vacuous: its hypotheses hold nowhere.

    For an expectation, that every choice of sizes has an undefined outcome: the one with the most
    TP has FN = 0 or FP = 0, the one with the fewest has TP = 0 or TN = 0, so it is enough that M is
    undefined wherever one of these two cells is 0 (`why` is "most" or "fewest").
    """
    if goal.conclusion.rel != "constant-mean":
        return [replace(goal, conclusion=Atom(formula(0), ">"))]
    if goal.blocks != (CELLS,):
        raise CertificateError("no expectation of several classes is shown to be vacuous")
    cells = {"most": ("FN", "FP"), "fewest": ("TP", "TN")}.get(why)
    if cells is None:
        raise CertificateError("an expectation is vacuous for its most or its fewest TP")
    measure = goal.conclusion.expr
    sizes = tuple(Atom(size - 1, ">=") for size in (PHAT, NHAT))
    return [
        replace(
            goal,
            hypotheses=(*goal.hypotheses, *(atom.at(**{cell: formula(0)}) for atom in sizes)),
            conclusion=Atom(measure.at(**{cell: 0}), "undefined"),
        )
        for cell in cells
    ]


# --- witnesses ------------------------------------------------------------------------------


def witness_at(statement: Statement, number: int, point: Point, minimal: bool) -> Witness:
    """The witness that a failing point of goal `number` is, with its exact values."""
    goal = statement.goals[number]
    names = parameters_of(goal)
    matrices = []
    for matrix in goal.matrices:
        matrices.append(tuple(_text(evaluator(cell)(point)) for cell in matrix))
    whole = all(cell.lstrip("-").isdigit() for matrix in matrices for cell in matrix)
    kind = "point" if not whole else "pair" if len(matrices) > 1 else "matrix"
    three = labelings(round(len(matrices[0]) ** (1 / 3))) if matrices else ()
    if whole and three and goal.blocks[:1] == (three,):
        kind = "labelings"
    return Witness(
        kind=kind,
        goal=number,
        point={name: str(value) for name, value in point.items() if name not in names},
        parameters={name: str(point[name]) for name in names},
        matrices=tuple(matrices),
        values=tuple(_values(goal, point)),
        minimal=minimal,
    )


def _text(value: Value) -> str:
    shown = show(value)
    return shown if isinstance(shown, str) else shown[0]


def _values(goal: Goal, point: Point) -> Iterator[Exact]:
    for tree in goal.values:
        try:
            yield show(evaluator(tree)(point))
        except InfiniteError as error:
            yield "oo" if error.sign > 0 else "-oo"
        except UndefinedError:
            yield "undefined"


def check_witness(statement: Statement, witness: Witness) -> None:
    """The witness fails its goal, shows what it says, and is minimal if it says so."""
    if not 0 <= witness.goal < len(statement.goals):
        raise CertificateError(f"{statement.property}: no goal {witness.goal}")
    goal = statement.goals[witness.goal]
    if goal.conclusion.rel == "constant-mean":
        _check_expectation(statement, goal, witness)
        return
    point = _point({**witness.point, **witness.parameters})
    sorts = {variable.name: variable.sort for variable in goal.variables}
    if set(point) != set(sorts) or set(witness.parameters) != set(parameters_of(goal)):
        raise CertificateError(f"{statement.property}: the witness has other variables")
    for name, value in point.items():
        if not _fits(sorts[name], value):
            raise CertificateError(f"{statement.property}: {name} = {value} is not {sorts[name]}")
    if fails(goal, point) is not True:
        raise CertificateError(f"{statement.property}: the witness does not violate it")
    if witness_at(statement, witness.goal, point, witness.minimal) != witness:
        raise CertificateError(f"{statement.property}: the witness shows other values")
    if size_of(goal, point) > MAX_SIZE:
        raise CertificateError(f"{statement.property}: the witness is too large to re-check")
    if witness.minimal and points_up_to(statement.goals, size_of(goal, point)) > MAX_POINTS:
        raise CertificateError(f"{statement.property}: too much is smaller to re-check it all")
    if witness.minimal and (less := smaller_failure(statement, key(goal, point), point)):
        raise CertificateError(f"{statement.property}: not minimal, {less} is smaller")


def points_up_to(goals: Iterable[Goal], size: int) -> int:
    """How many points of the goals have blocks of at most that size.

    Where values are looked up, a point counts as 1/10.
    """
    total = 0
    for goal in goals:
        rooms = [max(-1, size - sum(least(goal, block))) for block in goal.blocks]
        counts = [comb(room + len(b), len(b)) for room, b in zip(rooms, goal.blocks, strict=True)]
        total += prod(counts) // (10 if Suspects(goal, {}).cheap else 1) if counts else 0
    return total


def smaller_failure(statement: Statement, bound: Key, parameters: Point) -> str | None:
    """A failing point below the key at these parameter values; or one that cannot be told."""
    for goal in statement.goals:
        if not goal.blocks:
            continue
        own = {name: parameters[name] for name in parameters_of(goal)}
        suspects = Suspects(goal, own)
        for size in range(int(bound[0]) + 1):
            for point in suspects.of_size(size):
                full = {**point, **own}
                if fails(goal, full) is not False and key(goal, full) < bound:
                    return ", ".join(f"{name} = {value}" for name, value in full.items())
    return None


def _point(texts: dict[str, str]) -> dict[str, fmpq]:
    point = {}
    for name, text in texts.items():
        try:
            value = evaluator(parse(text, names={}))({})
        except (FormulaError, UndefinedError, CannotTellError):
            value = None
        if not isinstance(value, fmpq):
            raise CertificateError(f"{name} = {text!r} is not a rational number")
        point[name] = value
    return point


# --- expectations ---------------------------------------------------------------------------


def expectation(goal: Goal, sizes: Sizes, parameters: Point) -> Value | None:
    """E[M] at sizes of the classes, None if some outcome is undefined.

    Raises CannotTellError if that cannot be told.
    """
    try:
        return mean(goal, sizes, parameters)
    except UndefinedError:
        return None


def classes_of(goal: Goal) -> int:
    """The number of classes of an expectation."""
    return isqrt(len(goal.blocks[0]))


def admissible_sizes(goal: Goal) -> Sizes | None:
    """Sizes all of whose outcomes are defined at some parameter values, if some are found."""
    tried = product(parameter_points(goal), _likely_sizes(classes_of(goal)))
    for parameters, sizes in islice(tried, MOST_SIZES):
        try:
            if expectation(goal, sizes, parameters) is not None:
                return sizes
        except CannotTellError:
            continue
    return None


def _likely_sizes(m: int) -> Iterator[Sizes]:
    """Small ones, and those where every class occurs.

    If a class must be hit besides, n is at least 2m - 1: one class of m true and m predicted
    elements, the others of one each.
    """
    yield from chain(sizes_of(2, m), sizes_of(3, m))
    for n in range(m, 2 * m):
        whole = [tuple(k + 1 for k in parts) for parts in compositions(n - m, m)]
        yield from product(whole, repeat=2)
    yield from sizes_of(4, m)


def first_difference(goal: Goal, parameters: Point, largest: int) -> tuple[Sizes, Sizes] | None:
    """The smallest pair of sizes with different expectations.

    In the order of the second; the first are the smallest admissible sizes of all.  Since
    equality is transitive, any difference shows against the first.  Raises CannotTellError where
    an expectation on the way cannot be compared.
    """
    base: tuple[Sizes, Value] | None = None
    for n in range(2, largest + 1):
        for sizes in sizes_of(n, classes_of(goal)):
            value = expectation(goal, sizes, parameters)
            if value is None:
                continue
            if base is None:
                base = (sizes, value)
            elif compare(base[1], value) != 0:
                return base[0], sizes
    return None


def expectation_witness(
    goal: Goal, number: int, pair: tuple[Sizes, Sizes], parameters: Point
) -> Witness:
    """The witness that two sizes with different expectations are."""
    values: list[Exact] = []
    for sizes in pair:
        value = expectation(goal, sizes, parameters)
        values.append("undefined" if value is None else show(value))
    shown = {name: str(value) for name, value in parameters.items()}
    matrices = tuple(tuple(map(str, _shown(sizes))) for sizes in pair)
    return Witness("expectation", number, {}, shown, matrices, tuple(values), True)


def _shown(sizes: Sizes) -> tuple[int, ...]:
    """(n, P, P^) for two classes; else the true sizes, then the predicted ones."""
    true, predicted = sizes
    return (sum(true), true[0], predicted[0]) if len(true) == 2 else (*true, *predicted)


def _check_expectation(statement: Statement, goal: Goal, witness: Witness) -> None:
    name = statement.property
    parameters = _point(dict(witness.parameters))
    own = set(parameters_of(goal))
    if set(parameters) != own or admits(goal, parameters) is not True:
        raise CertificateError(f"{name}: the parameters of the witness are not admissible")
    try:
        given = [tuple(int(part) for part in sizes) for sizes in witness.matrices]
    except ValueError:
        raise CertificateError(f"{name}: sizes are whole numbers") from None
    two = classes_of(goal) == 2
    ends = (sizes[:1] if two else sizes[: classes_of(goal)] for sizes in given)
    largest = max(map(sum, ends), default=0)
    if largest > MAX_EXPECTATION:
        raise CertificateError(f"{name}: the sizes are too large to re-check")
    try:
        found = first_difference(goal, parameters, largest)
    except CannotTellError as error:
        raise CertificateError(f"{name}: an expectation cannot be told: {error}") from None
    if found is None or list(map(_shown, found)) != given:
        raise CertificateError(f"{name}: these are not the smallest sizes that differ")
    if expectation_witness(goal, witness.goal, found, parameters) != witness:
        raise CertificateError(f"{name}: the witness shows other values")
