"""`python -m vision.schooling draw | finder | reader | measure`: makes scenes, trains the nets, measures reading."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

SEED = 7


def main() -> int:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m vision.schooling", description=__doc__)
    tasks = parser.add_subparsers(dest="task", required=True)
    draw = tasks.add_parser("draw", help="draw made scenes into an album folder")
    draw.add_argument("album", type=Path)
    draw.add_argument("--count", type=int, default=4500)
    draw.add_argument("--hands", type=int, default=os.cpu_count() or 1)
    draw.add_argument("--seed", type=int, default=SEED)
    for net in ("finder", "reader"):
        lesson = tasks.add_parser(net, help=f"train the {net} on an album (needs the train extra)")
        lesson.add_argument("album", type=Path)
        lesson.add_argument("--to", type=Path, default=Path(__file__).parents[1] / f"{net}.onnx")
        lesson.add_argument("--minutes", type=float, default=25)
        lesson.add_argument("--seed", type=int, default=SEED)
        lesson.add_argument("--start", type=Path, help="weights (.pt) to go on from")
    measure = tasks.add_parser("measure", help="the curve of right against asked on folders with labels.csv")
    measure.add_argument("folders", type=Path, nargs="+")
    asked = parser.parse_args()
    if asked.task == "draw":
        from vision.schooling.album import draw as draw_album

        draw_album(asked.album, asked.count, asked.seed, asked.hands)
    elif asked.task == "measure":
        from vision.schooling.measure import curve
        from vision.schooling.measure import measure as measure_folder

        for folder in asked.folders:
            print(folder.name, *curve(measure_folder(folder)), sep="\n")
    else:
        from vision.schooling.school import train

        train(asked.task, asked.album, asked.to, asked.minutes, asked.seed, asked.start)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
