"""Model files: a trained network with its game, its encoding and its history, read with ONNX Runtime alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.language.printer import to_text
from apts.learning.encodings.encoding import ENCODING_VERSION, Encoding, encoding_of
from apts.learning.extra import onnx_runtime
from apts.learning.networks.evaluators import OnnxEvaluator, UnreadableNetwork, opened
from apts.learning.networks.network_check import NotSuchANetwork
from apts.learning.networks.shape import METADATA_KEY, Names, NetworkShape
from apts.similar_names import did_you_mean

# ----------------------------------------------------------------------------------------------------------------
# A checksum over a whole model file, kept in its last bytes, so that no damage goes unseen.
#
# ONNX files are protocol buffers, in which a repeated field may simply be appended: the checksum is one more entry of
# the metadata, and every reader of ONNX takes the file as it is.

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
    """The file with a checksum of all that is in it at its end; one that is there already is replaced."""
    bare = content[:-_LENGTH] if _has_checksum(content) else content
    return bare + _HEAD + _digest(bare)


def checksum_matches(content: bytes) -> bool | None:
    """Whether the checksum of a file is right; None where it has none."""
    if not _has_checksum(content):
        return None
    return content[-2 * _DIGEST_SIZE :] == _digest(content[:-_LENGTH])


def _has_checksum(content: bytes) -> bool:
    return content[-_LENGTH:].startswith(_HEAD)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_SIZE).hexdigest().encode("ascii")


FORMAT_VERSION = 2
SEALED_SINCE = 2
"""From this version of the format on a file has a checksum."""
FOLDER = Path(__file__).parents[1] / "models"
MOST_DIFFERENCES = 4
_WANTED = (
    *(("game", part) for part in ("name", "rules", "parameters", "hash")),
    *(("encoding", part) for part in ("version", "planes", "globals", "kinds")),
    *((part,) for part in ("shape", "lineage", "training")),
)

_KINDS: dict[tuple[str, ...], type | tuple[type, ...]] = {
    ("game", "name"): str,
    ("game", "rules"): str,
    ("game", "hash"): str,
    ("game", "parameters"): dict,
    ("encoding", "version"): int,
    **{("encoding", part): list for part in ("planes", "globals", "kinds")},
    ("shape",): dict,
    ("lineage",): list,
    ("training",): dict,
}
"""What the parts of the facts are."""


class ModelProblem(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A model file cannot be read, or does not fit the game it was asked to play."""


def rules_hash(game: RulesGame) -> str:
    """A hash of the rules in force: comments and layout of the text do not matter, options and parameters do."""
    return hashlib.sha256(to_text(game.typed_rules).encode()).hexdigest()[:32]


