"""A verdict at a number of classes from the proof for every number of them.

What is proved of a measure for every m >= 2 holds at each m >= 3.  The proof of such a verdict is
one step, `for-every-m`, with the measure as a text with sums over classes, its reading at 0/0 if
that is one of `every_readings.KNOWN`, and a proof for every m (`every_report.EveryProof`).  It is
replayed here, not by the kernel, of which it is no rule.

Invariant: a statement passes only if it is, goal by goal, the statement that the property of
`AT_EACH_M` makes of that text, in that reading, at that number of classes, and the proof for every
m replays.

That this is enough is said in three places.  `nouns.sums`: at a matrix of m classes the formula
with sums is defined exactly where the text written out for m classes is, and has its value there;
`every_readings` says the same of the formula with the cases of a reading.  The builders of
`every_gosgens`: the parts imply what the property says for each m.  Nothing else may come in: other
conventions, another formula, other conditions on parameters or another orientation change the
goals, so that they are not those of the text.  Properties with a value are left out, for at a
number of classes that value is written in cells.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symbolic_measures.kernel import checker
from symbolic_measures.macros import check as kernel_check
from symbolic_measures.macros import tell
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.replay import replayed
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.saved import strictly
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.nouns.verdict import Step, Verdict

if TYPE_CHECKING:
    from symbolic_measures.meaning.every_class import EveryClasses
    from symbolic_measures.meaning.every_report import EveryProof

#: The name of the step.
RULE = "for-every-m"
#: The properties whose goals at a number of classes follow from their parts for every m.
AT_EACH_M = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "distance", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone", "constant-baseline",
    "approximate-constant-baseline", "scale-invariance",
)  # fmt: skip


def step_of(subject: EveryClasses, classes: int, proof: EveryProof) -> Step:
    """The proof that the property of a proof for every m holds at so many classes."""
    about = {"formula": subject.text, "assume": list(subject.assume)}
    more: dict[str, Any] = {"lower_is_better": subject.lower_is_better, "classes": classes}
    if subject.reading != LITERAL:
        more["reading"] = subject.reading
    return Step(RULE, {**about, **more, "every": proof.to_data()})


def is_of_every_m(verdict: Verdict) -> bool:
    """Whether a verdict says that it is proved by a proof for every m."""
    return verdict.proof is not None and verdict.proof.rule == RULE


def read(step: Step) -> tuple[EveryClasses, int, EveryProof]:
    """What a step says: the measure, the number of classes, the proof; else CertificateError."""
    from symbolic_measures.meaning.every_class import EveryClasses
    from symbolic_measures.meaning.every_report import EveryProof

    with strictly():
        text, assume, lower, classes, every = (
            step.args[key] for key in ("formula", "assume", "lower_is_better", "classes", "every")
        )
        reading = step.args.get("reading", LITERAL)
        plain = [text, reading, *assume] if isinstance(assume, list) else [None]
        if not all(type(each) is str for each in plain) or type(lower) is not bool:
            raise CertificateError(
                "a measure is a text, its reading, what is assumed, and which way is better"
            )
        named = "reading" in step.args
        if named and reading == LITERAL:
            raise CertificateError(f"{RULE}: the literal reading is that of no name")
        if type(classes) is not int or classes < 3 or len(step.args) > 5 + named or step.premises:
            raise CertificateError(f"{RULE} is about a number of classes from 3 on")
        subject = EveryClasses(text, tuple(assume), lower, reading=reading)
        subject.look()
        return subject, classes, EveryProof.from_data(every, subject.measure.parameters)


def check(statement: Statement, verdict: Verdict, done: dict[Goal, Step] | None = None) -> None:
    """The kernel's check of a verdict, or that of one which is proved for every m."""
    step = verdict.proof
    if step is None or not is_of_every_m(verdict) or verdict.outcome != "proved":
        kernel_check(statement, verdict, done)
        return
    checker.check(statement, replace(verdict, outcome="undecided", proof=None))
    with strictly():
        _follows(statement, step)
    tell(statement, verdict.outcome)


def _follows(statement: Statement, step: Step) -> None:
    """CertificateError unless the statement is that of the text, which is proved for every m."""
    subject, classes, proof = read(step)
    reading, property_id = subject.at(classes), statement.property
    if property_id not in AT_EACH_M:
        raise CertificateError(f"{property_id} at a number of classes is not that for every m")
    own = PROPERTIES[property_id].statement(reading)
    if replace(own, subject=statement.subject) != statement:
        raise CertificateError(f"{property_id}: the statement is not that of {subject.text!r}")
    one, other = reading.measure, subject.measure
    if (one.parameters, one.conditions) != (other.parameters, other.conditions):
        raise CertificateError(f"{property_id}: other parameters than for every m")
    speaking = {number for number, goal in enumerate(own.goals) if checker.speaks(goal)}
    if not speaking or not speaking.issuperset(own.presupposed):
        raise CertificateError(f"{property_id}: vacuous, no point satisfies the hypotheses")
    proof.check(property_id, subject)


def replayed_at_each_m(reading: Reading, entry: Any, done: dict[Goal, Step]) -> Verdict:
    """As `replay.replayed`, of a verdict whose proof may be one for every m."""
    return replayed(reading, entry, done, check)
