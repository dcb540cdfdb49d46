"""Completion in a shell, by argcomplete: commands, options, and the names that options take.

`pip install symbolic-measures[completion]`, then once in the shell:
`eval "$(register-python-argcomplete symbolic-measures)"`.  Nothing here runs unless a shell asks.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection
from typing import Any


def complete(parser: argparse.ArgumentParser) -> None:
    """Answers the shell, and ends, if it is a shell that asks."""
    if "_ARGCOMPLETE" not in os.environ:
        return
    try:
        import argcomplete
    except ImportError:
        return
    for command in _commands(parser):
        for action in command._actions:
            if (known := names(action.dest)) and action.choices is None:
                action.completer = _starting(known)  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser)


def names(option: str) -> Collection[str]:
    """What an option may be; none for one that takes anything."""
    from symbolic_measures.claims.papers import TABLES
    from symbolic_measures.meaning.averaging import AVERAGINGS
    from symbolic_measures.meaning.frameworks import ALL, FRAMEWORKS, battery
    from symbolic_measures.meaning.measures import ALIASES
    from symbolic_measures.meaning.readings import KNOWN
    from symbolic_measures.questions.kinds import formats

    known: dict[str, Collection[str]] = {
        **dict.fromkeys(("measure", "measures", "lhs", "rhs", "subject", "against"), ALIASES),
        **dict.fromkeys(("property", "require"), battery(ALL)),
        **dict.fromkeys(("reading", "left_reading", "right_reading"), KNOWN),
        "framework": (*FRAMEWORKS, ALL),
        "format": formats(),
        "table": TABLES,
        "averaging": AVERAGINGS,
    }
    return known.get(option, ())


def _commands(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """The parsers of the commands."""
    return [
        command
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for command in action.choices.values()
    ]


def _starting(known: Collection[str]) -> Any:
    return lambda prefix, **_: [name for name in known if name.startswith(prefix)]
