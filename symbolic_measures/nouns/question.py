"""A question: what is asked, as frozen data; and what its options are called everywhere.

From the options of a kind come its command, its key in a derivation, its entry in a list of tests
and its keywords in Python; so an option has one name.  A question is data: the same question asked
again, or read from a file, is equal to it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, fields
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.saved import Checked
from symbolic_measures.nouns.shown import Answer

if TYPE_CHECKING:
    from symbolic_measures.nouns.statement import Goal
    from symbolic_measures.nouns.verdict import Step

Form = Literal["text", "texts", "ids", "words", "list", "whole", "classes", "flag"]
#: What each form of option is, as a type and in words.
FORMS: dict[str, tuple[type, str]] = {
    "text": (str, "text between quotes"),
    "texts": (tuple, "a list of texts"),
    "ids": (tuple, "a list of texts"),
    "words": (tuple, "a list of texts"),
    "list": (tuple, "a list of texts"),
    "whole": (int, "a whole number"),
    "classes": (int, "a whole number, every, or '>= 3'"),
    "flag": (bool, "true or false"),
}
#: The outer fence of a decision, in seconds on the wall: what search counts stops it long before.
SECONDS = 300.0


@dataclass(frozen=True)
class Option:
    """One option: the name of a field, what it says, and how it is typed on the command line.

    `texts` may be given several times, `ids` too, or with commas, `words` one after the other, a
    `list` with commas; without a `flag` an option is typed by its place.
    """

    name: str
    help: str
    metavar: str = ""
    form: Form = "text"
    flag: str = ""
    default: Any = ""
    choices: tuple[str, ...] = ()
    required: bool = False


#: Options that many kinds have, with one name each.
MEASURE = Option(
    "measure", "a formula, or the name of a catalog measure", "FORMULA|NAME", required=True
)
ASSUME = Option(
    "assume", "declare a parameter and its domain, e.g. 'beta>0' (repeatable)", "CONDITION",
    "texts", "--assume", (),
)  # fmt: skip
LOWER = Option(
    "lower_is_better", "the formula is a dissimilarity: judge it by its negative", "", "flag",
    "--lower-is-better", False,
)  # fmt: skip
READING = Option(
    "reading", "what it is where the formula is undefined", "NAME", "text", "--reading"
)
CLASSES = Option(
    "classes",
    "number of classes: 2 to 6; or every, or '>= 3': for all numbers of classes at once",
    "M|every", "classes", "--classes", 2,
)  # fmt: skip
CONVENTIONS = Option(
    "conventions", "the value where WHEN is 0, e.g. 'TP+FN+FP == 0: 1' (repeatable)",
    "'WHEN == 0: VALUE'", "texts", "--convention", (),
)  # fmt: skip


@dataclass(frozen=True)
class Question:
    """What is asked.  A kind of question is a subclass: it registers itself by its `kind`.

    `saved` are the parts that only a saved answer of this kind has; `help` is one line,
    `description` what a person should know before asking.
    """

    kind: ClassVar[str]
    saved: ClassVar[tuple[str, ...]]
    help: ClassVar[str]
    description: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]]
    limit: ClassVar[str] = "for each decision"
    seconds: ClassVar[float] = SECONDS
    #: What else the command offers: `jobs` processes, a `cache` of verdicts.
    offers: ClassVar[tuple[str, ...]] = ()
    #: What the command is called, if not as the kind.
    command: ClassVar[str] = ""

    def __init_subclass__(cls, kind: str, saved: tuple[str, ...], **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.kind, cls.saved = kind, saved
        KINDS[kind] = cls

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Question:
        """The question with these options; FormulaError, in one line, for a wrong key or form."""
        known = {option.name: option for option in cls.options}
        if unknown := [key for key in given if key not in known]:
            raise FormulaError(f"unknown key {unknown[0]!r}; known: {', '.join(known)}")
        values: dict[str, Any] = {}
        for name, value in given.items():
            wanted, words = FORMS[known[name].form]
            listed = wanted is tuple and isinstance(value, list | tuple)
            if listed and all(isinstance(item, str) for item in value):
                values[name] = tuple(value)
            elif (
                type(value) in (wanted, str)
                if known[name].form == "classes"
                else (type(value) is wanted and not listed)
            ):
                values[name] = value
            else:
                raise FormulaError(f"{name} is {words}")
        if missing := [o.name for o in cls.options if o.required and values.get(o.name, ()) == ()]:
            raise FormulaError(f"{missing[0]} is missing")
        return cls(**values)

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> Question:
        """The question of an entry of a file: the kind is the key of its first option."""
        rest = {key: value for key, value in entry.items() if key != cls.kind}
        return cls.of({cls.options[0].name: entry[cls.kind], **rest})

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}

    @property
    def title(self) -> str:
        """What it is called while it is worked on."""
        return str(getattr(self, self.options[0].name))


#: Every kind of question by its name.
KINDS: dict[str, type[Question]] = {}


class Work(Protocol):
    """The work on a question: iterate, then `report()` says what is known, also in between."""

    def __iter__(self) -> Iterator[str]:
        """Yields what is looked at next."""
        ...

    def report(self) -> Answer:
        """What is known so far."""
        ...


class Kinds(Protocol):
    """What a question that holds other questions may ask of them."""

    @property
    def done(self) -> dict[Goal, Step]:
        """The goals that were replayed so far with their proofs, which are not replayed again."""
        ...

    def work(self, question: Question, means: Means) -> Work:
        """The work on a question."""
        ...

    def replay(self, data: Any) -> Replay:
        """Replays a saved answer."""
        ...

    def meaning(self, kind: str) -> ModuleType:
        """What the answers of a kind mean."""
        ...

    def names(self) -> tuple[str, ...]:
        """Every kind."""
        ...

    def question(self, kind: str, given: Mapping[str, Any]) -> Question:
        """A question of a kind."""
        ...


@dataclass(frozen=True)
class Means:
    """How questions are worked on: time for each decision, processes, where verdicts are kept."""

    kinds: Kinds
    seconds: float = SECONDS
    jobs: int = 1
    cache: str = ""


#: Yields what was replayed; returns the answer, None if something could not be rebuilt.
Replay = Generator[Checked, None, Answer | None]


@dataclass
class OneStep:
    """Work that is done in one step."""

    title: str
    find: Callable[[], Answer]
    answer: Answer | None = None

    def __iter__(self) -> Iterator[str]:
        """Yields what is looked at."""
        yield self.title
        self.answer = self.find()

    def report(self) -> Answer:
        """What was found; an interrupt before that leaves nothing."""
        if self.answer is None:
            raise KeyboardInterrupt
        return self.answer


def finished(work: Work, progress: Callable[[str], object] | None = None) -> Any:
    """The answer of work that is done to its end; `progress` is told each step."""
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()
