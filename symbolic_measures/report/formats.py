"""The formats of documents: one function each, registered by its name.

A document says which templates set its content and what its text is; a format does the rest, so
no kind of answer has a renderer of its own.  What a format needs is loaded when it is first asked
for: text needs neither templates nor MathML.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from symbolic_measures.report.html import Saved


class Page(Protocol):
    """What every document says of itself.

    `html_page` is the template of a whole page, `html_body` that of its content; `tex_page` and
    `tex_body` are the same for LaTeX; `file` is what the certificate in the page is called.
    """

    html_page: ClassVar[str]
    html_body: ClassVar[str]
    tex_page: ClassVar[str]
    tex_body: ClassVar[str]

    @property
    def file(self) -> str:
        """A name for files."""
        ...

    def text(self, details: bool = False) -> str:
        """The document as lines of text; with `details`, with every proof."""
        ...


Format = Callable[[Page, "Saved"], str]
FORMATS: dict[str, Format] = {}


def a_format(render: Format) -> Format:
    """Registers a format under the name of its function."""
    FORMATS[render.__name__] = render
    return render


@a_format
def text(doc: Page, saved: Saved) -> str:
    """Plain text, for terminals and files."""
    return doc.text()


@a_format
def proofs(doc: Page, saved: Saved) -> str:
    """Plain text with the short form of every proof below what it shows."""
    return doc.text(details=True)


@a_format
def latex_fragment(doc: Page, saved: Saved) -> str:
    r"""What stands between ``\begin{document}`` and ``\end{document}``.

    Its first line names the packages that the document which inputs it needs.  The macros and
    environments are provided unless they exist.  A document may have another body for papers
    (`tex_paper`).
    """
    from symbolic_measures.report import latex

    return latex.rendered(getattr(doc, "tex_paper", "") or doc.tex_body, doc)


def whole_latex(doc: Page, saved: Saved) -> str:
    """A whole LaTeX document."""
    from symbolic_measures.report import latex

    return latex.rendered(doc.tex_page, doc, body=doc.tex_body)


def whole_html(doc: Page, saved: Saved) -> str:
    """A page of its own, readable offline, with the certificate in it."""
    from symbolic_measures.report import html

    return html.page(doc.html_page, doc, saved, doc.file, body=doc.html_body)


FORMATS["latex"], FORMATS["html"] = whole_latex, whole_html


@a_format
def html_fragment(doc: Page, saved: Saved) -> str:
    """The content for a notebook: no script, styles scoped to it."""
    from symbolic_measures.report import html

    return html.rendered("fragment.html", doc, body=doc.html_body)
