"""What all pages of reports share: their templates, their style and the script that steps through matches."""

from __future__ import annotations

from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from apts.report.palette import dark_rules


def templates() -> Environment:
    """The templates of all pages."""
    return Environment(
        loader=PackageLoader("apts.report", "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_style() -> str:
    """The style sheet of a page, with the dark colours of its charts."""
    return _template("report.css") + f"@media screen and (prefers-color-scheme:dark){{{dark_rules()}}}"


def page_script() -> str:
    """The script of a page, which steps through matches."""
    return _template("report.js")


def _template(name: str) -> str:
    return files("apts.report").joinpath("templates", name).read_text(encoding="utf-8")
