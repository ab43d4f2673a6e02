"""`umpire still`: a folder of pictures as film, and of each frame whether the table is at rest."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from vision.pictures import load_picture, pictures_in
from vision.stillness import Film


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="pictures in the order of their names, ten a second")
    parser.add_argument("--json", action="store_true", help="one line of JSON a frame")


def run(args: argparse.Namespace) -> int:
    film = Film()
    for path in pictures_in(args.folder):
        still = film.still(load_picture(path))
        if args.json:
            print(json.dumps({"file": path.name, "still": still}), flush=True)
        else:
            print(f"{path.name}  {'still' if still else '-'}", flush=True)
    return 0
