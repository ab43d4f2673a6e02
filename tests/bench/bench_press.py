"""The panel: from a press in the loop to the last byte on the bus; from the start of the box to its first picture."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

import numpy as np

from firmware.doors.clocks import SteadyClock
from firmware.doors.luma_panel import LumaPanel
from firmware.doors.ports import BACK, CONFIRM, NEXT, PREVIOUS, Doors, Frame, Press
from firmware.doors.simulated import SimulatedButtons, SimulatedCamera
from firmware.journal import Journal
from firmware.profile import Profile, save_profile
from firmware.settings import Folders, PanelSettings, Settings
from firmware.table.byhand import tell
from firmware.table.loop import TableLoop
from firmware.table.proposing import propose
from firmware.table.sight import Sight
from firmware.table.watch import Watch
from firmware.table.worker import AtOnce
from rules.record import header_of
from rules.shelf import game_called
from tests.bench.figures import Figure
from vision.lessons import read_picture
from vision.satchel import pack

HERTZ, BITS = 400_000, 9  # of the bus, and of a byte on it with its acknowledgement
FRAME = 1034 * BITS / HERTZ  # seconds that a whole picture takes on it
STARTS = 10
PHOTOS = Path(__file__).parents[1] / "photos" / "malo_city"


class ClockedBus:
    """Takes as long for its bytes as a real bus does."""

    def __init__(self) -> None:
        self.last = 0.0

    def command(self, *cmd: int) -> None:
        self._send(len(cmd) + 1)

    def data(self, data: Any) -> None:
        self._send(len(data) + 1)

    def cleanup(self) -> None:
        pass

    def _send(self, count: int) -> None:
        sleep(count * BITS / HERTZ)
        self.last = perf_counter()


def box(folder: Path) -> tuple[TableLoop, ClockedBus]:
    """A loop with a game going on and luma's real driver on a clocked bus."""
    clock, bus = SteadyClock(), ClockedBus()
    settings = Settings(folders=Folders(folder / "state", folder / "run"))
    panel = LumaPanel(PanelSettings(), lambda: bus)
    journal = Journal.open(settings.folders.games)
    doors = Doors(clock, SimulatedButtons(clock), panel)
    loop = TableLoop(doors, journal, Sight(AtOnce(), clock), settings, Profile(guided=True))
    header = header_of(game_called("saint-malo"), ["Anke", "Stefan"])
    loop.table.take_up(journal.begin(header))
    loop.table.home()
    loop.step()
    return loop, bus


def pressed(loop: TableLoop, bus: ClockedBus, button: str, kind: str = "tap") -> float:
    start = perf_counter()
    loop.pressed(Press(button, kind, loop.doors.clock.now()))
    loop.show()
    return bus.last - start


def pages(loop: TableLoop, bus: ClockedBus) -> Iterator[float]:
    for button in (NEXT, NEXT, NEXT, PREVIOUS, PREVIOUS) * 4:
        yield pressed(loop, bus, button)


def questions(loop: TableLoop, bus: ClockedBus) -> Iterator[float]:
    tell(loop.table)
    loop.show()
    for button in (NEXT, NEXT, CONFIRM, NEXT, CONFIRM, PREVIOUS, CONFIRM, NEXT, BACK, CONFIRM) * 2:
        yield pressed(loop, bus, button)
    loop.table.home()


def menus(loop: TableLoop, bus: ClockedBus) -> Iterator[float]:
    for _ in range(5):
        yield pressed(loop, bus, CONFIRM, "hold")
        for button in (NEXT, NEXT, BACK):
            yield pressed(loop, bus, button)


def confirming(loop: TableLoop, bus: ClockedBus) -> tuple[float, float]:
    """A confirmed turn, all of it, and of that what the journal took."""
    wholes, kept = [], []
    evening = loop.table.evening
    assert evening is not None
    do = evening.do

    def timed(*args: Any) -> Any:
        start = perf_counter()
        done = do(*args)
        kept.append(perf_counter() - start)
        return done

    evening.do = timed  # type: ignore[assignment, method-assign]
    for row in (2, 3, 4, 5):
        action = {"dice": ["head", "log", "log", "wall", "cross"], "symbol": "head", "dice_used": 1}
        action |= {"cells": [f"{row},{row - 1}" if row != 3 else "3,3"], "person": "citizen"}
        propose(loop.table, [{"do": "action", "action": action}])
        loop.show()
        wholes.append(pressed(loop, bus, CONFIRM))
    return median(wholes), median(kept)


def reading() -> float:
    """A city board read after a turn."""
    game = game_called("saint-malo")
    state = game.set_up(["Anke", "Stefan"])
    with tempfile.TemporaryDirectory() as folder:
        pack(PHOTOS).save(Path(folder) / "city.json")
        watch, files = Watch(Profile), {"malo_city": Path(folder) / "city.json"}
        first, then = (read_picture(PHOTOS / "play" / "s1" / name) for name in ("00.jpg", "01.jpg"))
        watch.board(first, files, game, state, {})
        start = perf_counter()
        given = {"dice": ["crate", "crate", "log", "crate", "head"], "rotated": 0, "logs": None}
        watch.board(then, files, game, state, given)
        return perf_counter() - start


def fresh_frame() -> float:
    """Waiting for a picture whose exposure begins after the press, at ten a second."""
    clock = SteadyClock()
    blank = np.zeros((4, 4, 3), np.uint8)
    camera = SimulatedCamera(clock, lambda _: blank)
    waits = []
    for _ in range(10):
        start = perf_counter()
        taken: Frame = camera.frame(clock.now())
        assert taken.picture is not None
        waits.append(perf_counter() - start)
    return median(waits)


# ---- the start
def first_frame(folder: Path) -> float:
    """Seconds from the start of the process to the last line of its first picture."""
    command = [sys.executable, "-m", "firmware.cli", "run", "--simulated"]
    command += ["--state", str(folder / "state"), "--runtime", str(folder / "run")]
    start = perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("─"):
                break
        took = perf_counter() - start
        process.terminate()
        process.communicate()
    return took


def import_cv2(_: Path) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", "import cv2"], check=True)
    return perf_counter() - start


def alternating(one: Callable[[Path], float], other: Callable[[Path], float], folder: Path) -> tuple[float, float]:
    one(folder), other(folder)  # both warm
    runs = [(one(folder), other(folder)) for _ in range(STARTS)]
    return median(a for a, _ in runs), median(b for _, b in runs)


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        loop, bus = box(Path(name))
        for what, presses in (("pages", pages), ("questions", questions), ("menus", menus)):
            took = sorted(presses(loop, bus))
            yield Figure(f"press to last byte, {what}", median(took), "s", "one frame", FRAME, "at most 2.5")
        whole, kept = confirming(loop, bus)
        yield Figure("a confirmed turn, journal apart", whole - kept, "s", "one frame", FRAME, "at most 2.5")
        yield Figure("the journal's part (fsync)", kept, "s", "one frame", FRAME)
        loop.table.journal.close()
    yield Figure("a city board read", reading(), "s", "one frame", FRAME)
    yield Figure("waiting for a fresh frame", fresh_frame(), "s", "one frame", FRAME)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save_profile(Profile(guided=True), folder / "state")
        journal = Journal.open(folder / "state" / "games")
        journal.begin(header_of(game_called("saint-malo"), ["Anke", "Stefan"]))
        journal.close()
        started, cv2 = alternating(first_frame, import_cv2, folder)
        yield Figure("umpire run to its first picture, a game to resume", started, "s", "import cv2", cv2, "at most 2")
