"""`umpire lens`: calibrates the lens from pictures of the printed lens sheet, and keeps it in a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.calibration import calibrate, save_lens
from vision.pictures import load_picture


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pictures",
        type=Path,
        nargs="+",
        metavar="PICTURE",
        help="of the lens sheet (umpire print charuco), eight or more",
    )
    parser.add_argument("-o", dest="to", type=Path, required=True, metavar="LENS", help="the file to keep the lens in")


def run(args: argparse.Namespace) -> int:
    lens = calibrate([load_picture(path) for path in args.pictures])
    save_lens(lens, args.to)
    width, height = lens.size
    print(f"{args.to}: the lens of {width} x {height} pictures; umpire read --lens {args.to} straightens by it")
    return 0
