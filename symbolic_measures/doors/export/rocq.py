"""One Rocq file a measure: its definition, and a theorem for each verdict.

What is proved here becomes `Theorem F1_symmetry : symmetry F1.`, what is refuted `~ symmetry F1`,
from the witness.  The proofs are checked by `rocq/theories/Certificates.v`, which is proved sound;
this module may be wrong, and Rocq then refuses the file.  A verdict that cannot be written is
named with the reason, never left out in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from textwrap import fill

from symbolic_measures.doors.export.claims import (
    AS_GIVEN,
    SCORED,
    Claim,
    claim_of,
    denied,
)
from symbolic_measures.doors.export.goals import Place, proof
from symbolic_measures.doors.export.opitz import OPITZ
from symbolic_measures.doors.export.points import applied
from symbolic_measures.doors.export.terms import (
    NotExportedError,
    Numbers,
    atom_text,
    expression,
)
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.samples import sample
from symbolic_measures.meaning.association import ASSOCIATION
from symbolic_measures.meaning.each_m import is_of_every_m
from symbolic_measures.meaning.further import FURTHER
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.scales import SCALES
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.verdict import Verdict

#: How many characters the part of a file may have, and what has a part of its own.
SIZE = 1_000_000
#: So many characters Rocq reads with 2 GB of memory.
LARGEST = 5_000_000
APART = ("class-decomposable",)
#: The library that every file uses, and what it uses besides, by the property (and the verdict).
CORE = (
    "Formula", "Properties", "Polynomial", "Facts", "Steps", "Sequent", "Names", "Powers",
    "Reading", "Clearing", "Moves", "Rules", "Statements", "Gosgens", "Brzezinski", "Witness",
    "Certificates",
)  # fmt: skip
MODULES = {
    "constant-baseline": "Expectation", "range": "Range", "undefined-kinds": "Range",
    "tn-not-max": "Sections", "tp-not-max": "Sections",
    "tn-not-max-in-section, refuted": "Sections", "tp-not-max-in-section, refuted": "Sections",
    **dict.fromkeys(OPITZ, "Opitz"), "class-decomposable": "Decomposable",
    **dict.fromkeys((*FURTHER, "fn-min-in-section", "fp-min-in-section"), "Further"),
    **dict.fromkeys(ASSOCIATION, "Association"), **dict.fromkeys(SCALES, "Scales"),
}  # fmt: skip
#: What is used of measures of several classes.
CLASS_MODULES = ("Classes", "ClassGoals", "ClassExpectation", "ClassRange", "ClassOpitz")


def header(modules: Iterable[str]) -> str:
    """What stands before the definitions: the modules of the library that are used."""
    names = " ".join((*CORE, *dict.fromkeys(modules)))
    return f"""From Coq Require Import ZArith QArith List EnvRing.
