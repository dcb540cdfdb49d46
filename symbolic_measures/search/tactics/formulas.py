"""Proofs of goals among formulas: choose the way into polynomials.

In order: exact evaluation; a case split at Abs, Min, Max and conventions; a constant between two
sides that share no variable; clearing denominators; the derivative along the move; the mean of a
function affine in TP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, takewhile, zip_longest
from typing import Any

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.exact import CannotTellError, show
from symbolic_measures.kernel.expectation import admissible_sizes, expectation
from symbolic_measures.kernel.reader import whole_power
from symbolic_measures.kernel.rules.goals import UNUSUAL
from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import SIGNS, failing, holds
from symbolic_measures.macros import apply
from symbolic_measures.meaning.dependence import along
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of, symbol
from symbolic_measures.nouns.parser import degree
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.costs import of_points, of_step
from symbolic_measures.search.effort import MILLION, Effort, OutOfStepsError
from symbolic_measures.search.tactics.added import added_up
from symbolic_measures.search.tactics.angles import with_cases
from symbolic_measures.search.tactics.broken import as_one_root, by_what_is_raised
from symbolic_measures.search.tactics.by_class import by_class
from symbolic_measures.search.tactics.chance import RANDOM, by_independence, with_constants
from symbolic_measures.search.tactics.classes import against_numbers, of_classes
from symbolic_measures.search.tactics.compared import by_comparing
from symbolic_measures.search.tactics.composed import composed
from symbolic_measures.search.tactics.conventions import as_positive, settled
from symbolic_measures.search.tactics.enclosed import by_enclosures, of_numbers
from symbolic_measures.search.tactics.ends import with_larger_fractions
from symbolic_measures.search.tactics.gathered import (
    by_gathered_tangents,
    by_gathering,
    has_many_logs,
)
from symbolic_measures.search.tactics.impossible import impossible_case, zero_product
from symbolic_measures.search.tactics.independent import of_independent_sides
from symbolic_measures.search.tactics.letters import by_letters
from symbolic_measures.search.tactics.matched import by_constant, matched, rearranged
from symbolic_measures.search.tactics.mean_value import at_bounds
from symbolic_measures.search.tactics.named_classes import by_named, by_sizes_of_class
from symbolic_measures.search.tactics.needless import (
    by_what_is_given,
    is_given,
    of_other_cells,
    of_other_functions,
    of_other_kinks,
    of_other_powers,
)
from symbolic_measures.search.tactics.paired import ENOUGH, FEW, paired, points_of
from symbolic_measures.search.tactics.peeled import (
    against_roots,
    around_functions,
    around_kinks,
    by_one_end,
    end_by_end,
    of_a_root,
    of_itself,
    of_powers,
    peeled,
)
from symbolic_measures.search.tactics.plain import cleared_plainly
from symbolic_measures.search.tactics.polynomials import prove_sequent
from symbolic_measures.search.tactics.quotients import by_numerator
from symbolic_measures.search.tactics.renamed import turned, with_new_letters, with_signs
from symbolic_measures.search.tactics.scaled import without_number
from symbolic_measures.search.tactics.segment import (
    KINKS,
    Way,
    along_the_line,
    by_its_end,
    divided_by_any_sign,
    maybe_zero,
    not_empty,
    of_letters,
    one_of_two,
    with_shares,
)
from symbolic_measures.search.tactics.signs import (
    apart_by_sign,
    by_bases,
    by_bounds,
    by_signs,
    defined_by_signs,
)
from symbolic_measures.search.tactics.squared import of_squares_under_roots
from symbolic_measures.search.tactics.tangents import by_tangents
from symbolic_measures.search.tactics.weighted import above_zero, by_sizes
from symbolic_measures.search.tactics.whole import by_whole_numbers

MAX_SPLITS = 24
#: What letters may cost at first: that part of what is left, where that is much.
LETTERS = 3
MUCH = MILLION
#: With more conventions than this, their tests are settled by cells that are 0 or positive.
MANY_KINKS = 4
#: With more variables than this, the goal is about several classes.
MANY_CELLS = 8
#: With more variables than this, only fractions of a modest degree are cleared.
MANY_VARIABLES, MOST_LETTERS, MODEST_DEGREE = 20, 24, 6
#: A tactic names steps: (rule, arguments), which the kernel applies or refuses.  A third part may
#: be the tactics for the subgoals, where what comes next is known.
Tactic = Callable[[Goal], Iterator[Way]]
#: Further tactics, tried in this order where those of this file are through.
TACTICS: list[Tactic] = []
#: What two goals that say the same have in common.
Said = tuple[tuple[Variable, ...], tuple[tuple[Formula, ...], ...], frozenset[Atom], Atom]
#: Goals below each other; with the steps among polynomials below them, fewer than a reader of
#: proofs takes.
MAX_GOALS = 60


def prove_goal(
    goal: Goal,
    effort: Effort,
    splits: int = MAX_SPLITS,
    glance: bool = False,
    tactic: Tactic | None = None,
    above: frozenset[Said] = frozenset(),
) -> Step | None:
    """A proof of the goal, or None; with `glance`, what is plain without denominators comes first.

    (A proof along the move says more, so that it is looked for first where it is found soon.  Cases
    are many, and a glance at each costs more than it brings.)  No goal is tried below one that says
    the same, of those `above`.
    """
    effort.tick()
    said = (goal.variables, goal.matrices, frozenset(goal.hypotheses), goal.conclusion)
    if len(above) >= MAX_GOALS or (tactic is None and said in above):
        return None
    if above and tactic is None and _is_seen_to_fail(goal, effort):
        return None
    above |= {said}
    if glance and (step := _cleared(goal, effort)) is not None:
        return step
    everything = chain(_ways(goal, splits), *(other(goal) for other in TACTICS))
    later: list[tuple[str, dict[str, Any], list[Goal | Sequent], Sequence[Tactic | None]]] = []
    for name, args, *then in tactic(goal) if tactic else everything:
        effort.tick(of_step(goal))
        if (known := with_new_letters(goal, args) if name == "abstract" else args) is None:
            continue
        try:
            subgoals = apply(goal, name, known)
        except RuleError:
            continue
        ends = name == "abstract" and not goal.conclusion.expr.ops.isdisjoint(("Min", "Max"))
        if ends and _fails(subgoals, effort):  # one may depend on where the others are defined
            wider = {**known, "defined": "all"}
            others = apply(goal, name, wider)
            if not _fails(others, effort):
                known, subgoals = wider, others
        own = then[0] if then else ()
        # letters instead of cases may be in vain: with all that is left, they come last
        much = name == "abstract" and effort.left() > MUCH and not is_large(goal)
        share = effort.share(effort.left() // LETTERS) if much else effort
        try:
            premises = _premises(name, subgoals, own, share, splits, glance, above)
        except OutOfStepsError:
            if share is effort or not effort.left():
                raise
            later.append((name, known, subgoals, own))
            continue
        if premises is not None:
            return Step(name, known, premises)
    for name, known, subgoals, tactics in later:
        premises = _premises(name, subgoals, tactics, effort, splits, glance, above)
        if premises is not None:
            return Step(name, known, premises)
    return None


def _fails(subgoals: list[Goal | Sequent], effort: Effort) -> bool:
    """Whether an inequality of letters is seen to fail."""
    goals = (fact for fact in subgoals[:-1] if isinstance(fact, Goal))
    return any(
        _is_seen_to_fail(goal, effort, ENOUGH) for goal in goals if goal.conclusion.rel != "=="
    )


def _is_seen_to_fail(goal: Goal, effort: Effort, count: int = FEW) -> bool:
    """Whether it fails at a small point; of several classes there are too many to look at."""
    if goal.conclusion.rel not in SIGNS or not goal.variables or is_large(goal):
        return False
    effort.tick(of_points(goal, count))
    fails = failing(goal)
    return any(fails(point) is True for point in points_of(goal)[:count])


def _premises(
    name: str,
    subgoals: list[Goal | Sequent],
    tactics: Sequence[Tactic | None],
    effort: Effort,
    splits: int,
    glance: bool,
    above: frozenset[Said],
) -> tuple[Step, ...] | None:
    """Proofs of all subgoals of a step, or None; with letters, the last one comes first."""
    pairs = list(enumerate(zip_longest(subgoals, tactics[: len(subgoals)])))
    premises: dict[int, Step] = {}
    for place, (subgoal, told) in reversed(pairs) if name == "abstract" else pairs:
        if isinstance(subgoal, Sequent):
            premise = prove_sequent(subgoal, effort)
        else:
            left = splits - (name in ("split", "mean"))
            look = glance and name != "split"
            premise = prove_goal(subgoal, effort, left, look, told, above)
        if premise is None:
            return None
        premises[place] = premise
    return tuple(premises[place] for place in range(len(pairs)))


def prove_along(goal: Goal, effort: Effort) -> Step | None:
    """A proof along the move from the first matrix of the goal to its second, or None."""
    for name, args in along(goal):
        effort.tick(of_step(goal))
        try:
            parts = apply(goal, name, args)
        except RuleError:
            continue
        goals = (part for part in parts if isinstance(part, Goal))
        steps = (cleared_plainly(part, effort) or prove_goal(part, effort) for part in goals)
        premises = tuple(step for step in takewhile(bool, steps) if step is not None)
        if len(premises) == len(parts):
            return Step(name, args, premises)
    return None


def _cleared(goal: Goal, effort: Effort) -> Step | None:
    """What is plain without denominators, as it stands: term by term it may be false, and along the
    move it may take long."""
    others = [node for node in goal.conclusion.expr.functions() if not whole_power(node)]
    if goal.conclusion.rel not in (">", ">=") or any(node.op != "sqrt" for node in others):
        return None
    if not goal.variables or is_large(goal) or _kinks(goal):
        return None
    return cleared_plainly(goal, effort)


def _ways(goal: Goal, splits: int) -> Iterator[Way]:
    conclusion = goal.conclusion
    ground = [atom for atom in goal.hypotheses if not atom.expr.symbols()]
    plain = conclusion.rel not in UNUSUAL and not conclusion.expr.symbols()
    false = any(holds(atom, {}) is False for atom in ground)
    if not goal.variables or false or (plain and holds(conclusion, {})):
        yield "evaluate", {}
        return
    if conclusion.rel in SIGNS and is_given(goal):
        yield from by_what_is_given(goal)
    if conclusion.rel == "constant-mean":
        for value in _baselines(goal):
            yield "affine-mean", {"value": value}
        return
    if len(goal.blocks) > 1 and conclusion.expr.symbols():
        try:
            apply(goal, "forget", {})
        except RuleError:
            pass
        else:  # the blocks are independent, and there is a point where all hypotheses hold
            yield "forget", {}
            return
    yield from chain(_of_one_formula(goal), with_signs(goal), turned(goal))
    yield from by_whole_numbers(goal)
    for number, atom in enumerate(goal.hypotheses):
        if atom.rel == "==" and atom.expr.op == "-" and "*" in {a.op for a in atom.expr.args}:
            try:
                apply(goal, "proportional", {"hypothesis": number})
            except RuleError:
                continue
            yield "proportional", {"hypothesis": number}
            return
    yield from _ways_of_one_block(goal, splits)
    if not conclusion.expr.symbols() and not conclusion.expr.ops.isdisjoint(("log", "acos")):
        yield "evaluate", {}


def _ways_of_one_block(goal: Goal, splits: int) -> Iterator[Way]:
    """What is left where nothing is said of numbers alone, nor of independent blocks."""
    conclusion = goal.conclusion
    yield from of_independent_sides(goal)
    yield from at_bounds(goal)
    yield from chain(against_numbers(goal), by_independence(goal), with_constants(goal))
    if is_large(goal):
        yield from chain(by_named(goal), by_sizes_of_class(goal))
        yield from chain(with_cases(goal), of_classes(goal), by_sizes(goal), above_zero(goal))
        yield from by_class(goal)
    else:
        yield from of_squares_under_roots(goal)
    rooted = not conclusion.expr.ops.isdisjoint(("sqrt", "^", "power"))
    kinks = _kinks(goal)
    logs = not conclusion.expr.ops.isdisjoint(("log", "power"))
    if logs or (kinks and not is_large(goal)):
        yield "reorder", {}
    if conclusion.rel == "==" and (logs or (kinks and not is_large(goal))):
        yield from chain(rearranged(goal), matched(goal))
    if kinks:
        yield from of_other_kinks(goal)
        if not is_large(goal):
            yield from zero_product(goal)
            yield from chain(of_itself(goal), settled(goal, kinks), end_by_end(goal))
            yield from around_kinks(goal)
            yield from by_one_end(goal, True)
            yield from by_constant(goal)
            yield from chain(with_larger_fractions(goal), paired(goal), added_up(goal))
            yield from chain(by_letters(goal), by_signs(goal), by_bounds(goal))
            yield from chain(defined_by_signs(goal), composed(goal))
        stepping = rooted and len(goal.matrices) == 2  # cells written x + 1 leave no path
        apart = conclusion.rel == "undefined" and kinks[0].op == "ifzero"  # each case must apply
        composite = is_large(goal) and _is_of_products(conclusion.expr)
        many = (composite or len(kinks) > MANY_KINKS) and not stepping
        tests = [kink.args[0] for kink in (kinks if apart else kinks[:many])]
        name = next((found for test in tests if (found := maybe_zero(goal, test))), None)
        if name is not None:
            yield "vanish", {"variable": name}
        elif splits:
            yield "split", {}
            yield from by_one_end(goal, False)
            name = next((v for t in tests if (v := maybe_zero(goal, t, "nonnegative"))), None)
            if name is not None:
                yield "vanish", {"variable": name}
        return
    yield from _ways_without_kinks(goal, splits, rooted)


def _is_of_products(tree: Formula) -> bool:
    """Whether both sides are quotients of products without functions, such as harmonic means."""
    plain = tree.op == "-" and not tree.functions()
    return plain and all(side.op == "/" and side.args[0].op == "*" for side in tree.args)


def _are_few(goal: Goal) -> bool:
    """Whether it has few variables, or no more than that with letters for most of them."""
    letters, many = sum(v.name.startswith("part") for v in goal.variables), len(goal.variables)
    return many <= MANY_VARIABLES or (many <= MOST_LETTERS and many - letters <= MANY_CELLS)


def _is_modest(tree: Formula) -> bool:
    """Whether its denominators can be cleared in reasonable time."""
    try:
        return degree(tree) <= MODEST_DEGREE
    except FormulaError:  # above what is read at all
        return False


def _ways_without_kinks(goal: Goal, splits: int, rooted: bool) -> Iterator[Way]:
    """What is left of a goal without Abs, Min, Max and conventions."""
    conclusion = goal.conclusion
    if not is_large(goal):
        yield from chain(of_numbers(goal), zero_product(goal), impossible_case(goal))
        yield from as_positive(goal)
    yield "triangle", {}
    yield from chain(of_a_root(goal), around_functions(goal))
    yield from chain(of_other_powers(goal), of_other_cells(goal))
    yield from chain(against_roots(goal), by_its_end(goal), without_number(goal))
    yield from as_one_root(goal)
    summed = len(goal.variables) <= MANY_CELLS and has_many_logs(conclusion.expr)
    yield from by_gathering(goal) if summed else ()
    if not is_large(goal):
        yield from by_what_is_raised(goal)
        yield from chain(by_constant(goal), paired(goal), by_signs(goal), apart_by_sign(goal))
    yield from composed(goal, is_large(goal))
    paths = list(along(goal))
    first = rooted or any("step" in args for _, args in paths)
    negated = conclusion.expr.op == "-" and {side.op for side in conclusion.expr.args} == {"neg"}
    if first and negated:  # without the signs the two ends are the other way round
        yield from paths
    yield from peeled(goal)
    if first and not negated:
        yield from paths
    yield from () if is_large(goal) else by_bounds(goal)
    yield from along_the_line(goal)
    yield from with_shares(goal)
    if len(goal.variables) <= MANY_CELLS:
        yield from () if summed else by_gathering(goal)
        yield from chain(by_gathered_tangents(goal), by_tangents(goal), by_numerator(goal))
        yield from by_comparing(goal)
    bases = _symbolic_powers(goal)
    name = next((v for base in bases if (v := maybe_zero(goal, base, "nonnegative"))), None)
    if name is not None:
        yield "vanish", {"variable": name}
        yield from of_powers(goal)
        return
    if conclusion.rel == "undefined":
        yield from (("clear", {"condition": number}) for number in range(12))
        yield "clear", {}
        cases = [n for n, a in enumerate(goal.hypotheses) if not a.expr.is_polynomial]
        if cases:  # what a case says may have no value either
            yield "weaken", {"without": cases}
        return
    if _are_few(goal) or _is_modest(conclusion.expr):
        yield from of_other_functions(goal)
        yield "clear", {}
        if conclusion.rel in (">", ">="):
            yield "clear", {"sign": -1}
            yield from by_enclosures(goal)
    yield from chain(defined_by_signs(goal), by_bases(goal))
    if not first:
        yield from paths
    if bases and splits:
        yield "mean", {}
    yield from _at_last(goal, splits, rooted)


def _at_last(goal: Goal, splits: int, rooted: bool) -> Iterator[Way]:
    """What is left where fractions do not show it: bounds from one side, k-th powers, another
    order, cases of cells."""
    conclusion = goal.conclusion
    yield from () if is_large(goal) else by_bounds(goal, both=False)
    for k in sorted(_roots_of(conclusion.expr)):
        if all(variable.sort == "positive" for variable in goal.variables):
            yield "powers", {"exponent": k}
    if least := not_empty(goal):
        yield "vanish", {"variable": least[0]}
        return
    if conclusion.rel in ("==", ">=") and rooted:
        yield "reorder", {}
    name = _maybe_zero(goal) or one_of_two(goal)
    if name is not None and splits:
        yield "vanish", {"variable": name}
    yield from of_powers(goal)


def _maybe_zero(goal: Goal) -> str | None:
    """The first natural variable that may be 0, where logarithms have other values at 0, or the
    sign of what is divided by under a root is plain only of positive cells."""
    if len(goal.variables) > MANY_CELLS:
        return None
    deep = ("log", "acos", "^") if goal.conclusion.rel == ">" else ("log", "acos")
    if goal.conclusion.expr.ops.isdisjoint(deep) and not divided_by_any_sign(goal):
        return None
    trees = [atom.expr for atom in (*goal.hypotheses, goal.conclusion)]
    positive = {symbol(v.name) + 1 for v in goal.variables if v.sort == "natural"}
    alone = {c for t in trees for n in t.walk() if n not in positive for c in n.children}
    natural = (v.name for v in goal.variables if v.sort == "natural")
    return next((name for name in natural if symbol(name) in alone), None)


def is_large(goal: Goal) -> bool:
    """Whether the goal is about several classes, or random predictions of them."""
    return len(goal.variables) > MANY_CELLS or goal.variables[0].name == RANDOM


def _kinks(goal: Goal) -> list[Formula]:
    """The different kinks, the one that `split` would take first."""
    trees = [atom.expr for atom in (*goal.hypotheses, goal.conclusion)]
    kinked = [tree for tree in trees if not tree.ops.isdisjoint(KINKS)]
    return list(dict.fromkeys(n for tree in kinked for n in tree.walk() if n.op in KINKS))


def _baselines(goal: Goal) -> Iterator[str]:
    """The expectation at the first admissible sizes, if it is one number."""
    sizes = admissible_sizes(goal)
    if sizes is None:
        return
    for parameters in parameter_points(goal):
        try:
            value = expectation(goal, sizes, parameters)
        except CannotTellError:
            return
        shown = None if value is None else show(value)
        if isinstance(shown, str):
            yield shown
            return


def _symbolic_powers(goal: Goal) -> list[Formula]:
    """The bases of powers with a parameter as exponent: each must be plainly positive or 0."""
    trees = [atom.expr for atom in (*goal.hypotheses, goal.conclusion)]
    raised = [tree for tree in trees if "power" in tree.ops]
    return list(dict.fromkeys(n.args[0] for t in raised for n in t.walk() if n.op == "power"))


def _roots_of(tree: Formula) -> set[int]:
    """The k > 2 of k-th roots of something with variables."""
    powers = [node for node in tree.walk() if node.op == "^" and node.args[0].symbols()]
    exponents = [exponent_of(node.args[1]) for node in powers]
    plain = not any(node.args[0].args[0].op == "^" for node in powers if node.args[0].children)
    return {e.denominator for e in exponents if e is not None and e.denominator > 2 and plain}


def _of_one_formula(goal: Goal) -> Iterator[Way]:
    """A formula equals itself, and is defined where that is supposed: however it is written."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel in ("==", ">=") and tree.op == "-" and tree.args[0] == tree.args[1]:
        yield "reorder", {}
    if rel == "defined" and goal.conclusion in goal.hypotheses and tree.children:
        yield of_letters([tree])
