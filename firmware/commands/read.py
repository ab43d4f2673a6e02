"""`umpire read`: reads a folder of a set's pictures, or single pictures without markers."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from firmware.referee.companion import READERS, read_sittings
from vision.calibration import load_lens
from vision.lens import Lens
from vision.lessons import read_picture
from vision.loose import read_loose
from vision.satchel import layout_set
from vision.tables import read_folder
from vision.trouble import Trouble


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", type=Path, nargs="+", metavar="FOLDER | PICTURE", help="one style of a set, or pictures"
    )
    parser.add_argument("--looks", type=Path, help="what umpire teach has kept, instead of the folder's teach/")
    parser.add_argument("--lens", type=Path, help="what umpire lens has kept: pictures are straightened by it")
    parser.add_argument("--json", action="store_true", help="one line of JSON a frame")


def run(args: argparse.Namespace) -> int:
    paths: list[Path] = args.paths
    lens = None if args.lens is None else load_lens(args.lens)
    if not any(path.is_dir() for path in paths):
        return _pictures(paths, args, lens)
    if len(paths) > 1:
        raise Trouble("A folder is read by itself: give one folder, or pictures.")
    return _folder(paths[0], args, lens)


def _folder(folder: Path, args: argparse.Namespace, lens: Lens | None) -> int:
    if layout_set(folder) in READERS:
        for seen in read_sittings(folder, args.looks, lens):
            if args.json:
                print(json.dumps({"sequence": seen.sequence, "file": seen.file, **seen.look.as_json()}), flush=True)
            else:
                print(f"{seen.sequence}/{seen.file}  {seen.look.words()}", flush=True)
        return 0
    for frame in read_folder(folder, args.looks, lens):
        if args.json:
            line = {"sequence": frame.sequence, "file": frame.file, **frame.reading.as_json()}
            print(json.dumps(line), flush=True)
        else:
            print(f"{frame.sequence}/{frame.file}  {frame.reading.words()}", flush=True)
    return 0


def _pictures(paths: list[Path], args: argparse.Namespace, lens: Lens | None) -> int:
    if args.looks is not None:
        raise Trouble("Single pictures are read for their pips, without looks: leave --looks away, or give a folder.")
    for path in paths:
        reading = read_loose(read_picture(path, lens))
        if args.json:
            print(json.dumps({"file": path.name, **reading.as_json()}), flush=True)
            continue
        said = ", ".join(str(die.value) for die in reading.dice if die.certain) or "no dice read"
        asked = "".join(f"; unsure at {x:.0f}, {y:.0f} px" for x, y in reading.unsure)
        print(f"{path.name}  {'not read' if reading.all_unsure else said + asked}", flush=True)
    return 0