def model_facts(
    game: RulesGame, encoding: Encoding, *, lineage: Sequence[Any] = (), training: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What a model file says about itself, ready for :func:`apts.learning.networks.exporting.export`.

    ``lineage`` names the models it was started from, the oldest first; ``training`` is the record of its training.
    """
    return {
        "format": FORMAT_VERSION,
        "game": {
            "name": game.name,
            "rules": to_text(game.typed_rules),
            "options": dict(game.chosen),
            "parameters": {parameter.path: parameter.value for parameter in game.parameters},
            "hash": rules_hash(game),
        },
        "encoding": encoding.facts(),
        "lineage": list(lineage),
        "training": dict(training or {}),
    }


@dataclass(frozen=True)
class ModelFile:
    """A model file that was read; ``facts`` is everything it says about itself."""

    path: Path
    facts: Mapping[str, Any]
    content: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """Tells its content from that of any other model."""
        return hashlib.blake2b(self.content, digest_size=16).hexdigest()

    @property
    def game_name(self) -> str:
        """The game that it was trained on."""
        return str(self.facts["game"]["name"])

    @property
    def shape(self) -> NetworkShape:
        """The shape of its network."""
        return NetworkShape.read(self.facts["shape"])

    @property
    def names(self) -> Names:
        """The names of its planes, globals and kinds of move."""
        return Names.read(self.facts["encoding"])

    def game(self) -> RulesGame:
        """The game that it was trained on, made from the rules in the file."""
        return RulesGame(self.facts["game"]["rules"], file=str(self.path))

    def evaluator(self, threads: int = 1) -> OnnxEvaluator:
        """The network, ready to evaluate positions on the CPU."""
        return OnnxEvaluator(self.content, threads)

    def check(self, game: RulesGame) -> None:
        """Refuses with a sentence a game that this model was not trained on."""
        own = self.facts["game"]
        adapt = f"`apts train --from {self.path}` makes a model for this game out of it"
        if own["name"] != game.name:
            raise ModelProblem(f"The model {self.path} was trained on {own['name']}, not on {game.name}; {adapt}.")
        if own["hash"] != rules_hash(game):
            raise ModelProblem(
                f"The model {self.path} was trained on {own['name']} with other rules"
                f"{_differences(own['parameters'], game)}; {adapt}."
            )
        version = self.facts["encoding"]["version"]
        if version != ENCODING_VERSION:
            raise ModelProblem(
                f"The model {self.path} reads positions in version {version} of the encoding, and this version of APTS "
                f"writes version {ENCODING_VERSION}; {adapt}."
            )
        encoding = encoding_of(game)
        own_shape = self.shape
        wanted = NetworkShape.of(encoding, own_shape.width, own_shape.depth, own_shape.pair_width)
        if own_shape != wanted or self.names != Names.of(encoding):
            raise ModelProblem(
                f"The model {self.path} is damaged: its network is not one for positions of {game.name}."
            )


def read_model(source: str | PathLike[str]) -> ModelFile:
    """Read a model file, or one of the models that come with APTS by its name, such as ``connect-four``."""
    path = _found(source)
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise ModelProblem(f"The model file {path} cannot be read: {problem.strerror}.") from problem
    signature = checksum_matches(content)
    if signature is False:
        raise ModelProblem(f"The model {path} is damaged: its content does not agree with its checksum.")
    onnxruntime = onnx_runtime()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        # Only the metadata is wanted here, so nothing is made faster.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        session = opened(content, options)
        described = session.get_modelmeta().custom_metadata_map.get(METADATA_KEY)
    except NotSuchANetwork as problem:
        raise UnreadableNetwork(
            f"The file {path} is not a model file, or it is damaged: it cannot be read as a network of APTS, for it has "
            f"{problem}."
        ) from problem
    except Exception as problem:  # ONNX Runtime has a class of its own for each way to fail, none of them public
        raise UnreadableNetwork(
            f"The file {path} is not a model file, or it is damaged: ONNX Runtime cannot read it as a network."
        ) from problem
    facts = _facts(path, described)
    if signature is None and facts["format"] >= SEALED_SINCE:
        raise ModelProblem(f"The model {path} is damaged: it has lost its checksum.")
    _check_network(path, session, NetworkShape.read(facts["shape"]))
    return ModelFile(path, facts, content)


def bundled_models() -> dict[str, Path]:
    """The models that come with APTS by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.onnx"))}


def _found(source: str | PathLike[str]) -> Path:
    path = Path(source)
    if path.is_file():
        return path
    bundled = bundled_models()
    name = str(source)
    if name in bundled:
        return bundled[name]
    hint = did_you_mean(name, bundled)
    known = ", ".join(bundled) or "none"
    raise ModelProblem(f"There is no model file {name}, nor does a model of that name come with APTS ({known}){hint}")


def _facts(path: Path, text: str | None) -> dict[str, Any]:
    if text is None:
        raise ModelProblem(f"The file {path} holds a network, but not one that APTS trained: it names no game.")
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        facts = None
    known = isinstance(facts, dict) and isinstance(facts.get("format"), int) and not isinstance(facts["format"], bool)
    if not known or facts is None or facts["format"] < 1:
        raise ModelProblem(f"The file {path} is damaged: what it says about its game cannot be read.")
    if facts["format"] > FORMAT_VERSION:
        raise ModelProblem(
            f"The model {path} has version {facts['format']} of the file format, and this version of APTS reads "
            f"up to version {FORMAT_VERSION}: a newer APTS is needed."
        )
    missing = [".".join(keys) for keys in _WANTED if not _has(facts, keys)]
    if missing:
        raise ModelProblem(f"The model {path} is damaged: it says nothing about {', '.join(missing)}.")
    wrong = [".".join(keys) for keys, kind in _KINDS.items() if not isinstance(_part(facts, keys), kind)]
    if wrong:
        raise ModelProblem(f"The model {path} is damaged: what it says about {', '.join(wrong)} cannot be read.")
    try:
        shape = NetworkShape.read(facts["shape"])
        names = Names.read(facts["encoding"])
        fits = (len(names.planes), len(names.globals), len(names.kinds)) == (shape.planes, shape.globals, shape.kinds)
    except (AptsError, TypeError, ValueError, KeyError, OverflowError) as problem:
        raise ModelProblem(f"The model {path} is damaged: its network has an impossible shape.") from problem
    if not fits:
        raise ModelProblem(
            f"The model {path} is damaged: its network has not as many planes, globals and kinds as names."
        )
    return dict(facts)


def _check_network(path: Path, session: Any, shape: NetworkShape) -> None:
    """Refuse a network that takes or gives other arrays than the file says."""
    wanted = {
        "planes": (shape.planes, shape.cells),
        "globals": (shape.globals,),
        "sites": (shape.site_outputs, shape.cells),
        "kinds": (shape.kinds,),
        "values": (shape.seats,),
    }
    types = {"planes": "tensor(uint8)"}
    found = {entry.name: entry for entry in (*session.get_inputs(), *session.get_outputs())}
    for name, sizes in wanted.items():
        entry = found.get(name)
        if entry is None:
            raise ModelProblem(f"The model {path} is damaged: its network has no {name}.")
        if tuple(entry.shape[1:]) != sizes or entry.type != types.get(name, "tensor(float)"):
            text = f"{entry.type} {list(entry.shape)}"
            raise ModelProblem(
                f"The model {path} is damaged: the {name} of its network are {text}, "
                f"and its facts say {list(sizes)} for each position."
            )
    if len(found) != len(wanted):
        raise ModelProblem(f"The model {path} is damaged: its network has more inputs or outputs than it should.")


def _part(facts: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        facts = facts[key]
    return facts


def _has(facts: Any, keys: Sequence[str]) -> bool:
    for key in keys:
        if not isinstance(facts, dict) or key not in facts:
            return False
        facts = facts[key]
    return True


def _differences(parameters: Mapping[str, Any], game: RulesGame) -> str:
    """The parameters that have other values in the model's rules, as a part of a sentence."""
    now = {parameter.path: parameter.value for parameter in game.parameters}
    changed = [path for path in now if path in parameters and parameters[path] != now[path]]
    if not changed:
        return ""
    shown = [f"{path} was {parameters[path]} and is {now[path]}" for path in changed[:MOST_DIFFERENCES]]
    more = f" and {len(changed) - len(shown)} more" if len(changed) > len(shown) else ""
    return f" ({', '.join(shown)}{more})"


# ----------------------------------------------------------------------------------------------------------------
# The weights in a model file, read without the package ``onnx``, which only training needs.
#
# A model file is a protocol buffer (https://protobuf.dev/programming-guides/encoding/) with the fields of
# https://github.com/onnx/onnx/blob/main/onnx/onnx.proto: the graph of a model has its weights as tensors.

_GRAPH, _INITIALIZER = 7, 5
_DIMENSIONS, _KIND, _NAME, _RAW = 1, 2, 8, 9
_FLOAT = 1
_VARINT, _EIGHT, _LENGTH_DELIMITED, _FOUR = 0, 1, 2, 5


def read_weights(content: bytes) -> dict[str, NDArray[np.float32]]:
    """The weights of a model file by their names in the network; constants of the graph have a slash in theirs."""
    found: dict[str, NDArray[np.float32]] = {}
    for number, graph in _fields(memoryview(content)):
        if number != _GRAPH or isinstance(graph, int):
            continue
        for part, tensor in _fields(graph):
            if part == _INITIALIZER and not isinstance(tensor, int):
                found |= _weight(tensor)
    return found


def _weight(tensor: memoryview) -> dict[str, NDArray[np.float32]]:
    """A tensor by its name; nothing where it is no weight."""
    sizes: list[int] = []
    kind, name, raw = 0, "", memoryview(b"")
    for number, value in _fields(tensor):
        if number == _DIMENSIONS:
            sizes += [value] if isinstance(value, int) else _numbers(value)
        elif number == _KIND and isinstance(value, int):
            kind = value
        elif number == _NAME and not isinstance(value, int):
            name = bytes(value).decode()
        elif number == _RAW and not isinstance(value, int):
            raw = value
    if kind != _FLOAT or "/" in name:
        return {}
    return {name: np.frombuffer(raw, "<f4").astype(np.float32).reshape(sizes)}


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message: their numbers with a number, or with the bytes of what they hold."""
    at = 0
    while at < len(message):
        head, at = _number(message, at)
        form = head & 7
        if form == _VARINT:
            value, at = _number(message, at)
            yield head >> 3, value
            continue
        size = {_EIGHT: 8, _FOUR: 4}.get(form)
        if size is None:
            size, at = _number(message, at)
        yield head >> 3, message[at : at + size]
        at += size


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """A number of seven bits an octet, the lowest first, and where it ends."""
    value = shift = 0
    while True:
        octet = message[at]
        value |= (octet & 127) << shift
        at, shift = at + 1, shift + 7
        if octet < 128:
            return value, at


def _numbers(packed: memoryview) -> list[int]:
    """Numbers one behind the other."""
    at, found = 0, []
    while at < len(packed):
        value, at = _number(packed, at)
        found.append(value)
    return found