From SymbolicMeasures Require Import
{fill(names, 96, initial_indent="  ", subsequent_indent="  ")}.
Import ListNotations.
Local Open Scope Z_scope.
"""


#: With all modules.
HEADER = header(MODULES.values())


@dataclass(frozen=True)
class Exported:
    """What became of one verdict: the theorem and its text, or the reason why there is none."""

    measure: str
    property: str
    verdict: str
    theorem: str = ""
    text: str = ""
    reason: str = ""


@dataclass(frozen=True)
class MeasureFile:
    """The parts of one Rocq file."""

    name: str
    definition: str
    verdicts: tuple[Exported, ...]
    #: What is used of the library beside `CORE`; empty: what the properties need.
    modules: tuple[str, ...] = ()

    def text(self, without: Iterable[str] = ()) -> str:
        """The file, but for the theorems of these names (`..._speaks`: the non-vacuity of one)."""
        told = "".join(
            f"    {v.property}: {v.verdict}, not here: {v.reason}.\n"
            for v in self.verdicts
            if v.reason
        )
        head = f"(** {self.name}\n\n{told}*)\n" if told else f"(** {self.name} *)\n"
        return head + self.code(without)

    def code(self, without: Iterable[str] = ()) -> str:
        """The file without the comment that says what is not in it."""
        left_out = set(without)
        kept = [v for v in self.verdicts if v.theorem and v.theorem not in left_out]
        everything = ", ".join(("I", *(v.theorem for v in kept)))
        end = f"Definition {identifier(self.name)}_all := ({everything}).\n"
        end += f"Print Assumptions {identifier(self.name)}_all.\n"
        asked = (key for v in kept for key in (v.property, f"{v.property}, {v.verdict}"))
        own = header(self.modules or (MODULES[key] for key in asked if key in MODULES))
        return "\n".join((own, self.definition, *(_kept(v, left_out) for v in kept), end))


def in_parts(file: MeasureFile, most: int = SIZE) -> tuple[MeasureFile, ...]:
    """The file, or several that are each soon checked: a new one after so many characters."""
    groups: list[list[Exported]] = [[]]
    size = 0
    for verdict in (v for v in file.verdicts if v.property not in APART):
        own = len(verdict.text)
        if groups[-1] and size + own > most:
            groups.append([])
            size = 0
        groups[-1].append(verdict)
        size += own
    names = (
        [file.name]
        if len(groups) == 1
        else [f"{file.name}_part{n + 1}" for n in range(len(groups))]
    )
    for verdict in (v for v in file.verdicts if v.property in APART):
        groups.append([verdict])
        names.append(f"{file.name}_{identifier(verdict.property)}")
    return tuple(
        replace(file, name=name, verdicts=tuple(group))
        for name, group in zip(names, groups, strict=True)
        if group
    )


def _kept(verdict: Exported, left_out: set[str]) -> str:
    speaks = f"{verdict.theorem}_speaks"
    if speaks not in left_out:
        return verdict.text
    start = verdict.text.index(f"Theorem {speaks}")
    return verdict.text[:start] + "(** That it is not vacuous is not shown here. *)\n"


def identifier(name: str) -> str:
    """A name that Rocq takes."""
    return re.sub(r"\W", "_", name) if name[:1].isalpha() else "m_" + re.sub(r"\W", "_", name)


def measure_file(name: str, reading: Reading, verdicts: Iterable[Verdict]) -> MeasureFile:
    """The file of a measure, and what became of each verdict.

    >>> from symbolic_measures import check
    >>> report = check("F1", property=["symmetry"])
    >>> file = measure_file("F1", report.reading, report.verdicts)
    >>> "Theorem F1_symmetry : symmetry F1." in file.text(), file.verdicts[0].theorem
    (True, 'F1_symmetry')
    """
    own = identifier(name)
    numbers = Numbers(reading.measure.parameters, classes=reading.measure.classes)
    found = []
    for verdict in verdicts:
        about = name, verdict.property, verdict.outcome
        try:
            if reading.extended is not None:
                raise NotExportedError("a measure with infinite values")
            text, theorem = _theorem(own, reading, verdict, numbers)
            if len(text) > LARGEST:
                size = f"{len(text) // 1_000_000} MB"
                raise NotExportedError(f"a proof of {size}, for which Rocq needs more than 2 GB")
            found.append(Exported(*about, theorem=theorem, text=text))
        except (NotExportedError, RuleError) as error:
            found.append(Exported(*about, reason=str(error)))
        except RecursionError:
            found.append(Exported(*about, reason="a formula that is nested too deeply"))
    any_theorem = any(verdict.theorem for verdict in found)
    said = definition(own, reading, numbers) if any_theorem else ""
    modules = () if reading.measure.classes == 2 else CLASS_MODULES
    return MeasureFile(name, said, tuple(found), modules)


def definition(own: str, reading: Reading, numbers: Numbers) -> str:
    """The measure as it was written, its parameters, and its score if lower is better."""
    measure = reading.measure
    defined = measure.parameters if measure.classes == 2 else (*measure.cells, *measure.parameters)
    names = {numbers.of(name): name for name in (*measure.cells, *measure.parameters)}
    lines = [f"Definition {name} := Var {numbers.of(name)}." for name in defined]
    domain = ";".join(atom_text(atom, numbers, names) for atom in measure.conditions)
    text = expression(numbers.tree(reading.formula), names)
    lines.append(f"Definition {own} : measure := Measure\n  ({text})%expr\n  [{domain}].")
    if reading.score != reading.formula:
        lines.append("(** Lower is better: its properties are those of the negative. *)")
        lines.append(
            f"Definition {own}_score : measure := Measure (- formula {own})%expr (domain {own})."
        )
    return "\n".join(lines) + "\n"


def subject_of(own: str, reading: Reading, verdict: Verdict) -> str:
    """What a property is said of: the measure, or its negative where lower is better."""
    if verdict.property not in SCORED or reading.score == reading.formula:
        return own
    if reading.score != Formula("neg", reading.formula):
        raise NotExportedError("a score that is not the negative of the measure")
    return f"{own}_score"


def _theorem(own: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> tuple[str, str]:
    if verdict.outcome not in ("proved", "refuted"):
        raise NotExportedError("nothing is claimed")
    if not verdict.statement.goals:
        raise NotExportedError("an average of an arbitrary binary measure")
    if is_of_every_m(verdict):
        raise NotExportedError("a proof for every number of classes")
    if verdict.property not in (*SCORED, *AS_GIVEN):
        raise NotExportedError("the property is not yet defined in Rocq")
    own_subject = subject_of(own, reading, verdict)
    claim = claim_of(own_subject, verdict, reading, numbers)
    if verdict.outcome == "proved":
        return _proved(own, own_subject, claim, verdict, numbers)
    if told := denied(own_subject, reading, verdict, numbers):
        return _denied(own, own_subject, claim, verdict, told)
    return _refuted(own, own_subject, claim, verdict, numbers)


def _proved(
    own: str, subject: str, claim: Claim, verdict: Verdict, numbers: Numbers
) -> tuple[str, str]:
    if verdict.proof is None:
        raise NotExportedError("there is no proof")
    theorem = f"{own}_{claim.name}"
    lines, proofs = [f"(** {verdict.statement.sentence} *)"], []
    for number, (goal, step) in enumerate(claim.proved):
        body = proof(Place(goal.hypotheses, goal.conclusion, numbers), goal, step)
        lines.append(f"Definition {theorem}_{number} : gproof :=\n {body}.")
        proofs.append(f"{theorem}_{number}")
    lines += [
        f"Theorem {theorem} : {claim.said} {subject}.",
        f"Proof. apply {claim.lemma}. apply (prove_all_ok [{'; '.join(proofs)}]).",
        "  vm_cast_no_check (eq_refl true). Qed.",
        *_speaks(theorem, subject, claim, verdict, numbers),
        "",
    ]
    return "\n".join(lines), theorem


def _speaks(
    theorem: str, subject: str, claim: Claim, verdict: Verdict, numbers: Numbers
) -> list[str]:
    """A point at which the hypotheses of a goal hold: the theorem is not vacuous."""
    wanted = verdict.statement.presupposed or range(len(claim.proved))
    reason = "no point was found"
    for number in wanted:
        goal, _ = claim.proved[number]
        point = sample(goal)
        if point is None:
            continue
        values = {variable: str(value) for variable, value in point.items()}
        try:
            told = applied("speaks_ok", number, goal, values, numbers, failing=False)
        except NotExportedError as error:
            reason = str(error)
            continue
        return [
            f"Theorem {theorem}_speaks : speaks ({claim.goals} {subject}).",
            f"Proof. {told}",
            "  reflexivity. reflexivity. vm_cast_no_check (eq_refl true). Qed.",
        ]
    return [f"(** That {theorem} is not vacuous is not shown here: {reason}. *)"]


def _refuted(
    own: str, subject: str, claim: Claim, verdict: Verdict, numbers: Numbers
) -> tuple[str, str]:
    witness = verdict.witness
    if witness is None:
        raise NotExportedError("there is no witness")
    if "_iff" not in claim.lemma:
        raise NotExportedError("a maximum that is reached")
    goal = verdict.statement.goals[witness.goal]
    values = {**witness.point, **witness.parameters}
    point = applied("refuted_ok", witness.goal, goal, values, numbers, failing=True)
    told = f"intro P. apply {claim.lemma} in P. revert P.\n  {point}\n  reflexivity. reflexivity."
    return _denied(own, subject, claim, verdict, told)


def _denied(own: str, subject: str, claim: Claim, verdict: Verdict, told: str) -> tuple[str, str]:
    theorem = f"{own}_not_{claim.name}"
    lines = [
        f"(** Not so: {verdict.witness} *)",
        f"Theorem {theorem} : ~ {claim.said} {subject}.",
        f"Proof. {told} vm_cast_no_check (eq_refl true). Qed.",
        "",
    ]
    return "\n".join(lines), theorem


__all__ = ["AS_GIVEN", "SCORED", "Exported", "MeasureFile", "identifier", "measure_file"]
