"""The frame of all published pages: a file that needs nothing else and may do nothing but what its policy names."""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from typing import Any

from apts.locales import ENGLISH

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def whole_page(*, title: str, body: str, style: str, language: str | None, allowed: str = "") -> str:
    """A page with its style; ``allowed`` is what its policy allows besides that style and pictures in the page itself."""
    policy = f"default-src 'none'; {allowed}style-src '{policy_digest(style)}'; img-src data:; base-uri 'none'"
    return _PAGE.format(
        language=language or ENGLISH,
        policy=escape(f"{policy}; form-action 'none'"),
        title=escape(title),
        style=style,
        body=body,
    )


def policy_digest(text: str) -> str:
    """What names a script or a style in a content security policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def inside_markup(value: Any) -> str:
    """A value as JSON that can stand inside markup: no sign of it can begin or end an element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
