"""Simulated tables for the tests: a box without hardware, a journal in a folder, and a player at its buttons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware.doors.clocks import SimulatedClock
from firmware.doors.ports import Camera, Doors
from firmware.doors.simulated import SimulatedButtons, SimulatedPanel, SimulatedSounder
from firmware.journal import Journal
from firmware.profile import Profile
from firmware.settings import Folders, Settings
from firmware.table.eyes import Eyes
from firmware.table.loop import TableLoop
from firmware.table.player import Player
from firmware.table.sight import Sight
from firmware.table.worker import AtOnce
from rules.record import header_of
from rules.shelf import game_called

READY = Profile(guided=True)


def settings_in(folder: Path, **other: Any) -> Settings:
    return replace(Settings(folders=Folders(folder / "state", folder / "run")), **other)


class Seat:
    """Everything of one simulated box."""

    def __init__(
        self,
        folder: Path,
        camera: Camera | None = None,
        eyes: Eyes | None = None,
        profile: Profile = READY,
        clock: SimulatedClock | None = None,
        doors: Doors | None = None,
        **settings: Any,
    ) -> None:
        self.clock = clock or SimulatedClock()
        self.buttons = SimulatedButtons(self.clock)
        self.panel = SimulatedPanel()
        self.sounder = SimulatedSounder()
        self.doors = doors or Doors(self.clock, self.buttons, self.panel, camera, self.sounder)
        self.settings = settings_in(folder, **settings)
        self.journal = Journal.open(self.settings.folders.games)
        self.worker = AtOnce()
        self.sight = Sight(self.worker, self.clock, camera, eyes)  # as the box does, but with eyes of our choice
        self.logged: list[str] = []
        self.loop = TableLoop(self.doors, self.journal, self.sight, self.settings, profile, log=self.logged.append)
        self.table = self.loop.table
        self.player = Player(self.loop, self.buttons)

    def begin(self, name: str, **begun: Any) -> None:
        """A game without the questions of its beginning."""
        self.table.take_up(self.journal.begin(header_of(game_called(name), **begun)))
        self.table.home()

    def close(self) -> None:
        self.journal.close()
