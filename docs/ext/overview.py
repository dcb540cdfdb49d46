"""The picture of the README: which measure has which property, from the saved certificates.

python docs/ext/overview.py    writes docs/_static/overview.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from ext import certificates
from ext.text import file_name, html_text
from symbolic_measures.meaning.measures import get_measure
from symbolic_measures.nouns.verdict import GLYPHS

PATH = Path(__file__).parents[1] / "_static" / "overview.svg"
MEASURES = (
    "recall", "precision", "accuracy", "BA", "F1", "Jaccard", "FM", "Gmean", "informedness",
    "markedness", "kappa", "CC", "SBA", "LOR",
)  # fmt: skip
SHOWN = (
    "symmetry", "class-symmetry", "scale-invariance", "tn-invariance", "maximal-agreement",
    "minimal-agreement", "distance", "weakly-monotone", "monotone", "strongly-monotone",
    "approximate-constant-baseline", "constant-baseline",
)  # fmt: skip
WIDE, HIGH, LEFT, TOP, RIGHT = 34, 24, 120, 178, 92
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1b1f24; }
.proved { fill: #116329; } .refuted { fill: #a40e26; } .undecided { fill: #7d4e00; }
.not-applicable { fill: #57606a; } .back { fill: #ffffff; } .line { stroke: #d9dee5; }
.box.proved { fill-opacity: .16; } .box.refuted, .box.not-applicable { fill-opacity: .1; }
@media (prefers-color-scheme: dark) {
text { fill: #e6e9ee; } .back { fill: #14181d; } .line { stroke: #343c46; }
.proved { fill: #56d364; } .refuted { fill: #ff7b72; } .undecided { fill: #e3b341; }
.not-applicable { fill: #9aa5b1; }
}
"""


def svg() -> str:
    """The picture."""
    width, height = LEFT + WIDE * len(SHOWN) + RIGHT, TOP + HIGH * len(MEASURES) + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        "<title>Which measure has which property: proved or refuted</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="back" width="{width}" height="{height}"/>',
    ]
    for column, id in enumerate(SHOWN):
        x = LEFT + WIDE * column + WIDE // 2 + 4
        parts.append(f'<text transform="translate({x} {TOP - 8}) rotate(-55)">{id}</text>')
    for row, name in enumerate(MEASURES):
        parts += _row(name, TOP + HIGH * row)
    y = TOP + HIGH * len(MEASURES) + 22
    parts.append(
        f'<text x="{LEFT}" y="{y}"><tspan class="proved">✓ proved</tspan>'
        '<tspan dx="14" class="refuted">✗ refuted by a matrix</tspan>'
        '<tspan dx="14" class="not-applicable">– not applicable</tspan></text></svg>\n'
    )
    return "\n".join(parts)


def _row(name: str, y: int) -> list[str]:
    checked = certificates.answer("check", file_name(get_measure(name).name))
    known = {verdict.property: verdict.outcome for verdict in checked.verdicts}
    shown = "MCC" if name == "CC" else name
    middle = y + HIGH - 7
    parts = [f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end">{html_text(shown)}</text>']
    for column, id in enumerate(SHOWN):
        outcome, x = known[id], LEFT + WIDE * column
        parts.append(
            f'<rect class="box {outcome}" x="{x + 1}" y="{y + 1}" width="{WIDE - 2}" '
            f'height="{HIGH - 2}" rx="3"/><text class="{outcome}" x="{x + WIDE // 2}" '
            f'y="{middle}" text-anchor="middle">{GLYPHS[outcome]}</text>'
        )
    return parts


if __name__ == "__main__":
    PATH.write_text(svg(), encoding="utf-8")
