"""The kinds of questions: every folder here is one, and has the same rooms.

`asked` is the question as data, with its options; `meaning` (trusted) says what an answer means and
replays a saved one; `find` looks for one; `show` makes the document that people read.  Nothing else
lists the kinds: who needs them all, the command line, `verify`, the parts of derivations and the
lists of tests, asks here.

    asked:    a subclass of Question
    meaning:  replay(data, kinds) -> Replay;  parts(question) -> the parts of a saved answer to it
    find:     work(question, means) -> Work
    show:     document(answer) -> a document of `report`
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import KINDS, Means, Question, Replay, Work
from symbolic_measures.nouns.saved import SCHEMA, Checked, same, without_notes
from symbolic_measures.nouns.shown import Answer

if TYPE_CHECKING:
    from symbolic_measures.nouns.statement import Goal
    from symbolic_measures.nouns.verdict import Step

#: Goals whose proofs are remembered.
REMEMBERED = 10_000
#: Parts of files of audits: what functions were seen to do, which nothing replays.
SEEN = frozenset(("audit", "audits", "declarations", "list"))


def load() -> dict[str, type[Question]]:
    """Every kind, by its name: the folders of this package, wherever it extends to."""
    package = sys.modules[__name__.rpartition(".")[0]]
    for folder in pkgutil.iter_modules(package.__path__):
        if folder.ispkg:
            import_module(f"symbolic_measures.questions.{folder.name}.asked")
    return KINDS


def room(kind: str, name: str) -> ModuleType:
    """A room of a kind, loaded when it is first entered."""
    return import_module(f"symbolic_measures.questions.{kind}.{name}")


def document(answer: Answer) -> Any:
    """The document of an answer, without a format."""
    return room(answer.kind, "show").document(answer)


def rendered(answer: Answer, format: str) -> str:
    """An answer in a format."""
    doc = document(answer)
    from symbolic_measures.report.formats import FORMATS

    return FORMATS[format](doc, answer)


def formats() -> tuple[str, ...]:
    """The formats of whole answers; a fragment or a part of one has a `_` in its name."""
    from symbolic_measures.report.formats import FORMATS

    return ("json", *(name for name in FORMATS if "_" not in name))


class _Replayed(dict["Goal", "Step"]):
    """Goals with the proofs that were replayed for them: so many, then it begins anew."""

    def __setitem__(self, goal: Goal, proof: Step) -> None:
        if len(self) >= REMEMBERED:
            self.clear()
        super().__setitem__(goal, proof)


class AllKinds:
    """The kinds, for questions that hold other questions; what they replay is replayed once."""

    def __init__(self) -> None:
        self.done: dict[Goal, Step] = _Replayed()

    def question(self, kind: str, given: Mapping[str, Any]) -> Question:
        """A question of a kind; FormulaError, in one line, for options that it has not."""
        return load()[kind].of_entry(given)

    def work(self, question: Question, means: Means) -> Work:
        """The work on a question; FormulaError, in one line, for one that cannot be asked."""
        found: Work = room(question.kind, "find").work(question, means)
        return found

    def names(self) -> tuple[str, ...]:
        """Every kind."""
        return tuple(sorted(load()))  # in whatever order they were loaded

    def meaning(self, kind: str) -> ModuleType:
        """What the answers of a kind mean."""
        return room(kind, "meaning")

    def replay(self, data: Any) -> Replay:
        """Replays every verdict of a saved answer, without search, and returns the answer.

        Statements are rebuilt from what the file asks and compared with the saved ones; all else
        that it says must be what the verdicts give.  The kind of a file is told by a part that only
        this kind has.  CertificateError if it is no saved file at all.
        """
        if not isinstance(data, dict) or data.get("schema") != SCHEMA or data["schema"] is True:
            raise CertificateError(f"not a report of schema {SCHEMA}")
        if not SEEN.isdisjoint(data):
            raise CertificateError("an audit is no certificate: run it again to see the same")
        kind, failed = kind_of(data), False
        replaying: Replay = room(kind, "meaning").replay(data, self)
        while True:
            try:
                item = next(replaying)
            except StopIteration as end:
                answer: Answer | None = end.value
                break
            failed = failed or bool(item.problem)
            yield item
        if answer is not None and same(*map(without_notes, (answer.to_data(), data))):
            return answer
        if not failed:
            yield Checked(kind, "?", "the file says something else than what was replayed")
        return None


KNOWN = AllKinds()


def means(seconds: float, jobs: int = 1, cache: str = "") -> Means:
    """How questions are worked on."""
    return Means(KNOWN, seconds, jobs, cache)


def kind_of(data: Mapping[str, Any]) -> str:
    """The kind whose parts a file has; a report of `check` has none that others have not."""
    for name, kind in sorted(load().items()):
        if any(part in data for part in kind.saved):
            return name
    return "check"


def verify(data: Any) -> Iterator[Checked]:
    """Replays every verdict of a saved file, without search; yields each with its problem.

    Parameters
    ----------
    data
        What `json.loads` makes of a saved file of any kind.

    Returns
    -------
    An iterator of what was looked at: `property`, and `problem`, "" where all is well.

    Raises
    ------
    CertificateError
        In one line, for what is no saved file at all.

    Example
    -------
    >>> import json
    >>> from symbolic_measures import check, verify
    >>> saved = check("F1", property="symmetry").to_json()
    >>> [(item.property, item.problem) for item in verify(json.loads(saved))]
    [('symmetry', '')]

    Notes
    -----
    Statements are rebuilt from the question alone and proofs replayed by the kernel; a
    counterexample is evaluated exactly on the statement.

    References
    ----------
    R. Pollack, How to believe a machine-checked proof, in: Twenty-Five Years of Constructive Type
    Theory, Oxford University Press, 1998.
    """
    yield from AllKinds().replay(data)


def read(data: Any) -> Answer:
    """The answer of a saved file; CertificateError, with the first problem, if one fails."""
    replay = AllKinds().replay(data)
    while True:
        try:
            item = next(replay)
        except StopIteration as end:
            if end.value is None:
                raise CertificateError("a part could not be rebuilt") from None
            answer: Answer = end.value
            return answer
        if item.problem:
            raise CertificateError(f"{item.property}: {item.problem}")
