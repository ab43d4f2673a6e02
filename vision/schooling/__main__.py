"""`python -m vision.schooling draw | finder | reader | posture | marks | measure`: draws, trains nets, measures."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

SEED = 7
DRAWN = {"marks": 60000, "posture": 14000}  # drawings that these nets learn from, if nobody says otherwise


def main() -> int:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m vision.schooling", description=__doc__)
    tasks = parser.add_subparsers(dest="task", required=True)
    draw = tasks.add_parser("draw", help="draw made scenes into an album folder")
    draw.add_argument("album", type=Path)
    draw.add_argument("--count", type=int, default=4500)
    draw.add_argument("--hands", type=int, default=os.cpu_count() or 1)
    draw.add_argument("--seed", type=int, default=SEED)
    helps = {
        "finder": "train the finder on an album (needs the train extra)",
        "reader": "train the reader on an album (needs the train extra)",
        "posture": "draw dice that lie, lean and are stacked into an album folder and train on them what lies flat",
        "marks": "draw marks into an album folder and train their reader on them (needs the train extra)",
    }
    for net, said in helps.items():
        lesson = tasks.add_parser(net, help=said)
        lesson.add_argument("album", type=Path)
        if net in DRAWN:
            lesson.add_argument("--count", type=int, default=DRAWN[net])
            lesson.add_argument("--hands", type=int, default=os.cpu_count() or 1)
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
    elif asked.task == "marks":
        from vision.schooling.copybook import draw as draw_marks
        from vision.schooling.marks_school import train as train_marks

        draw_marks(asked.album, asked.count, asked.seed, asked.hands)
        train_marks(asked.album, asked.to, asked.minutes, asked.seed, asked.start)
    elif asked.task == "posture":
        from vision.schooling.posture_school import train as train_posture
        from vision.schooling.postures import draw as draw_postures

        draw_postures(asked.album, asked.count, asked.seed, asked.hands)
        train_posture(asked.album, asked.to, asked.minutes, asked.seed, asked.start)
    else:
        from vision.schooling.school import train

        train(asked.task, asked.album, asked.to, asked.minutes, asked.seed, asked.start)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
