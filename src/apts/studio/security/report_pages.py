"""The policy of a report, which is one file: its own scripts and styles count, by their digests, and nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable
from html import unescape

_SCRIPT = re.compile(r"<script(?P<about>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_ATTRIBUTE = re.compile(r'<[^<>]*?\sstyle="([^"]*)"')

NONE = "'none'"
MOST_DIGESTS = 100
"""With more than so many styles the header would be longer than proxies take; then any style may stand in the page."""


def report_policy(html: str) -> str:
    """What browsers are told of a report."""
    scripts = [found["text"] for found in _SCRIPT.finditer(html) if "application/json" not in found["about"]]
    sheets, attributes = _styles(html)
    styles = f"'unsafe-hashes' {_digests(attributes)} {_digests(sheets)}"
    if len({*sheets, *attributes}) > MOST_DIGESTS:
        styles = "'unsafe-inline'"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_digests(scripts) or NONE}",
            f"style-src {styles}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def _styles(html: str) -> tuple[set[str], set[str]]:
    """The style sheets and style attributes of a page, those of its drawings of matches, which are JSON, too."""
    sheets, attributes = set(_STYLE.findall(html)), {unescape(text) for text in _ATTRIBUTE.findall(html)}
    for found in _SCRIPT.finditer(html):
        if "application/json" not in found["about"]:
            continue
        for part in json.loads(found["text"]).get("parts", ()):
            if part.startswith("<style"):
                sheets.add(part.partition(">")[2])
            attributes |= {unescape(text) for text in _ATTRIBUTE.findall(part)}
    return sheets, attributes


def _digests(texts: Iterable[str]) -> str:
    return " ".join(
        sorted(f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in set(texts))
    )
