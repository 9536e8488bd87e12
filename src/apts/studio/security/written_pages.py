"""The policy of a page that is one file with its script written into it: that script may run, and no other."""

from __future__ import annotations

import base64
import hashlib
import re

_SCRIPT = re.compile(r"<script(?P<about>[^>]*)>(?P<text>.*?)</script>", re.DOTALL | re.IGNORECASE)


def written_page_policy(html: str) -> str:
    """What browsers are told of such a page: its own scripts by their digests; it reaches nothing and nobody frames it."""
    digests = [
        f"'sha256-{base64.b64encode(hashlib.sha256(found['text'].encode()).digest()).decode()}'"
        for found in _SCRIPT.finditer(html)
        if "application/json" not in found["about"]
    ]
    scripts = " ".join(digests) or "'none'"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts}",
            "style-src 'unsafe-inline'",
            "img-src data:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
