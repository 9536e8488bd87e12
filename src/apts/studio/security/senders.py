"""Where a request comes from: meant for this studio, from a page of it, from which address."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from apts.studio.settings import StudioSettings

OWN_SITES = ("same-origin", "none")
"""What browsers call requests of our own pages, and of addresses that somebody typed."""

_FRAMES = ("iframe", "frame", "embed", "object")


def meant_for_us(host: str, settings: StudioSettings) -> bool:
    """Whether a request names this studio; by names that others point at this machine no foreign page can reach it."""
    place = _split(f"//{host}")
    if place is None or "@" in host or "/" in host:
        return False
    known = {"localhost", "127.0.0.1", "::1", settings.host.lower(), *(name.lower() for name in settings.hosts)}
    return (place.hostname or "") in known or (not settings.local and not settings.hosts)


def changes_from_our_pages(headers: Headers, settings: StudioSettings) -> bool:
    """Whether a request that changes something comes from a page of ours, or from a program that is no browser.

    Browsers say where a request comes from in ``Sec-Fetch-Site`` or ``Origin``. Old ones say neither for forms, but a page
    of ours sends ``Referer``; without that too, whatever calls itself a browser is refused.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in OWN_SITES:
        return False
    if origin is not None:
        return _is_ours(origin, headers, settings)
    if site is not None or "mozilla" not in headers.get("user-agent", "").lower():
        return True
    return _is_ours(headers.get("referer", ""), headers, settings)


def reads_from_elsewhere(headers: Headers) -> bool:
    """Whether a page of another site asks for something without the reader going there: a picture, a script, a frame."""
    if headers.get("sec-fetch-site", "none") in OWN_SITES:
        return False
    return headers.get("sec-fetch-mode") != "navigate" or headers.get("sec-fetch-dest") in _FRAMES


def address_of(scope: Scope, headers: Headers, proxies: Collection[str]) -> str:
    """Who is counted for a request: the address it came from, or behind a proxy of ours the one that the proxy names.

    A network of IPv6 is counted as one, because a single machine has all of its addresses.
    """
    client = scope.get("client")
    near = str(client[0]) if client else ""
    if near in proxies:
        named = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
        near = next((part for part in reversed(named) if part not in proxies), near)
    try:
        address = ipaddress.ip_address(near)
    except ValueError:
        return near[:64]
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def _is_ours(address: str, headers: Headers, settings: StudioSettings) -> bool:
    place = _split(address)
    if place is None or place.scheme not in ("http", "https") or (settings.secure and place.scheme != "https"):
        return False
    return place.netloc.lower() == headers.get("host", "").lower()


def _split(address: str) -> SplitResult | None:
    try:
        place = urlsplit(address)
        _ = place.port, place.hostname
    except ValueError:
        return None
    return place
