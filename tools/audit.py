"""Known vulnerabilities of what is pinned: Python's packages by pip-audit, the client's by npm audit.

    python tools/audit.py

Ends with status 1 if there is one. Advisories come over the network; where they cannot be had, as on a closed build
machine, that is said for each package manager and is no failure.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 180  # seconds


def told(command: list[str], cwd: Path) -> Any:
    """What a program prints as JSON; nothing if it prints none."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE, check=False)
        return json.loads(done.stdout)
    except (json.JSONDecodeError, subprocess.TimeoutExpired):
        return None


def python_faults() -> list[str] | None:
    """Vulnerabilities of the pinned Python packages; None if nobody can be asked."""
    pins = ["-r", "requirements/dev.txt", "--disable-pip", "--require-hashes"]
    found = told([sys.executable, "-m", "pip_audit", *pins, "-f", "json", "--progress-spinner", "off"], ROOT)
    packages = found["dependencies"] if found else []
    if not any("vulns" in package for package in packages):
        return None
    return [
        f"{package['name']} {package['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'none'}"
        for package in packages
        for fault in package.get("vulns", [])
    ]


def client_faults() -> list[str] | None:
    """Vulnerabilities of what the client ships; None if nobody can be asked."""
    if shutil.which("npm") is None:
        return None
    found = told(["npm", "audit", "--omit=dev", "--json"], ROOT / "web")
    if not found or "vulnerabilities" not in found:
        return None
    return [f"{name}: {fault['severity']}" for name, fault in found["vulnerabilities"].items()]


def main() -> int:
    faulty = False
    for what, faults in (("Python packages", python_faults()), ("the client's packages", client_faults())):
        if faults is None:
            print(f"  {what}: no advisories can be reached from here, not audited")
        else:
            faulty |= bool(faults)
            print(f"  {what}: {'; '.join(faults) or 'no known vulnerability'}")
    return int(faulty)


if __name__ == "__main__":
    raise SystemExit(main())
