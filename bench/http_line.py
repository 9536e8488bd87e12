"""A connection of one person's browser: requests one after the other on a line that is kept open, and event streams."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit


@dataclass(frozen=True)
class Reply:
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def data(self) -> Any:
        """The answer as JSON."""
        return json.loads(self.body)


class HttpLine:
    """A person's line to a studio; ``person`` is the address that a proxy would name."""

    def __init__(self, address: str, person: str) -> None:
        place = urlsplit(address)
        self._host, self._port = place.hostname or "localhost", place.port or 80
        self._person = person
        self._cookies: dict[str, str] = {}
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, data: Any = None, *, form: dict[str, str] | None = None) -> Reply:
        """Send a request and read the answer; a line that was closed meanwhile is opened again."""
        for attempt in (1, 2):
            if self._line is None:
                self._line = await asyncio.open_connection(self._host, self._port)
            reader, writer = self._line
            try:
                writer.write(self._request(method, path, data, form))
                await writer.drain()
                reply = await _read(reader)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if attempt == 2:
                    raise
                continue
            for cookie in reply.headers.get("set-cookie", "").split("\n"):
                name, _, value = cookie.partition(";")[0].partition("=")
                if name:
                    self._cookies[name.strip()] = value
            return reply
        raise AssertionError

    async def events(self, path: str) -> AsyncIterator[tuple[str, Any]]:
        """The events of a stream, each with its name and its data, until it ends; on a line of its own."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        try:
            writer.write(self._request("GET", path, None, None))
            await writer.drain()
            status, _ = await _head(reader)
            if status != 200:
                raise ConnectionError(f"{path} answers {status}")
            text = b""
            while (chunk := await _chunk(reader)) is not None:
                text += chunk
                while b"\n\n" in text:
                    block, _, text = text.partition(b"\n\n")
                    lines = block.decode().split("\n")
                    name = next((line[7:] for line in lines if line.startswith("event: ")), "")
                    said = "\n".join(line[6:] for line in lines if line.startswith("data: "))
                    if name:
                        yield name, json.loads(said) if said[:1] in "{[" and said else said
        finally:
            writer.close()

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line[1].close()
            self._line = None

    def _request(self, method: str, path: str, data: Any, form: dict[str, str] | None) -> bytes:
        body = b"" if data is None else json.dumps(data).encode()
        kind = "application/json"
        if form is not None:
            body, kind = urlencode(form).encode(), "application/x-www-form-urlencoded"
        host = f"{self._host}:{self._port}"
        lines = [
            f"{method} {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Sec-Fetch-Site: same-origin",
            f"X-Forwarded-For: {self._person}", f"Content-Length: {len(body)}", f"Content-Type: {kind}",
            f"Cookie: {'; '.join(f'{name}={value}' for name, value in self._cookies.items())}", "", "",
        ]  # fmt: skip
        return "\r\n".join(lines).encode() + body


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in head[1:]:
        name, _, value = line.partition(":")
        if name:
            known = headers.get(name.lower())
            headers[name.lower()] = value.strip() if known is None else f"{known}\n{value.strip()}"
    return int(head[0].split()[1]), headers


async def _chunk(reader: asyncio.StreamReader) -> bytes | None:
    size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
    data = await reader.readexactly(size + 2)
    return data[:-2] if size else None


async def _read(reader: asyncio.StreamReader) -> Reply:
    status, headers = await _head(reader)
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while (chunk := await _chunk(reader)) is not None:
            body += chunk
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Reply(status, headers, body)
