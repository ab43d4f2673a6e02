"""`umpire print`: writes the sheets that are printed for the table."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.sheets import PAPERS, SHEETS
from vision.trouble import Trouble

SIZED = ("tray", "mat")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sheet", choices=list(SHEETS), help="which sheet")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="the paper it is printed on (a4)")
    parser.add_argument(
        "--size", metavar="WxH", help="another size in mm between the markers of a tray or mat (200x150)"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the PDF to write (umpire-SHEET-PAPER.pdf)")


def run(args: argparse.Namespace) -> int:
    size = _size(args.size)
    if size and args.sheet not in SIZED:
        raise Trouble(f"The sheet “{args.sheet}” has one size only; leave --size away.")
    content = SHEETS[args.sheet](args.paper, size)
    output: Path = args.output or Path(f"umpire-{args.sheet}-{args.paper}.pdf")
    try:
        output.write_bytes(content)
    except OSError as error:
        raise Trouble(f"{output} cannot be written ({error.strerror}); name another file with -o.") from None
    print(f"{output}: print it at 100 % (actual size), then check its 100 mm with a ruler.")
    return 0


def _size(words: str | None) -> tuple[float, float] | None:
    if words is None:
        return None
    try:
        width, height = (float(part) for part in words.lower().split("x"))
    except ValueError:
        raise Trouble(f"--size {words} is not a size; write it like 200x150, in mm.") from None
    if not (40 <= width <= 1000 and 40 <= height <= 1000):
        raise Trouble(f"--size {words} is out of reach; each side measures 40 to 1000 mm.")
    return width, height
