"""Changed proofs on both sides: the kernel, and the checker that Rocq has proved sound.

Real proofs are changed at random as in `tests/adversary/`.  Of a property that a measure has, what
the kernel takes Rocq must take, too.  (Not the other way round: the exporter leaves out what Rocq
needs not, so a proof with a premise too many is refused here and fine there.)  Of a property that
a measure has not, both must refuse whatever is written.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from adversary.changes import Adversary
from tiers import exhaustive

from symbolic_measures import check
from symbolic_measures.doors.export.checking import coqc
from symbolic_measures.doors.export.rocq import HEADER, measure_file
from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.verdict import Verdict

pytestmark = pytest.mark.usefixtures("compiled_library")

#: Properties that they have, and some that they have not.
SOURCES = (
    ("F1", ("symmetry", "weakly-monotone", "maximal-agreement", "tn-invariance", "monotone",
            "class-symmetry")),
    ("accuracy", ("monotone", "class-symmetry", "minimal-agreement", "scale-invariance",
                  "tn-invariance")),
    ("Jaccard", ("weakly-monotone", "tp-monotone", "strongly-monotone")),
    ("CC", ("symmetry", "maximal-agreement", "monotone")),
    ("BA", ("ace", "tn-strictly-monotone", "symmetry")),
    ("Abs(TP-FN)/n", ("scale-invariance", "symmetry", "tp-monotone")),
)  # fmt: skip


@dataclass(frozen=True)
class Tried:
    """A changed proof: whether the kernel takes it, what Rocq would compute, if it is written, and
    whether what it is to prove is true."""

    measure: str
    verdict: Verdict
    taken: bool
    text: str = ""
    claim: str = ""
    true: bool = True


@cache
def reports() -> tuple[Report, ...]:
    return tuple(check(name, ids, timeout=600) for name, ids in SOURCES)


def changed(count: int, seed: int) -> list[Tried]:
    """So many changed proofs of properties that are proved, proofs of those that are refuted, and
    the real ones."""
    known = [(name, report, verdict) for (name, _), report in zip(SOURCES, reports(), strict=True)
             for verdict in report.verdicts]  # fmt: skip
    material = [
        (goal, step)
        for *_, verdict in known
        if verdict.proof is not None
        for goal, step in zip(verdict.statement.goals, verdict.proof.premises, strict=True)
    ]
    adversary = Adversary(material, seed)
    chance = adversary.chance
    found = [tried(*own) for own in known if own[2].outcome == "proved"]
    for _ in range(count):
        name, report, verdict = chance.choice(known)
        if verdict.proof is None:
            donors = [one for one in found if one.measure == name and one.text]
            found.append(of_another(verdict, chance.choice(donors)))
            continue
        steps = list(verdict.proof.premises)
        number = chance.randrange(len(steps))
        steps[number] = adversary.proof(steps[number])
        proof = replace(verdict.proof, premises=tuple(steps))
        if proof != verdict.proof:
            found.append(tried(name, report, replace(verdict, proof=proof)))
    return found


def of_another(refuted: Verdict, donor: Tried) -> Tried:
    """What a measure has not, with the proof, changed or not, of what it has; as Rocq reads it."""
    proof, wanted = donor.verdict.proof, refuted.property.replace("-", "_")
    assert proof is not None
    told = replace(donor.verdict, property=refuted.property, statement=refuted.statement)
    claim = re.sub(r"\((\w+)_goals ", f"({wanted}_goals ", donor.claim, count=1)
    assert f"{wanted}_goals" in claim
    return replace(donor, verdict=told, taken=taken(told), claim=claim, true=False)


def taken(verdict: Verdict) -> bool:
    """Whether the kernel takes it."""
    try:
        kernel_check(verdict.statement, verdict)
    except CertificateError:
        return False
    return True


def tried(name: str, report: Report, verdict: Verdict) -> Tried:
    """What the kernel says, and what Rocq is to compute."""
    known = taken(verdict)
    try:
        own = re.sub(r"\W", "_", f"m_{name}")
        file = measure_file(own, report.reading, [verdict])
        (exported,) = file.verdicts
    except (ArithmeticError, LookupError, AttributeError, TypeError, ValueError):
        return Tried(name, verdict, known)
    if not exported.theorem:
        return Tried(name, verdict, known)
    body = exported.text[: exported.text.index("Theorem")]
    proofs = re.findall(rf"^Definition ({exported.theorem}_\d+) ", body, re.MULTILINE)
    goals = re.search(r"_speaks : speaks \((.*?)\)\.\nProof", exported.text, re.DOTALL)
    assert goals is not None
    claim = f"prove_all ({goals[1]}) [{'; '.join(proofs)}]"
    return Tried(name, verdict, known, f"{file.definition}\n{body}", claim)


def computed(found: list[Tried], path: Path) -> list[bool]:
    """Rocq's answer to each that is written; a text that is no term is refused."""
    refused: set[int] = set()
    while True:
        modules = {
            number: f"Module M{number}.\n{one.text}\nEval vm_compute in ({one.claim}).\n"
            f"End M{number}.\n" for number, one in enumerate(found) if number not in refused
        }  # fmt: skip
        path.write_text(HEADER + "\n".join(modules.values()), encoding="utf-8")
        good, output = coqc(path)
        if good:
            answers = iter(re.findall(r"= (true|false)", output))
            told = [n not in refused and next(answers) == "true" for n in range(len(found))]
            assert next(answers, None) is None
            return told
        place = re.search(r"line (\d+), characters", output)
        assert place is not None, output[-2000:]
        above = path.read_text(encoding="utf-8").splitlines()[: int(place[1])]
        refused.add(max(int(line[8:-1]) for line in above if line.startswith("Module M")))


def compared(count: int, seed: int, folder: Path) -> Counter[tuple[bool, bool, bool | None]]:
    """How many are (true, taken by the kernel, taken by Rocq; None if it is not written).

    AssertionError for a false one that either takes, and for one that only the kernel takes.
    """
    every = changed(count, seed)
    answers = iter(computed([one for one in every if one.text], folder / "adversary.v"))
    seen: Counter[tuple[bool, bool, bool | None]] = Counter()
    for one in every:
        accepted = next(answers) if one.text else None
        seen[one.true, one.taken, accepted] += 1
        what = f"{one.measure}, {one.verdict.property}: {one.verdict.proof}"
        assert one.true or not one.taken, f"the kernel takes a false proof: {what}"
        assert one.true or not accepted, f"Rocq takes a false proof: {what}"
        assert not one.taken or accepted is not False, f"only the kernel takes {what}"
    return seen


def test_both_sides_agree(tmp_path: Path) -> None:
    seen = compared(100, 1, tmp_path)
    assert seen[True, True, True] >= 10
    assert seen[False, False, False] >= 3
    assert seen[True, True, None] == 0


@exhaustive
@pytest.mark.parametrize("seed", range(2, 6))
def test_both_sides_agree_on_many(seed: int, tmp_path: Path) -> None:
    seen = compared(1_000, seed, tmp_path)
    assert seen[False, False, False] >= 30
    assert seen[True, True, None] == 0
