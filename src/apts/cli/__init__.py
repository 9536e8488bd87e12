"""The commands. In come words of a command line, out go text, or JSON for programs.

Everything but the names of the commands is imported when a command runs, so that help is quick.
"""

from __future__ import annotations


def main() -> None:
    """Run the command line; mistakes of the person are told in a sentence, without a traceback."""
    try:
        from apts.cli.late_collection import collect_late

        collect_late()
        from apts.cli.quiet_stops import let_stops_end_all

        let_stops_end_all()
        from apts.cli.commands import run

        run()
    except KeyboardInterrupt:  # in the moment before somebody listens, or after the last one did
        raise SystemExit(130) from None
