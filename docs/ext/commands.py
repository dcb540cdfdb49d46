"""The command line: a page for each command, from the parser itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ext.text import code, table, toctree, words
from symbolic_measures.doors.cli import _parser


def pages() -> dict[str, str]:
    """The index and a page for each command."""
    parser = _parser()
    commands = dict(_commands(parser))
    found = {f"commands/{name}.md": page(name, one, help) for name, (one, help) in commands.items()}
    rows = ((f"[{name}]({name}.md)", words(help)) for name, (_, help) in commands.items())
    index = (
        f"# Command line\n\n{words(parser.description or '')}\n\n"
        + table(("command", ""), rows)
        + "\n## Examples\n\n"
        + code(_examples(parser), "sh")
        + "\n## Exit codes\n\n"
        + table(
            ("code", ""),
            (
                ("0", "finished"),
                ("1", "something required was not proved, or a file did not verify"),
                ("2", "bad input, said in one line: what, where, what to do"),
                ("130", "interrupted; what was decided so far is written"),
            ),
        )
        + toctree(commands)
    )
    return {"commands/index.md": index, **found}


def _examples(parser: argparse.ArgumentParser) -> str:
    lines = (parser.epilog or "").splitlines()
    return "\n".join(line.strip() for line in lines if line.startswith(" "))


def _commands(
    parser: argparse.ArgumentParser,
) -> Iterator[tuple[str, tuple[argparse.ArgumentParser, str]]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, one in action.choices.items():
                yield name, (one, helps.get(name, ""))


def page(name: str, parser: argparse.ArgumentParser, help: str) -> str:
    """What the command is for, how it is typed, and its arguments."""
    usage = parser.format_usage().removeprefix("usage: ")
    parts = [f"# {name}\n", f"{words(_sentence(help))}\n"]
    if parser.description:
        parts.append(words(parser.description) + "\n")
    parts.append(code(usage))
    rows = []
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction) or action.help == argparse.SUPPRESS:
            continue
        rows.append((_typed(action), words(_told(action)), _default(action)))
    parts.append(table(("argument", "", "default"), rows))
    return "\n".join(parts)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _typed(action: argparse.Action) -> str:
    value = ""
    if action.nargs != 0:
        choices = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else ""
        shown = action.metavar or choices or action.dest.upper()
        value = str(shown)
    if not action.option_strings:
        return f"`{value if action.metavar or action.choices else action.dest}`"
    return ", ".join(f"`{option} {value}`".replace(" `", "`") for option in action.option_strings)


def _told(action: argparse.Action) -> str:
    """The help, without what argparse would fill in."""
    return (action.help or "").replace("%%", "%")


def _default(action: argparse.Action) -> str:
    if action.default in (None, "", argparse.SUPPRESS, [], (), False):
        return "required" if action.required else ""
    return f"`{action.default}`"
