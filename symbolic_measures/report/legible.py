"""MathML whose text alone, without its tags, is still the formula.

A notebook that was not run by its reader, or that a forge shows, is cleaned: tags that are not
known are dropped and their text is kept, so that the fraction 2/3 would be read as 23.  Therefore
`/`, `^`, `sqrt` and parentheses stand in the formula as marks without width that are not drawn.

Invariant: what is drawn does not change; only text is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_MATH = re.compile(r"<math\b.*?</math>", flags=re.DOTALL)
_SPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'


def legible(page: str) -> str:
    """A page with marks in its formulas."""
    return _MATH.sub(lambda match: _marked(match.group(0)), page)


@lru_cache(maxsize=4096)
def _marked(text: str) -> str:
    tree = ElementTree.fromstring(text.replace(_SPACE, ""))
    _visit(tree)
    tree.set("xmlns", "http://www.w3.org/1998/Math/MathML")
    return ElementTree.tostring(tree, encoding="unicode")


def _visit(node: Element) -> None:
    """Adds the marks below a node, from the leaves up."""
    for child in node:
        _visit(child)
    parts = list(node)
    match node.tag:
        case "mfrac":
            _replace(node, (_grouped(parts[0]), _row(_mark("/"), _grouped(parts[1]))))
        case "msup":
            _replace(node, (parts[0], _row(_mark("^"), _grouped(parts[1]))))
        case "msub":
            _replace(node, (parts[0], _row(_mark("_"), parts[1])))
        case "msubsup":
            upper = _row(_mark("^"), _grouped(parts[2]))
            _replace(node, (parts[0], _row(_mark("_"), parts[1]), upper))
        case "msqrt":
            _replace(node, (_row(_mark("sqrt("), *parts, _mark(")")),))
        case "mtable":
            for row in parts[:-1]:
                row[-1].append(_mark("; "))
        case "mtr":
            for entry in parts[:-1]:
                entry.append(_mark(", "))
        case _:
            for place, part in reversed(list(enumerate(parts))):
                factor = place > 0 and parts[place - 1].tag == "mfrac" and part.tag != "mo"
                if part.tag == "mspace" or factor:
                    node.insert(place, _mark(" "))


def _replace(node: Element, parts: Iterable[Element]) -> None:
    node[:] = list(parts)


def _mark(text: str) -> Element:
    padded = Element("mpadded", width="0", height="0", depth="0")
    hidden = ElementTree.SubElement(padded, "mphantom")
    ElementTree.SubElement(hidden, "mtext").text = text
    return padded


def _row(*parts: Element) -> Element:
    found = Element("mrow")
    found.extend(parts)
    return found


def _grouped(part: Element) -> Element:
    """In parentheses, unless it is a single number or name."""
    inner = part
    while inner.tag == "mrow" and len(inner) == 1:
        inner = inner[0]
    return part if len(inner) == 0 else _row(_mark("("), part, _mark(")"))
