"""The process that answers questions: ``python -m apts.studio.workers.worker DESCRIPTOR MEGABYTES``."""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from apts.agents.engines.ladder import play_no_contests
from apts.errors import AptsError
from apts.games.checking import mistakes_data
from apts.studio.settings import log_fault, private_umask
from apts.studio.workers.answers import answer
from apts.studio.workers.limits import limit_memory

READY = b'"ready"'


def serve(line: Connection) -> None:
    """Answer what comes down the line, one question after the other, until it is closed."""
    with suppress(EOFError, ConnectionError):  # the server has gone, perhaps before it read what was said to it
        line.send_bytes(READY)
        while True:
            data = json.loads(line.recv_bytes())
            line.send_bytes(json.dumps(reply(data["name"], data["arguments"])).encode())


def reply(name: str, arguments: dict[str, object]) -> dict[str, object]:
    """The answer, or why there is none, as plain values."""
    try:
        return {"answer": answer(name, arguments)}
    except AptsError as problem:
        log_fault(f"question {name}", problem)
        return {"refused": str(problem), "problems": mistakes_data(problem), "kind": type(problem).__name__}
    except MemoryError:
        return {
            "refused": "these rules need more memory than the studio gives to one game",
            "problems": [],
            "kind": "TooMuch",
        }
    except RecursionError:
        return {"refused": "these rules are nested too deeply", "problems": [], "kind": "TooMuch"}
    except Exception as problem:  # the server goes on, whatever a text does; the log has the rest
        print(f"question {name}: {type(problem).__name__}: {str(problem)!r:.2000}", file=sys.stderr, flush=True)
        text = "something went wrong inside the studio with this game; its log says what"
        return {"refused": text, "problems": [], "kind": "Fault"}


def main() -> None:
    """Run the worker."""
    private_umask()
    play_no_contests()  # people wait for answers
    descriptor, megabytes = int(sys.argv[1]), int(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    limit_memory(megabytes)
    os.dup2(2, 1)  # whatever prints, prints into the log
    serve(Connection(descriptor))


if __name__ == "__main__":
    main()
