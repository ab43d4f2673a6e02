"""`make bench`: runs every `bench_*.py` beside this file, prints its ratios and writes them as JSON."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from importlib import import_module
from pathlib import Path

from tests.bench.figures import Figure


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, help="write the figures here as JSON")
    parser.add_argument("topics", nargs="*", help="only these topics (bench_TOPIC.py)")
    args = parser.parse_args()
    modules = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    wanted = [m for m in modules if not args.topics or m.removeprefix("bench_") in args.topics]
    figures: list[Figure] = []
    for module in wanted:
        print(f"== {module.removeprefix('bench_')}", flush=True)
        for figure in import_module(f"tests.bench.{module}").measure():
            figures.append(figure)
            print("   " + figure.line(), flush=True)
    if args.output:
        result = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "figures": [f.as_json() for f in figures],
        }
        args.output.write_text(json.dumps(result, indent=1) + "\n")
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
