"""Pictures of the studio are small files that lose nothing."""

from __future__ import annotations

import struct
import zlib

from bench.studio_pictures import packed


def part_of_png(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_pictures_are_packed_smaller_and_stay_the_same() -> None:
    drawn = bytes([0, *range(30)] * 40)  # 40 rows of ten coloured points
    head = part_of_png(b"IHDR", struct.pack(">IIBBBBB", 10, 40, 8, 2, 0, 0, 0))
    hasty = zlib.compress(drawn, 0)
    parts = [part_of_png(b"IDAT", hasty[:500]), part_of_png(b"tEXt", b"Software"), part_of_png(b"IDAT", hasty[500:])]
    picture = b"\x89PNG\r\n\x1a\n" + head + b"".join(parts) + part_of_png(b"IEND", b"")
    smaller = packed(picture)
    assert len(smaller) < len(picture) // 4
    assert smaller[: 8 + len(head)] == picture[: 8 + len(head)]
    at = 8 + len(head)
    (length,) = struct.unpack(">I", smaller[at : at + 4])
    assert smaller[at + 4 : at + 8] == b"IDAT"
    assert zlib.decompress(smaller[at + 8 : at + 8 + length]) == drawn
    assert smaller[at + 12 + length :] == part_of_png(b"IEND", b"")
