"""Times what people wait for, and the same goals given to z3 directly, in one run.

    python benchmarks/run.py [--z3-seconds 5] [--triangle-seconds 120]

Prints tables: start-up, the commands of the README, printed tables, completions, thresholds,
measures that rank alike, the whole catalog on one process, finding against replaying proofs, and,
for triangle inequalities and for the polynomial goals of the catalog, our tactics against z3's
nlsat.  Numbers are wall-effort seconds of one run; the ratios are what to compare.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

COMMAND = [sys.executable, "-m", "symbolic_measures"]
FORMULAS = {
    "F1": ["2*TP/(2*TP+FP+FN)"],
    "MCC": ["(TP*TN-FP*FN)/sqrt((TP+FP)*(TP+FN)*(TN+FP)*(TN+FN))"],
    "BA": ["(TP/(TP+FN)+TN/(TN+FP))/2"],
    "unseen": ["4*TP*TN/(4*TP*TN+(TP+TN)*(FP+FN))"],
    "F_beta": ["(1+beta^2)*TP/((1+beta^2)*TP+beta^2*FN+FP)", "--assume", "beta>0"],
    "p_AB": ["p_AB/(p_A+p_B-p_AB)"],
}


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds and result."""
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result


def command(*args: str) -> float:
    """Seconds of a command, the interpreter's start included."""
    run = lambda: subprocess.run([*COMMAND, *args], capture_output=True, check=True)  # noqa: E731
    return min(timed(run)[0] for _ in range(3))


def commands() -> Table:
    """Start-up and the commands of the README."""
    table = Table("command", "seconds", "limit", title="commands, best of three")
    for name, limit in (("--version", 0.3), ("--help", 0.3)):
        table.add_row(name, f"{command(name):.2f}", f"{limit}")
    for name, args in FORMULAS.items():
        table.add_row(f"check {name}", f"{command('check', *args):.2f}", "1.5")
    tests = [sys.executable, "-m", "pytest", "-q", "examples/identities.measures.toml"]
    seconds, _ = timed(lambda: subprocess.run(tests, capture_output=True, check=True))
    table.add_row("pytest identities.measures.toml, once", f"{seconds:.1f}", "30")
    return table


def flagship() -> Table:
    """A whole printed table on two processes, and what measures could be at 0/0."""
    table = Table("command", "seconds", "limit", title="tables and completions, cold, once")

    def run(*args: str) -> float:
        command = [*COMMAND, *args]
        return timed(lambda: subprocess.run(command, capture_output=True, check=True))[0]

    spent = run("table", "gosgens2021:2", "--jobs", "2")
    table.add_row("table gosgens2021:2 --jobs 2", f"{spent:.1f}", "45")
    spent = run("table", "brzezinski2018:2", "--jobs", "2")
    table.add_row("table brzezinski2018:2 --jobs 2", f"{spent:.1f}", "60")
    for name in ("CC", "F1", "kappa", "BA", "SBA", "Jaccard", "precision"):
        table.add_row(f"completion {name}", f"{run('completion', name):.1f}", "")
    return table


#: Families and the range of their parameters.
PARAMETRIC = {
    "F_beta_linear": ("beta", ["beta >= 0"]),
    "IBA_accuracy": ("alpha", ["alpha > 0"]),
    "IBA_F1": ("alpha", ["alpha > 0"]),
    "IBA_Gmean": ("alpha", ["alpha > 0"]),
    "IBA_F_beta": ("alpha", ["alpha > 0", "beta > 0"]),
}


def thresholds() -> Table:
    """Exact sets for the properties of brzezinski2018, seconds of one processor."""
    from symbolic_measures import threshold
    from symbolic_measures.meaning.brzezinski import BRZEZINSKI

    ids = [name for name in BRZEZINSKI if not name.startswith("undefined")]
    table = Table("family", "property", "holds iff", "seconds", "limit", title="thresholds, cold")
    for name, (parameter, assume) in PARAMETRIC.items():
        for property_id in ids:
            start = time.process_time()
            report = threshold(name, property_id, parameter, assume=assume)
            spent = f"{time.process_time() - start:.1f}"
            table.add_row(name, property_id, str(report.condition), spent, "5")
    return table


def catalog() -> tuple[Table, list[Any], float]:
    """The whole catalog: its table, the reports, and the seconds in all."""
    from symbolic_measures import check
    from symbolic_measures.meaning.measures import MEASURES

    reports = []
    table = Table("measure", "check", "finding proofs", title="the catalog, one process")
    whole = 0.0
    for name in MEASURES:
        seconds, report = timed(lambda n=name: check(n))  # type: ignore[misc]
        whole += seconds
        reports.append(report)
        proved = [v for v in (*report.verdicts, *report.gradient) if v.outcome == "proved"]
        table.add_row(name, f"{seconds:.2f}", f"{sum(v.seconds for v in proved):.2f}")
    table.add_row("all", f"{whole:.2f}", "")
    return table, reports, whole


