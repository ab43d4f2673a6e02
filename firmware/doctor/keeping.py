"""Checks of what must last: disk, its fsync time, profile, journal, and the unit that keeps the box running."""

from __future__ import annotations

import re
from collections.abc import Iterator

from firmware.doctor.finding import Finding, bad, good, note, skipped
from firmware.doctor.machine import Machine
from firmware.profile import load_profile
from firmware.settings import Settings
from rules.trouble import Trouble
from rules.words import say

LITTLE_MB, TOO_LITTLE_MB = 500, 50
SLOW_FSYNC, TOO_SLOW_FSYNC = 0.25, 1.0
EXPOSURE = 1.5
UNIT = "etc/systemd/system/umpire.service"


def disk(machine: Machine, settings: Settings) -> Iterator[Finding]:
    folder = settings.folders.state
    if not folder.is_dir():
        advice = say("make install makes it; or name another in [folders] state.")
        yield bad(say("disk"), say("{} is missing", str(folder)), advice)
        return
    free = machine.free_mb(folder)
    told = say("{} MB free in {}", int(free), str(folder))
    if free < TOO_LITTLE_MB:
        yield bad(say("disk"), told, say("Make room; games are small, pictures are not."))
    elif free < LITTLE_MB:
        yield note(say("disk"), told, say("Make room soon."))
    else:
        yield good(say("disk"), told)
    what = say("writing to the disk")
    try:
        took = machine.fsync_seconds(folder)
    except OSError as error:
        advice = say("Run the doctor as the box's user (sudo -u umpire), or change the card.")
        yield bad(what, say("not possible: {}", str(error.strerror or error)), advice)
        return
    told = say("{} ms until it lasts", round(took * 1000))
    if took > TOO_SLOW_FSYNC:
        yield bad(what, told, say("Change the card: this one keeps everybody waiting."))
    elif took > SLOW_FSYNC:
        yield note(what, told, say("A card of class A1 or A2 is faster."))
    else:
        yield good(what, told)


def profile(machine: Machine, settings: Settings) -> Iterator[Finding]:
    what = say("profile")
    try:
        kept = load_profile(settings.folders.state)
    except Trouble as trouble:
        yield bad(what, say("{}", str(trouble)), say("Start the box: it lays the old one aside and begins a new one."))
        return
    if kept.guided:
        yield good(what, say("{} places, {} players known", len(kept.places), len(kept.players)))
    else:
        yield note(what, say("the first run was not gone through"), say("Start the box and follow the panel."))


def journal(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Every game is replayed: what does not replay would not come back after a power cut."""
    from firmware.journal import Journal

    what, folder = say("journal"), settings.folders.games
    if not folder.exists():
        yield good(what, say("no game yet"))
        return
    try:
        with Journal.look(folder) as kept:
            games = kept.games()
            broken = []
            for game in games:
                try:
                    kept.reopen(game.id)
                except Trouble as trouble:
                    broken.append(str(trouble))
    except Trouble as trouble:
        yield bad(what, say("{}", str(trouble)), say("Copy the folder {} away before anything else.", str(folder)))
        return
    if broken:
        yield bad(what, say("{}", broken[0]), say("Copy the folder {} away before anything else.", str(folder)))
    else:
        yield good(what, say("{} games, each replays to its end", len(games)))


def unit(machine: Machine, settings: Settings) -> Iterator[Finding]:
    what = say("unit")
    text = machine.text(UNIT)
    if text is None:
        yield bad(what, say("/{} is missing", UNIT), say("Run make install."))
        return
    start = re.search(r"^ExecStart=(\S+)", text, re.M)
    program = start.group(1) if start else "?"
    if not machine.there(program.lstrip("/")):
        yield bad(what, say("it starts {}, which is missing", program), say("Run make install."))
    else:
        yield good(what, say("it starts {}", program))
    enabled = machine.answer("systemctl", "is-enabled", "umpire")
    if enabled is None:
        yield skipped(say("start at power-on"), say("there is no systemctl here"))
    elif enabled != "enabled":
        yield bad(say("start at power-on"), say("not enabled"), say("sudo systemctl enable umpire"))
    else:
        yield good(say("start at power-on"), say("enabled"))
    yield from _exposure(machine)
    if machine.matching("etc/systemd/system.conf.d/*umpire-watchdog.conf"):
        yield good(say("hardware watchdog"), say("set up"))
    else:
        advice = say("Optional: see hardware.md on the watchdog.")
        yield note(say("hardware watchdog"), say("not set up"), advice)


def _exposure(machine: Machine) -> Iterator[Finding]:
    what = say("exposure of the unit")
    told = machine.answer("systemd-analyze", "security", "--offline=true", str(machine.root / UNIT), wait=30) or ""
    found = re.search(r"Overall exposure level.*?:\s*([0-9.]+)", told)
    if found is None:
        yield skipped(what, say("systemd-analyze does not tell"))
    elif float(found.group(1)) > EXPOSURE:
        advice = say("Run make install; own changes belong into a drop-in.")
        yield bad(what, say("{}, more than {}", found.group(1), str(EXPOSURE)), advice)
    else:
        yield good(what, say("{}", found.group(1)))
