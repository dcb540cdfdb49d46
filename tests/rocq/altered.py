"""Mutants: exported files with one thing wrong, which Rocq must refuse.

Each kind changes the text of an exported verdict at some places.  `prove_all` (or `fails`) of the
mutant is then computed in Rocq and must be false; that of the original must be true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from symbolic_measures import check
from symbolic_measures.doors.export.rocq import HEADER, measure_file

Change = Callable[[str], Iterator[str]]


@dataclass(frozen=True)
class Mutant:
    """One wrong file: its kind, its text up to the claim, and the claim that must be false."""

    kind: str
    text: str
    claim: str


def each(pattern: str, replacement: str, skip: int = 0) -> Change:
    """The text with one match replaced, for one match after the other."""

    def change(text: str) -> Iterator[str]:
        for number, found in enumerate(re.finditer(pattern, text)):
            if number >= skip:
                new = found.expand(replacement)
                yield text[: found.start()] + new + text[found.end() :]

    return change


#: kind: (measure, property, what is changed, how), where a proof or its measure is changed.
KINDS: dict[str, tuple[tuple[str, str, str, Change], ...]] = {
    "formula": (
        ("F1", "weakly-monotone", "definition", each(r"2 \* TP", "3 * TP")),
        ("Jaccard", "weakly-monotone", "definition", each(r"\+ FP", "+ TN")),
        ("accuracy", "symmetry", "definition", each(r"TP \+ TN", "TP + FN")),
    ),
    "statement": (
        ("F1", "symmetry", "claim", each("symmetry_goals", "class_symmetry_goals")),
        ("F1", "weakly-monotone", "claim", each("weakly_monotone_goals", "monotone_goals")),
        (
            "F1",
            "maximal-agreement",
            "claim",
            each("maximal_agreement_goals", "minimal_agreement_goals"),
        ),
    ),
    "polynomial": (
        (
            "F1",
            "weakly-monotone",
            "proof",
            each(r"NDiv (\S+ \(Out \()PX \(Pc (\d)\)", r"NDiv \1PX (Pc 1\2)"),
        ),
        ("CC", "symmetry", "proof", each(r"\(PX \(Pc 1\) 1", "(PX (Pc 5) 1")),
        ("accuracy", "monotone", "proof", each(r"\(PX \(Pc 1\) 1", "(PX (Pc 5) 1")),
    ),
    "sign": (
        ("accuracy", "monotone", "proof", each(r"\] true\n", "] false\n")),
        ("Jaccard", "weakly-monotone", "proof", each(r"\] true\n", "] false\n")),
        ("F1", "weakly-monotone", "proof", each(r"\] true\n", "] false\n")),
    ),
    "strictness": (
        ("F1", "maximal-agreement", "proof", each(r",GE\)", ",GT)")),
        ("F1", "maximal-agreement", "proof", each(r"false \(Keep", "true (Keep")),
        ("accuracy", "maximal-agreement", "proof", each(r",GE\)", ",GT)")),
    ),
    "hypothesis": (
        ("F1", "maximal-agreement", "proof", each(r"Keep \[(\d)%nat;\d%nat\]", r"Keep [\1%nat]")),
        ("F1", "weakly-monotone", "proof", each(r"Same (\d) ", r"Same 1\1 ")),
        ("Jaccard", "weakly-monotone", "proof", each(r"Same (\d) ", r"Same 1\1 ")),
    ),
    "index": (
        ("F1", "maximal-agreement", "proof", each(r"ZeroN (\d)", r"ZeroN 1\1")),
        ("F1", "maximal-agreement", "proof", each(r"Contra (\d)", r"Contra 1\1")),
        ("accuracy", "maximal-agreement", "proof", each(r"ZeroN (\d)", r"ZeroN 1\1")),
    ),
    "witness value": (
        ("F1", "monotone", "proof", each(r"\(2%positive,\(1 # 1\)%Q\)", "(2%positive,(0 # 1)%Q)")),
        (
            "F1",
            "minimal-agreement",
            "proof",
            each(r"\(4%positive,\(1 # 1\)%Q\)", "(4%positive,(0 # 1)%Q)"),
        ),
        (
            "accuracy",
            "tn-invariance",
            "proof",
            each(r"\(9%positive,\(1 # 1\)%Q\)", "(9%positive,(0 # 1)%Q)"),
        ),
    ),
    "parameter domain": (
        ("F_beta", "weakly-monotone", "definition", each(r"\[Is .*\]", "[]")),
        ("F_beta", "weakly-monotone", "definition", each(r"GT\]", "NE]")),
        ("F_beta", "maximal-agreement", "definition", each(r"\[Is .*\]", "[]")),
    ),
    "case left out": (
        ("F1", "weakly-monotone", "claim", each(r"; \w+_3\]", "]")),
        ("F1", "maximal-agreement", "claim", each(r"; \w+_1\]", "]")),
        ("accuracy", "monotone", "claim", each(r"; \w+_3\]", "]")),
    ),
    "root condition": (
        ("CC", "symmetry", "proof", each(r"Sqrt \(", "Sqrt (1 + ")),
        ("Gmean", "class-symmetry", "proof", each(r"Sqrt \(", "Sqrt (1 + ")),
        ("FM", "symmetry", "proof", each(r"Sqrt \(", "Sqrt (1 + ")),
    ),
}


def mutants(limit: int = 3) -> Iterator[Mutant]:
    """At most `limit` mutants for each entry, and the originals (kind "original")."""
    for kind, entries in KINDS.items():
        for measure, prop, what, change in entries:
            yield from _mutants(kind, measure, prop, what, change, limit)


def _mutants(
    kind: str, measure: str, prop: str, what: str, change: Change, limit: int
) -> Iterator[Mutant]:
    report = check(measure, property=[prop])
    file = measure_file(measure, report.reading, report.verdicts)
    (verdict,) = file.verdicts
    if not verdict.theorem:
        raise AssertionError(f"{measure}, {prop}: {verdict.reason}")
    name = prop.replace("-", "_")
    if verdict.verdict == "proved":
        proofs = re.findall(rf"^Definition ({verdict.theorem}_\d+) ", verdict.text, re.MULTILINE)
        body = verdict.text[: verdict.text.index("Theorem")]
        claim = f"prove_all ({name}_goals {measure}) [{'; '.join(proofs)}]"
    else:
        found = re.search(r"refuted_ok _ (\d+) _ (.*?)\)\.\n  reflexivity", verdict.text, re.DOTALL)
        assert found is not None
        rest = found[2].split(" ", 1)
        where = f"nth {found[1]} ({name}_goals {measure}) (Goal (fun _ => Real) [] (Defined 0))"
        sort, names = rest[0], rest[1].split("%positive ", 1)
        claim = f"fails {sort} {names[0]}%positive ({where}) {names[1]}"
        body = ""
    parts = {"definition": file.definition, "proof": body or claim, "claim": claim}
    for text in [None, *list(change(parts[what]))[:limit]]:
        own = dict(parts)
        if text is not None:
            own[what] = text
        proof = own["proof"] if body else ""
        said = own["claim"] if body or what == "claim" else own["proof"]
        yield Mutant("original" if text is None else kind, f"{own['definition']}\n{proof}", said)


def rocq_file(found: list[Mutant]) -> str:
    """One file that computes every claim, each in a module of its own."""
    modules = (
        f"Module M{number}.\n{mutant.text}\nEval vm_compute in ({mutant.claim}).\nEnd M{number}.\n"
        for number, mutant in enumerate(found)
    )
    return HEADER + "\n".join(modules)
