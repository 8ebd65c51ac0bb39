"""The guides as a site: Sphinx reads them where they are, as GitHub does, and scripts/docs makes every warning an error."""
import os

from docutils import nodes
from sphinx.util import logging

project = "tracetool"
extensions = ["myst_parser"]
# The navigation, and at the same time what is a page. A guide that is missing here fails the build.
guides = {
    "Start": ["docs/README", "docs/usage"],
    "Save data": ["docs/post-mortem", "docs/export", "docs/rescue", "docs/realm-file", "docs/log", "docs/triage"],
    "Understand a reset": ["docs/report", "docs/view", "docs/rules", "docs/merge", "docs/traps", "docs/sdk-defaults", "docs/documentation-claims"],
    "Try and guard": ["docs/explore", "docs/faults", "docs/preflight", "docs/golden", "docs/fleet", "docs/simulate", "docs/minimize", "docs/diff"],
    "Record and share": [
        "docs/recording", "docs/scenario", "docs/scenario-outcomes", "docs/sharing", "docs/security", "traces/README",
    ],
    "Formats and proof": ["docs/format", "docs/changesets", "docs/conformance", "Tests/Vectors/README"],
    "The project": ["docs/architecture", "CONTRIBUTING", "CHANGELOG", "Benchmarks/README"],
}
root_doc = "README"
include_patterns = ["README.md", "docs/*.md", *(f"{page}.md" for pages in guides.values() for page in pages)]

# What GitHub does not know stays text, and headings have the anchors that it gives.
myst_disable_syntax = ["myst_block_break", "myst_line_comment", "myst_role", "myst_target"]
myst_heading_anchors = 6
highlight_language = "none"
# Transcripts are cut off, and so are samples of JSON.
smartquotes = False
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "tracetool"
html_copy_source = False
html_show_copyright = False
html_theme_options = {"top_of_page_buttons": []}
templates_path = ["."]
html_sidebars = {
    "**": [
        "sidebar/brand.html", "sidebar/search.html", "sidebar/scroll-start.html", "sidebar/navigation.html", "libraries.html",
        "sidebar/scroll-end.html",
    ]
}
# The address of the libraries' documentation from the top of the site, where that is built.
html_context = {"libraries": os.environ.get("LIBRARIES")}


def add_navigation(app, page, source):
    if page == root_doc:
        for heading, pages in guides.items():
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n" + "".join(f"/{page}\n" for page in pages) + "```\n"


def refuse_html(app, document):
    """GitHub leaves most HTML out, so `<VERB>` outside of code would be missing there without a word."""
    for node in document.findall(nodes.raw):
        logging.getLogger(__name__).warning("HTML in a guide: put it in backticks", location=node)


def setup(app):
    app.connect("source-read", add_navigation)
    app.connect("doctree-read", refuse_html)
