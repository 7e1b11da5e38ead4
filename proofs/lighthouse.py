"""How quick the page is by Lighthouse: the median of several looks at the front page and a table, on desktop and phone.

python proofs/lighthouse.py [--looks N]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.page.conftest import started
from tests.page.light import TABLE, scores
from tests.server.house import Program

LEAST = {"desktop": 0.95, "phone": 0.85}


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--looks", type=int, default=5)
    looks = wanted.parse_args().looks
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        server = Program(f"sqlite:///{folder}/tables.sqlite")
        started(server)
        try:
            for name, path in (("home", ""), ("table", TABLE)):
                for device, least in LEAST.items():
                    each = [
                        scores(f"{server.base}/{path}", "performance", desktop=device == "desktop")["performance"]
                        for _ in range(looks)
                    ]
                    median = statistics.median(each)
                    slow |= median < least
                    print(f"{name:6} {device:8} {median:.2f} (at least {least:.2f}; {sorted(each)})", flush=True)
        finally:
            server.stop()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