def replaying(reports: list[Any], whole: float) -> Table:
    """Replay of every proof in the catalog, the kernel's memory emptied first.

    Two ratios: against the time spent on the statements that were proved, and against all of
    `check` (which also refutes, proposes values and lets the kernel check what it found).
    """
    from symbolic_measures.kernel import algebra
    from symbolic_measures.kernel.rules import clearing
    from symbolic_measures.macros import replay

    clearing._cleared.cache_clear()
    found = replayed = 0.0
    steps = 0
    algebra.Keyed.parts.cache_clear()
    algebra.polynomial.cache_clear()
    for report in reports:
        done: dict[Any, Any] = {}  # as `verify` does for one file
        for verdict in (*report.verdicts, *report.gradient):
            if verdict.outcome != "proved" or verdict.proof is None:
                continue
            found += verdict.seconds
            for goal, step in zip(verdict.statement.goals, verdict.proof.premises, strict=True):
                again = lambda g=goal, s=step, d=done: replay(g, s, done=d)  # noqa: E731
                replayed += timed(again)[0]
                steps += 1
    table = Table("", "seconds", "to replaying", title=f"replaying the proofs of {steps} goals")
    table.add_row("replaying", f"{replayed:.2f}", "1")
    table.add_row("finding the proofs", f"{found:.2f}", f"{found / replayed:.1f}")
    table.add_row("all of check", f"{whole:.2f}", f"{whole / replayed:.1f}")
    return table


# --- the same goals for z3 -----------------------------------------------------------------


def sequents(reports: list[Any]) -> list[Any]:
    """The polynomial goals that the proofs of the monotonicity properties come down to."""
    from symbolic_measures.kernel.algebra import Sequent
    from symbolic_measures.macros import replay

    found: list[Any] = []

    def keep(goal: Any, step: Any, depth: int) -> None:
        if step.rule == "clear":
            from symbolic_measures.macros import apply

            found.extend(
                g
                for g in apply(goal, step.rule, step.args)
                if isinstance(g, Sequent) and not g.terms
            )

    for report in reports:
        for verdict in report.verdicts:
            if verdict.outcome != "proved" or not verdict.property.endswith("monotone"):
                continue
            if verdict.property.startswith("weakly") or verdict.proof is None:
                continue
            for goal, step in zip(verdict.statement.goals, verdict.proof.premises, strict=True):
                replay(goal, step, keep)
    return found


def ask_z3(goal: Any, seconds: float) -> str:
    """nlsat on the negation of a sequent, over the reals: `unsat` means that the goal holds."""
    import z3

    names = {name: z3.Real(name) for name in goal.names}
    solver = z3.Tactic("qfnra-nlsat").solver()
    solver.set("timeout", int(seconds * 1000))

    def term(poly: Any) -> Any:
        total = z3.RealVal(0)
        for monomial, coefficient in poly.to_dict().items():
            part = z3.RealVal(int(coefficient))
            for name, power in zip(goal.names, monomial, strict=True):
                for _ in range(power):
                    part = part * names[name]
            total = total + part
        return total

    relations: dict[str, Callable[[Any], Any]] = {
        ">": lambda t: t > 0, ">=": lambda t: t >= 0, "==": lambda t: t == 0,
        "!=": lambda t: t != 0,
    }  # fmt: skip
    for name, sort in zip(goal.names, goal.sorts, strict=True):
        if sort in ("natural", "nonnegative"):
            solver.add(names[name] >= 0)
        elif sort == "positive":
            solver.add(names[name] > 0)
    for place, inside in goal.roots.items():
        solver.add(names[goal.names[place]] ** 2 == term(inside))
    for poly, rel in goal.hypotheses:
        solver.add(relations[rel](term(poly)))
    poly, rel = goal.conclusion
    solver.add(z3.Not(relations[rel](term(poly))))
    return str(solver.check())


