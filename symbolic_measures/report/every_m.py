"""What pages about every number of classes have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from symbolic_measures.meaning.class_sums import OWN, ROLES
from symbolic_measures.meaning.each_m import is_of_every_m, read
from symbolic_measures.meaning.every_m import taken
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.evidence import Evidence, Evidences, of_goals
from symbolic_measures.report.heading import Heading
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.prose import Equation, Piece, Prose, cells, equation, exact
from symbolic_measures.report.sections import Row

if TYPE_CHECKING:
    from symbolic_measures.meaning.class_sums import Frame
    from symbolic_measures.meaning.every_class import EveryClasses
    from symbolic_measures.meaning.every_m import General
    from symbolic_measures.meaning.every_report import EveryProof
    from symbolic_measures.nouns.statement import Goal
    from symbolic_measures.nouns.verdict import Outcome, Step

NOTE = (
    "a, b, c are the true size, the predicted size and the correctly classified elements of a "
    "class; sums go over all classes"
)
#: The cells of one class against the rest, as facts about a class have them.
OWN_CELLS = dict(zip(map(symbol, OWN), map(symbol, CELLS), strict=True))
ONE_CLASS = "TP, FN, FP, TN are the cells of one class against the rest. "


def heading_for(
    name: str, shown: Equation, parameters: tuple[Equation, ...], reading: str = LITERAL
) -> Heading:
    note: Prose = (f"{NOTE}.",)
    if any("ifzero" in term.ops and "pairs" not in term.ops for term in shown.terms):
        note = (f"{NOTE}; ifzero(t, x, y) is x where t is 0, and y elsewhere.",)
    if any("q" in term.symbols() for term in shown.terms):
        calibrated = Formula("sum", symbol("c_ji") / symbol("a_j"))
        note = (f"{NOTE}; q is ", calibrated, " over the classes j.")
    return Heading(
        name=name, title="", source="", typed=name, formula=shown, domain=(), reading=reading,
        conventions=(), parameters=parameters, notes=(note,),
    )  # fmt: skip


def facts_of(general: General | None) -> list[Row]:
    if general is None or not general.facts:
        return []
    told: list[Piece] = []
    for fact in dict.fromkeys(fact for fact, _ in general.facts):
        told += [", " if told else "", equation(fact.term, fact.rel, 0)]
    words = "what holds in every class"
    if any("sum" in fact.term.ops for fact, _ in general.facts):
        words += " (where classes are named, in every other one, with sums over those)"
    return [Row("", (words,), tuple(told))]


def against(verdict: Verdict | None) -> Prose:
    if verdict is None or verdict.witness is None:
        return ()
    witness = verdict.witness
    told: list[Piece] = ["at ", cells(witness.matrices[0])]
    if witness.parameters:
        told += [" with ", *listed(dict(witness.parameters))]
    words = (" the left side is ", ", the right side ") if len(witness.values) > 1 else (" it is ",)
    for word, value in zip(words, witness.values, strict=True):
        told += [word, *exact(value)]
    if witness.minimal:
        told.append("; nothing smaller violates it")
    return tuple(told)


def proofs_of(
    general: General | None,
    make: Callable[[], Frame],
    spoken: tuple[Formula, ...],
    state: Callable[[Frame], Goal],
) -> Evidences:
    """The proof for every m: each fact in every class, and what follows from the facts."""
    if general is None:
        return ()
    found: list[Evidence] = []
    for fact, step in general.facts:
        for one in of_goals((make().shown(fact, spoken),), (step,)):
            shown = _spelled(one, lambda tree: with_margins(tree.replace(OWN_CELLS)))
            label = (equation(fact.term, fact.rel, 0), " in every class")
            found.append(replace(shown, label=label, setting=(ONE_CLASS, *shown.setting)))
    frame = taken(make(), general)
    swap = _letters(frame) if frame.named else _whole_sums(frame)
    return (*found, *_in_letters(frame, swap, state(frame), general.step))


def proofs_of_parts(
    property_id: str, subject: EveryClasses, proof: EveryProof, outcome: Outcome = "proved"
) -> Evidences:
    """The proof of every part of a property."""
    found: list[Evidence] = []
    wanted = parts(property_id, subject, proof.constant, outcome)
    for part, (general, _) in zip(wanted, proof.parts, strict=True):
        found += proofs_of(general, part.make, part.spoken, part.state)
    return tuple(found)


def at_each_m(verdict: Verdict) -> Evidences:
    """Of a verdict at a number of classes: its proof for every number of them, if it has one."""
    if verdict.proof is None or not is_of_every_m(verdict):
        return ()
    subject, _, proof = read(verdict.proof)
    return proofs_of_parts(verdict.property, subject, proof)


def of_equality(frame: Frame, goal: Goal, step: Step) -> Evidences:
    """The proof that two formulas of named classes are one, in the letters of these."""
    return _in_letters(frame, _letters(frame), goal, step)


def _in_letters(frame: Frame, swap: dict[Formula, Formula], goal: Goal, step: Step) -> Evidences:
    found = []
    for one in of_goals((goal,), (step,)):
        shown = _spelled(one, lambda tree: tree.replace(swap))
        found.append(replace(shown, setting=(*_legend(frame), *shown.setting)))
    return tuple(found)


def _sums(frame: Frame) -> dict[Formula, Formula]:
    """The sums and facts that the kernel has a letter for."""
    named = {name: term for term, name in frame.terms.items()}
    named |= {name: fact.term for name, fact in frame.taken.items()}
    return {symbol(name): Formula("sum", term) for name, term in named.items()}


def _solved(frame: Frame, name: Formula) -> Formula:
    """What stands in a goal in the place of a sum that a fact determines."""
    while not frame.replaced.keys().isdisjoint(name.symbols()):
        name = name.at(**frame.replaced)
    return name


def _whole_sums(frame: Frame) -> dict[Formula, Formula]:
    """Sums over all classes are written out."""
    found = _sums(frame)
    return {**found, **{_solved(frame, symbol(name)): found[symbol(name)]
                        for name in frame.replaced}}  # fmt: skip


def _letters(frame: Frame) -> dict[Formula, Formula]:
    """Sums over the other classes by a letter; the sizes of the named classes by theirs."""
    found = {name: _letter(name) for name in _sums(frame)}
    for name in frame.replaced:
        tree = _solved(frame, symbol(name))
        found |= dict.fromkeys((tree, with_margins(tree)), _letter(symbol(name)))
    found[frame.size] = symbol("n")
    for role in ROLES[: frame.named]:
        for letter, size in frame.letters(role).items():
            found.setdefault(size, symbol(f"{letter}_{role}"))
    return found


def _letter(name: Formula) -> Formula:
    """S_1 for sum1, F_1 for fact1."""
    word = str(name.args[0])
    return symbol(f"{word[0].upper()}_{word.lstrip('sumfact')}")


def _legend(frame: Frame) -> Prose:
    """What the letters of a goal about named classes stand for."""
    if not frame.named:
        return ()
    own = [f"{letter}_{role}" for role in ROLES[: frame.named] for letter in "abc"]
    told: list[Piece] = [
        symbol("c_ij"), " is the number of elements of true class i and predicted class j, where r "
        f"stands for all classes but {' and '.join(ROLES[: frame.named])}. "
    ]  # fmt: skip
    for word in own[:2]:
        told += ["" if word == own[0] else ", ", symbol(word)]
    told.append(" and so on are sizes of these classes. ")
    for place, (name, tree) in enumerate(_sums(frame).items()):
        told += ["Over the other classes, " if not place else ", ",
                 equation(_letter(name), "=", tree)]  # fmt: skip
    return (*told, ". ") if frame.terms or frame.taken else tuple(told)


def _spelled(evidence: Evidence, spell: Callable[[Formula], Formula]) -> Evidence:
    """The evidence with other letters; its steps are as the kernel has them."""

    def prose(told: Prose) -> Prose:
        return tuple(map(piece, told))

    def piece(told: Piece) -> Piece:
        if isinstance(told, Equation):
            return equation_of(told)
        return spell(told) if isinstance(told, Formula) else told

    def equation_of(told: Equation) -> Equation:
        return replace(told, terms=tuple(map(spell, told.terms)))

    lines = (
        replace(line, sentence=prose(line.sentence),
                display=None if line.display is None else equation_of(line.display))
        for line in evidence.lines
    )  # fmt: skip
    return replace(evidence, setting=prose(evidence.setting), lines=tuple(lines))
