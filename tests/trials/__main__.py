"""`make trials`: runs every trial in full, a piece at a time, and keeps what is done so that it can be resumed.

Each `trial_*.py` beside this file has PIECES (a list of names) and `prove(piece)`, which returns figures or raises.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOMS = ("rules", "vision", "firmware", "tests")


def fingerprint(root: Path) -> str:
    """Changes whenever the code changes, so that no figure outlives the code that it was measured on."""
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--again", action="store_true", help="forget what was done before")
    args = parser.parse_args()
    root = Path(__file__).resolve().parents[2]
    code = fingerprint(root)
    done: dict[str, Any] = {}
    if args.output.exists() and not args.again:
        kept = json.loads(args.output.read_text())
        if kept.get("code") == code:
            done = kept["trials"]
    failed = 0
    for path in sorted(Path(__file__).parent.glob("trial_*.py")):
        trial = import_module(f"tests.trials.{path.stem}")
        for piece in trial.PIECES:
            name = f"{path.stem.removeprefix('trial_')}/{piece}"
            if done.get(name, {}).get("passed"):
                continue
            try:
                done[name] = {"passed": True, **trial.prove(piece)}
            except AssertionError as broken:
                failed += 1
                done[name] = {
                    "passed": False,
                    "why": str(broken).splitlines()[0] if str(broken) else "it does not hold",
                }
            print(f"{name}: {done[name]}", flush=True)
            args.output.write_text(json.dumps({"code": code, "trials": done}, indent=1, sort_keys=True) + "\n")
    print(f"{len(done)} trials, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
