"""How the site is built: `make docs`, offline, with every warning an error."""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS), str(DOCS.parent)]

from symbolic_measures.version import __version__  # noqa: E402

project = "symbolic_measures"
author = "The symbolic_measures authors"
copyright = author
version = release = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_design", "ext.site"]
exclude_patterns = ["_build", "ext", "certificates", "README.md"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
default_role = "literal"
smartquotes = False

myst_enable_extensions = ["dollarmath", "deflist", "colon_fence"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the tests execute the notebooks and compare what they show
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # nothing is loaded from elsewhere
suppress_warnings = ["mystnb.unknown_mime_type"]

autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_param = False
napoleon_preprocess_types = False
napoleon_custom_sections = ["Returns"]  # what is returned is told in words, without a type

html_theme = "pydata_sphinx_theme"
html_title = project
html_favicon = "_static/icon.svg"
html_context = {"default_mode": "auto"}
html_math_renderer = "mathml"
html_static_path = ["_static", "_generated"]
(DOCS / "_generated").mkdir(exist_ok=True)
html_css_files = ["verdicts.css", "site.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "show_prev_next": False,
    "show_nav_level": 1,
    "navigation_depth": 2,
    "collapse_navigation": True,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "navbar_persistent": ["search-button"],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": [], "tutorial": [], "glossary": [], "citing": []}
