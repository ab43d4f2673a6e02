"""`umpire screens -o FILE`: one picture with every kind of screen, on both panels and in both languages."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the picture, as PNG")
    parser.add_argument("--only", default="", metavar="WORD", help="only screens whose name begins like this: arkadia")


def run(args: Namespace) -> int:
    from firmware.screens.contact import contact_sheet  # loaded late: Pillow is not everywhere
    from rules.trouble import Trouble

    sheet = contact_sheet(args.only)
    if sheet is None:
        raise Trouble(f"no screen's name begins with “{args.only}”; they begin with views, saint-malo, arkadia, ...")
    sheet.save(args.output, format="PNG", optimize=True)
    print(f"{args.output}: {sheet.width} x {sheet.height}")
    return 0
