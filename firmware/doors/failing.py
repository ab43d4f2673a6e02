"""Doors that fail on purpose: each stands before another one and lets it work only as long as nothing is broken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PIL.Image import Image as Drawing

from firmware.doors.ports import (
    Buttons,
    ButtonTrouble,
    Camera,
    CameraTrouble,
    Clock,
    Doors,
    Edge,
    Frame,
    Lights,
    Locks,
    Panel,
    PanelTrouble,
    Sounder,
)

CAMERA, CAMERA_STALLS, PANEL, BUTTONS, EXTRAS = "camera", "camera stalls", "panel", "buttons", "extras"


@dataclass
class Broken:
    """What is broken now. Add and take away as a test goes on; `asked` counts how often a broken door was tried."""

    now: set[str] = field(default_factory=set)
    asked: dict[str, int] = field(default_factory=dict)

    def __contains__(self, door: str) -> bool:
        if door in self.now:
            self.asked[door] = self.asked.get(door, 0) + 1
        return door in self.now


@dataclass
class FailingCamera:
    """`camera`: gone at once. `camera stalls`: nothing comes, and whoever waits for it waits in vain."""

    camera: Camera
    clock: Clock
    broken: Broken

    def frame(self, newer_than: float, wait: float = 2.0) -> Frame:
        self._ask(wait)
        return self.camera.frame(newer_than, wait)

    def glance(self) -> Frame:
        self._ask(1.0)
        return self.camera.glance()

    def adjust(self) -> Locks:
        self._ask(2.0)
        return self.camera.adjust()

    def lock(self, locks: Locks) -> bool:
        self._ask(2.0)
        return self.camera.lock(locks)

    def close(self) -> None:
        self.camera.close()

    def _ask(self, wait: float) -> None:
        if CAMERA in self.broken:
            raise CameraTrouble("The camera does not answer; check its cable.")
        if CAMERA_STALLS in self.broken:
            self.clock.wait(wait)
            raise CameraTrouble(f"The camera gave no picture within {wait:g} seconds; check its cable.")


@dataclass
class FailingPanel:
    """A panel that forgets its set-up when it is lost: after that only `begin` makes it show anything again."""

    panel: Panel
    broken: Broken
    set_up: bool = True

    @property
    def size(self) -> tuple[int, int]:
        return self.panel.size

    def show(self, drawing: Drawing) -> None:
        self._ask()
        if self.set_up:
            self.panel.show(drawing)

    def bright(self, level: str) -> None:
        self._ask()
        if self.set_up:
            self.panel.bright(level)

    def begin(self) -> None:
        self._ask()
        self.panel.begin()
        self.set_up = True

    def close(self) -> None:
        self.panel.close()

    def _ask(self) -> None:
        if PANEL in self.broken:
            self.set_up = False
            raise PanelTrouble("The panel does not answer; check its four wires.")


@dataclass
class FailingButtons:
    buttons: Buttons
    broken: Broken

    def edges(self) -> list[Edge]:
        self._ask()
        return self.buttons.edges()

    def levels(self) -> Mapping[str, bool]:
        self._ask()
        return self.buttons.levels()

    def close(self) -> None:
        self.buttons.close()

    def _ask(self) -> None:
        if BUTTONS in self.broken:
            raise ButtonTrouble("The buttons cannot be read; check their wires, then switch the box off and on.")


@dataclass
class FailingSounder:
    sounder: Sounder
    broken: Broken

    def sound(self, what: str) -> None:
        if EXTRAS not in self.broken:
            self.sounder.sound(what)


@dataclass
class FailingLights:
    lights: Lights
    broken: Broken

    def light(self, buttons: frozenset[str]) -> None:
        if EXTRAS not in self.broken:
            self.lights.light(buttons)


def fragile(doors: Doors, broken: Broken) -> Doors:
    """The same doors, as breakable as they are in a living room."""
    return Doors(
        clock=doors.clock,
        buttons=FailingButtons(doors.buttons, broken),
        panel=FailingPanel(doors.panel, broken) if doors.panel else None,
        camera=FailingCamera(doors.camera, doors.clock, broken) if doors.camera else None,
        sounder=FailingSounder(doors.sounder, broken) if doors.sounder else None,
        lights=FailingLights(doors.lights, broken) if doors.lights else None,
    )
