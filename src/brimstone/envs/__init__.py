"""The games for whoever studies them with the usual tools: PettingZoo, Gymnasium, OpenSpiel. Prose: docs/lab.md"""

from __future__ import annotations

import importlib
from typing import Any

from brimstone.games.contract import BrimstoneError


class MissingExtra(BrimstoneError, ImportError):
    """Something that Brimstone does not bring along by itself is not installed."""


def needed(module: str, extra: str) -> Any:
    """A module of an extra; raises MissingExtra, which names the extra, where it is not installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module.partition(".")[0]:
            raise
        told = f"{module} is not installed: it comes with the extra, pip install 'brimstone[{extra}]'"
        raise MissingExtra(told, name=missing.name) from None
