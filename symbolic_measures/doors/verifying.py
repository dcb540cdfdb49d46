"""The command `verify`: replays saved files, and says of each what was replayed."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from symbolic_measures.doors.saved import read_saved
from symbolic_measures.doors.trust import base_of
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.questions.kinds import verify


def add(commands: Any) -> None:
    """The command."""
    parser = commands.add_parser("verify", help="replay saved verdicts without search")
    parser.add_argument("files", nargs="+", metavar="FILE.json", help="also FILE.json.gz")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--trust", action="store_true",
                        help="list the files and lines of code that they rest on")  # fmt: skip
    parser.set_defaults(run=_verify)


def _verify(args: argparse.Namespace) -> int:
    results: list[dict[str, Any]] = []
    failed = False
    for name in args.files:
        data = _load(name)
        try:
            checked = list(verify(data))
        except CertificateError as error:
            raise CertificateError(f"{name}: {error}") from None
        problems = [item for item in checked if item.problem]
        failed = failed or bool(problems)
        decided = sum(item.outcome != "undecided" for item in checked) - len(problems)
        results.append(
            {
                "file": name,
                "verified": decided,
                "undecided": sum(item.outcome == "undecided" for item in checked),
                "problems": [{"property": p.property, "problem": p.problem} for p in problems],
                **({"trust": base_of(data).to_data()} if args.trust else {}),
            }
        )
    if args.format == "json":
        print(json.dumps({"schema": 1, "files": results}, indent=1))
    else:
        for result in results:
            state = "FAILED" if result["problems"] else "verified"
            print(f"{result['file']}: {state}: {result['verified']} verdicts replayed, "
                  f"{result['undecided']} undecided")  # fmt: skip
            for problem in result["problems"]:
                print(f"  {problem['property']}: {problem['problem']}")
            if args.trust:
                told: Any = result["trust"]
                counted = f"{len(told['files'])} files, {told['lines']:,} lines of code"
                print(f"  rests on {counted}, and on python-flint:")
                for file, lines in told["files"].items():
                    print(f"    {lines:5,}  {file}")
    return 1 if failed else 0


def _load(name: str) -> Any:
    try:
        return read_saved(Path(name))
    except ValueError as error:
        raise CertificateError(f"{name}: {error}") from None
