"""Lighthouse finds the front page and a table accessible and well made; how quick they are is a proof of its own."""

from __future__ import annotations

import pytest

from tests.page.light import TABLE, scores
from tests.server.house import Program


@pytest.mark.parametrize("path", ["", TABLE], ids=["home", "table"])
def test_lighthouse_is_content(program: Program, path: str) -> None:
    found = scores(f"{program.base}/{path}", "accessibility", "best-practices")
    assert set(found) == {"accessibility", "best-practices"}
    assert min(found.values()) >= 0.95
