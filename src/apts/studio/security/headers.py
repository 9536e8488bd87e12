"""What browsers are told about pages: what may run in them, and who may frame them."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The policy of a picture that is opened by itself: nothing in it runs or loads anything."""


def content_policy(nonce: str) -> str:
    """The policy of a page: scripts and styles of the studio alone, none written into pages; boards may run programs."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            f"style-src 'self' 'nonce-{nonce}'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "frame-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def protect(headers: MutableHeaders, nonce: str, *, secure: bool) -> None:
    """Set the headers of an answer that has not set them itself."""
    data = {
        "Content-Security-Policy": content_policy(nonce),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        "Cache-Control": "no-store",
    }
    if secure:
        data["Strict-Transport-Security"] = "max-age=31536000"
    for name, value in data.items():
        if name not in headers:
            headers[name] = value
