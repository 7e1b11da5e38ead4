"""Where an extra is not installed, its name is told."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from brimstone.extras import MissingExtra, bring


@pytest.mark.parametrize("extra", ["pettingzoo", "gymnasium"])
def test_a_missing_extra_is_named(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"brimstone.envs.{extra}"
    for module in [module for module in sys.modules if module.startswith(name)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, extra, None)  # as if it were not there
    with pytest.raises(MissingExtra, match=rf"pip install 'brimstone\[{extra}\]'"):
        importlib.import_module(name)


def test_the_example_that_needs_open_spiel_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("examples.solve_coal", "brimstone.envs.openspiel"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingExtra, match=r"pip install 'brimstone\[openspiel\]'"):
        importlib.import_module("examples.solve_coal")


def test_a_module_that_is_there_but_broken_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("limping.py").write_text("import a_module_that_nobody_has\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="a_module_that_nobody_has") as refused:
        bring("limping", "anything")
    assert not isinstance(refused.value, MissingExtra)
