"""`umpire run`: the box. `--simulated` runs it in a terminal, without hardware."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from firmware.settings import Settings, load_settings, placed


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--simulated", action="store_true", help="no hardware: keys and panel in this terminal")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="the settings file, instead of the box's")
    parser.add_argument("--state", type=Path, metavar="FOLDER", help="where games and the profile are kept")
    parser.add_argument("--runtime", type=Path, metavar="FOLDER", help="what need not survive the power being cut")


def run(args: Namespace) -> int:
    settings = placed(load_settings(args.settings), args.state, args.runtime)
    signal.signal(signal.SIGTERM, _stop)
    from firmware.table.box import Box

    if args.simulated:
        return Box(settings, simulated(settings)).run()
    from firmware.doors.opening import open_doors
    from firmware.notify import Notify

    doors = open_doors(settings)
    return Box(settings, doors, Notify(doors.clock)).run()


def _stop(_signal: int, _frame: Any) -> None:
    raise KeyboardInterrupt


def simulated(settings: Settings) -> Any:
    """Keys and a drawn panel; no camera, so everything goes by hand."""
    from firmware.doors.clocks import SteadyClock
    from firmware.doors.ports import Doors
    from firmware.doors.simulated import SimulatedPanel
    from firmware.table.terminal import HELP, KeyButtons, Shower

    if sys.stdout.isatty():
        print(HELP, flush=True)
    clock = SteadyClock()
    size = settings.panel.size or (128, 64)
    return Doors(clock=clock, buttons=KeyButtons(clock, sys.stdin), panel=SimulatedPanel(size, Shower()))
