"""The command `brimstone`."""

from __future__ import annotations

import io
import sys

import typer

from brimstone.cli import contests, lab, playing, records, serving  # noqa: F401 (they are the commands)
from brimstone.cli.shared import app, complain, in_words, is_mistake

INTERRUPTED = 130  # as shells say it of what was ended by Ctrl-C


def main() -> None:
    """Run the command; what a person did wrong is said in a sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a letter shows another
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False)  # of a command that was ended early, by whom or what ever
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
    except Exception as error:
        if is_mistake(error):
            complain(in_words(error))
        raise
    if code == INTERRUPTED:
        complain("Interrupted.", code)
    if code:
        raise SystemExit(code)
