"""`umpire bench-table`: a simulated box and its page in one command, for trying every game with no hardware."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.demo import text_of
from firmware.settings import LANGUAGES, Folders, PageSettings, Settings
from rules.record import read
from rules.shelf import GAMES

if TYPE_CHECKING:
    from firmware.table.box import Box

PORT = 8080


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--game", choices=sorted(GAMES), help="begin this game at once")
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"of the page (default: {PORT})")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument(
        "--state", type=Path, metavar="FOLDER", help="where games are kept (default: thrown away after)"
    )


def run(args: Namespace) -> int:
    from firmware.doors.clocks import SteadyClock
    from firmware.doors.ports import Doors
    from firmware.doors.simulated import SimulatedButtons, SimulatedPanel
    from firmware.profile import load_profile, save_profile
    from firmware.table.box import Box
    from firmware.web.pairing import LASTS

    with tempfile.TemporaryDirectory(prefix="umpire-bench-") as name:
        folders = Folders((args.state or Path(name) / "state").absolute(), Path(name) / "run")
        settings = Settings(language=args.language, folders=folders, page=PageSettings(port=args.port))
        if not load_profile(folders.state).guided:
            save_profile(replace(load_profile(folders.state), guided=True), folders.state)
        clock = SteadyClock()
        box = Box(settings, Doors(clock, SimulatedButtons(clock), SimulatedPanel()))
        if args.game is not None:
            begin(box, args.game)
        page = box.loop.table.page
        assert page is not None, "every box has one"
        page.turn_on()
        code = page.pairing.offer((box.loop.table.evening.id, 0) if box.loop.table.evening else None)
        print(f"The table: http://127.0.0.1:{args.port}/pair - code {code.digits}, good for {LASTS / 60:.0f} minutes.")
        print("Another one: panel, menu, page for phones, pair a phone. Ctrl-C ends it.", flush=True)
        with _page_beside(settings, args.language, Path(name)):
            return box.run()


def begin(box: Box, name: str) -> None:
    """The game as in the golden evening that came with Umpire, before its first turn."""
    table = box.loop.table
    table.take_up(table.journal.begin(read(text_of(name)).header))
    table.home()


@contextmanager
def _page_beside(settings: Settings, language: str, folder: Path) -> Iterator[None]:
    """The page as a process of its own, as on a real box."""
    file = folder / "settings.toml"
    file.write_text(f'language = "{language}"\n', encoding="utf-8")
    command = [sys.executable, "-m", "firmware.cli", "web", "--settings", str(file), "--port", str(settings.page.port)]
    command += ["--state", str(settings.folders.state), "--runtime", str(settings.folders.run)]
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)
