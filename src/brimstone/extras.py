"""What is not installed unless it is asked for: the extras of the package."""

from __future__ import annotations

import importlib
from types import ModuleType

from brimstone.games.contract import BrimstoneError


class MissingExtra(BrimstoneError, ImportError):
    """A package that an extra brings is not there."""


def bring(module: str, extra: str) -> ModuleType:
    """Import a module that comes with an extra; raises MissingExtra with the words that install it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module.partition(".")[0]:
            raise
        raise MissingExtra(f"this needs {module}: pip install 'brimstone[{extra}]'.", name=missing.name) from missing
