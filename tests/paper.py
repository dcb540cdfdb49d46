"""LaTeX as pdflatex reads it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

HEAD = r"""\documentclass{article}
\usepackage{amsmath,amssymb,array,booktabs,longtable,graphicx,xcolor}
\begin{document}
\input{fragment}
\input{fragment}
\end{document}
"""

#: The classes of papers: what a paper begins with.
CLASSES = {
    "article": r"\documentclass{article}",
    "two columns": r"\documentclass[twocolumn]{article}",
    "IEEEtran": r"\documentclass[conference]{IEEEtran}",
    "acmart": r"\documentclass[sigconf,nonacm]{acmart}",
    "as NeurIPS": r"\documentclass{article}\usepackage[letterpaper,textwidth=5.5in,textheight=9in]"
    r"{geometry}\usepackage{times}\usepackage{hyperref}\usepackage{microtype}",
}
PAPER = r"""\usepackage{amsmath,amssymb,graphicx}
\begin{document}
\title{A paper}\author{An author}\maketitle
\input{fragment}
As said in Proposition~\ref{prop:LABEL:symmetry}.
\end{document}
"""


def compile_(folder: Path, name: str) -> str:
    """The log of a pdflatex run that must succeed; of a second one if labels are new."""
    assert shutil.which("pdflatex"), "pdflatex is needed: install texlive-latex-recommended"
    for _ in range(2):
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name],
            cwd=folder, capture_output=True, check=False,
        )  # fmt: skip
        log = (folder / name).with_suffix(".log").read_text(errors="replace")
        assert done.returncode == 0, re.findall(r"^!.*", log, re.MULTILINE)
        if "Label(s) may have changed" not in log:
            break
    return log


def no_overfull(log: str) -> None:
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([0-9.]+)pt", log)]
    assert not [points for points in wide if points > 10]
    assert "undefined" not in re.sub(r"undefined-set", "", log).lower()
