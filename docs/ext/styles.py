"""The style of verdicts, taken from the reports, that follows the theme of the site."""

from __future__ import annotations

from importlib.resources import files

_INCLUDE = '{{% include "{}" %}}'


def pages() -> dict[str, str]:
    """One style sheet."""
    folder = files("symbolic_measures.report") / "templates"

    def read(name: str) -> str:
        return (folder / name).read_text(encoding="utf-8")

    style = read("style.css")
    for name in ("light.css", "dark.css"):
        style = style.replace(_INCLUDE.format(name), read(name))
    themes = "".join(
        f'html[data-theme="{theme}"] .symbolic-measures {{\n{read(theme + ".css")}}}\n'
        for theme in ("light", "dark")
    )
    return {"_generated/verdicts.css": style + themes}