def indistinguishable() -> Table:
    """Table 3 of gosgens2021 at n = 4, 5, 6: pairs of matrices, and all triplets of labelings."""
    from itertools import combinations, product

    from symbolic_measures.claims.ranked import matrix_of
    from symbolic_measures.kernel.exact import compare
    from symbolic_measures.meaning.ranks import groups, value_at
    from symbolic_measures.questions.table.ranks import ranked

    def by_matrices(n: int) -> set[tuple[str, str]]:
        together = groups(ranked(), n)
        return {pair for names in together for pair in combinations(sorted(names), 2)}

    def by_labelings(n: int) -> set[tuple[str, str]]:
        measures = ranked()
        words = ["".join(word) for word in product("01", repeat=n)][1:-1]
        left = set(combinations(sorted(item.name for item in measures), 2))
        known: dict[Any, Any] = {}
        for a, one, two in product(words, repeat=3):
            signs = {}
            for item in measures:
                values = []
                for prediction in (one, two):
                    place = item.name, matrix_of(a, prediction)
                    if place not in known:
                        known[place] = value_at(item.tree, place[1], {})
                    values.append(known[place])
                signs[item.name] = compare(values[0], values[1])
            left = {(p, q) for p, q in left if signs[p] == signs[q]}
        return left

    table = Table("n", "matrices", "labelings", "ratio", title="indistinguishable measures")
    for n in (4, 5, 6):
        start = time.process_time()
        found = by_matrices(n)
        middle = time.process_time()
        expected = by_labelings(n)
        ours, theirs = middle - start, time.process_time() - middle
        if found != expected:
            raise SystemExit(f"n = {n}: the two ways disagree")
        table.add_row(str(n), f"{ours:.3f}", f"{theirs:.1f}", f"{theirs / ours:.0f}")
    start = time.process_time()
    for n in range(2, 13):
        by_matrices(n)
    table.add_row("2..12", f"{time.process_time() - start:.2f}", "", "limit 5")
    return table


#: Distances with a rational triangle inequality, and the value of their diagonal matrices.
DISTANCES = {
    "Jaccard": "TP/(TP+FN+FP)",
    "accuracy": "(TP+TN)/n",
    "Sokal and Sneath": "TP/(TP+2*(FN+FP))",
    "equitable threat score": "(TP-P*Phat/n)/(TP+FN+FP-P*Phat/n)",
}


def triangles(seconds: float) -> Table:
    """d(A, C) <= d(A, B) + d(B, C) over eight cells: our tactics, and z3 on the cleared goal."""
    from symbolic_measures.macros import apply
    from symbolic_measures.meaning.measure import Reading
    from symbolic_measures.meaning.properties import PROPERTIES
    from symbolic_measures.meaning.subjects import measure
    from symbolic_measures.search.effort import Effort
    from symbolic_measures.search.tactics.formulas import prove_goal

    table = Table("distance", "tactics", "z3 nlsat", "z3 says", "ratio", title="triangles")
    for name, text in DISTANCES.items():
        goal = PROPERTIES["distance"].statement(Reading(measure(text))).goals[-1]
        ours, step = timed(lambda g=goal: prove_goal(g, Effort(seconds)))  # type: ignore[misc]
        second = apply(goal, "via", {"value": "1"})[1]
        (bare,) = apply(second, "forget", {})
        sequent = apply(bare, "clear", {})[-1]
        theirs, answer = timed(lambda s=sequent: ask_z3(s, seconds))  # type: ignore[misc]
        shown = f"{ours:.3f}" if step is not None else "not proved"
        table.add_row(name, shown, f"{theirs:.2f}", answer, f"{theirs / ours:.0f}")
    return table


def against_z3(reports: list[Any], seconds: float) -> Table:
    """Both on the same sequents."""
    from symbolic_measures.search.effort import Effort
    from symbolic_measures.search.tactics.polynomials import prove_sequent

    goals = sequents(reports)
    ours = theirs = 0.0
    proved = answered = 0
    for goal in goals:
        spent, step = timed(lambda g=goal: prove_sequent(g, Effort(seconds)))  # type: ignore[misc]
        ours, proved = ours + spent, proved + (step is not None)
        spent, answer = timed(lambda g=goal: ask_z3(g, seconds))  # type: ignore[misc]
        theirs, answered = theirs + spent, answered + (answer == "unsat")
    table = Table("", "goals", "closed", "seconds", title="polynomial goals: tactics and z3 nlsat")
    table.add_row("tactics, replayable", str(len(goals)), str(proved), f"{ours:.2f}")
    table.add_row("z3 nlsat, trusted", str(len(goals)), str(answered), f"{theirs:.2f}")
    table.add_row("ratio", "", "", f"{theirs / ours:.1f}")
    return table


def main() -> None:
    """Runs everything and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--z3-seconds", type=float, default=5.0, help="for each goal")
    parser.add_argument("--triangle-seconds", type=float, default=120.0, help="for each triangle")
    args = parser.parse_args()
    seconds = args.z3_seconds
    gc.set_threshold(200_000, 20, 20)  # as the command line does
    console = Console()
    console.print(commands())
    console.print(flagship())
    console.print(thresholds())
    console.print(indistinguishable())
    table, reports, whole = catalog()
    console.print(table)
    console.print(replaying(reports, whole))
    try:
        import z3  # noqa: F401
    except ImportError:
        console.print("z3 is not installed: pip install 'symbolic-measures[benchmark]'")
        return
    console.print(triangles(args.triangle_seconds))
    console.print(against_z3(reports, seconds))


if __name__ == "__main__":
    main()
