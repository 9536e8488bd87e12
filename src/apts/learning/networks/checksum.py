"""A checksum over a whole model file, kept in its last bytes, so that no damage goes unseen.

ONNX files are protocol buffers, in which a repeated field may simply be appended: the seal is one more entry of the
metadata, and every reader of ONNX takes the file as it is.
"""

from __future__ import annotations

import hashlib

CHECKSUM_KEY = b"apts-checksum"
_DIGEST_SIZE = 16
_FIELD = 0x72  # metadata_props of ModelProto: field 14 with a length
_ENTRY_KEY, _ENTRY_VALUE = 0x0A, 0x12  # key and value of StringStringEntryProto
_HEAD = (
    bytes([_FIELD, 2 + len(CHECKSUM_KEY) + 2 + 2 * _DIGEST_SIZE, _ENTRY_KEY, len(CHECKSUM_KEY)])
    + CHECKSUM_KEY
    + bytes([_ENTRY_VALUE, 2 * _DIGEST_SIZE])
)
_LENGTH = len(_HEAD) + 2 * _DIGEST_SIZE


def with_checksum(content: bytes) -> bytes:
    """The file with a checksum of all that is in it at its end; a seal that is there already is renewed."""
    bare = content[:-_LENGTH] if _has_checksum(content) else content
    return bare + _HEAD + _digest(bare)


def checksum_matches(content: bytes) -> bool | None:
    """Whether a file is as it was sealed; None where it has no seal."""
    if not _has_checksum(content):
        return None
    return content[-2 * _DIGEST_SIZE :] == _digest(content[:-_LENGTH])


def _has_checksum(content: bytes) -> bool:
    return content[-_LENGTH:].startswith(_HEAD)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_SIZE).hexdigest().encode("ascii")
