"""The commands. In come words of a command line, out go text, or JSON for programs.

Everything but the names of the commands is imported when a command runs, so that help is quick.
"""

from __future__ import annotations


def main() -> None:
    """Run the command line; mistakes of the person are told in a sentence, without a traceback."""
    try:
        from apts.cli.start_up import defer_gc

        defer_gc()
        from apts.cli.start_up import exit_on_interrupt

        exit_on_interrupt()
        from apts.cli.commands import run

        run()
    except KeyboardInterrupt:  # in the moment before somebody listens, or after the last one did
        raise SystemExit(130) from None
