"""Formulas as MathML, which browsers draw by themselves: no script, nothing to load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symbolic_measures.report.html import mathml

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


def inline(translator: Any, node: nodes.Element) -> None:
    """A formula in a line."""
    from docutils import nodes

    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def display(translator: Any, node: nodes.Element) -> None:
    """A formula of its own."""
    from docutils import nodes

    translator.body.append(f'<div class="math wide">{mathml(node.astext(), True)}</div>\n')
    raise nodes.SkipNode


def add(app: Sphinx) -> None:
    """Registers the renderer."""
    app.add_html_math_renderer("mathml", (inline, None), (display, None))
