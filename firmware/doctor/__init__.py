"""The doctor: looks at everything a box needs, says what it found and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firmware.doctor import hardware, keeping, system
from firmware.doctor.finding import Finding, skipped
from firmware.doctor.machine import Machine
from firmware.doors.ports import Doors
from firmware.profile import Profile, load_profile
from firmware.settings import Settings
from rules.trouble import Trouble
from rules.words import Phrase, say

__all__ = ["Finding", "Machine", "examine"]


def silent(words: Phrase) -> None:
    """Nobody asked to hear."""


def examine(
    settings: Settings,
    doors: Doors,
    machine: Machine | None = None,
    ask: bool = False,
    tell: Callable[[Phrase], None] = silent,
    mine: bool = False,
) -> Iterator[Finding]:
    """One finding after another, as they are made. `ask`: the buttons are to be pressed. `mine`: it is the running
    box itself that asks, with its own doors.
    """
    machine = machine or Machine()
    for check in (system.model, system.system, system.power, system.clock, system.groups, system.libraries):
        yield from check(machine, settings)
    busy = hardware.running(machine)
    if busy.pattern and not mine:
        for what in (say("panel"), say("pins"), say("buttons"), say("camera")):
            yield skipped(what, busy)
    else:
        yield from hardware.bus(machine, settings)
        yield from hardware.panel(doors, settings)
        yield from hardware.pins(machine, doors, settings)
        yield from hardware.buttons(doors, settings, ask, tell)
        yield from hardware.camera(doors, settings, _profile(settings))
    for check in (keeping.disk, keeping.profile, keeping.journal, keeping.unit):
        yield from check(machine, settings)


def _profile(settings: Settings) -> Profile:
    """What cannot be read is told by its own check."""
    try:
        return load_profile(settings.folders.state)
    except Trouble:
        return Profile()
