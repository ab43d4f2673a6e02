"""`umpire teach`: learns what the faces of a set look like, and keeps it in one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware.referee.companion import READERS, reader_of
from vision.lessons import teach_folder
from vision.satchel import layout_set, pack
from vision.taught import too_alike


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="one style of a set: layout.json and teach/")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="LOOKS", help="the file to keep the looks in"
    )


def run(args: argparse.Namespace) -> int:
    if layout_set(args.folder) in READERS:
        satchel = pack(args.folder)
        reader_of(satchel)  # what cannot be learnt from is refused now, not when it is wanted
        satchel.save(args.output)
        print(f"{satchel.set}: {len(satchel.entries)} lessons from {len(satchel.pictures)} pictures")
        return 0
    looks = teach_folder(args.folder)
    looks.save(args.output)
    faces = ", ".join(face.name for face in looks.faces) or "nothing to learn: its faces are read as they are"
    print(f"{looks.set} {looks.style}: {faces}")
    for sentence in too_alike(looks.faces):
        print(sentence)
    return 0
