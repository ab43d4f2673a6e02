"""`umpire doctor`: what a box needs, what was found, and what to do. It exits with 1 when something is amiss."""

from __future__ import annotations

import argparse
import json
from contextlib import suppress
from pathlib import Path

from firmware.doctor import Finding, examine
from firmware.doctor.finding import BAD, GOOD, NOTE, SKIPPED
from firmware.doors.opening import open_doors
from firmware.doors.ports import OFF, PanelTrouble
from firmware.screens.catalogue import Catalogue
from firmware.sentences import one_line
from firmware.settings import load_settings
from rules.words import Phrase

SIGNS = {GOOD: "ok  ", NOTE: "note", BAD: "BAD ", SKIPPED: "-   "}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--press", action="store_true", help="ask for each button to be pressed")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each finding")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="the settings file, instead of the box's")


def run(args: argparse.Namespace) -> int:
    settings = load_settings(args.settings)
    words = Catalogue(settings.language)
    doors = open_doors(settings)

    def tell(phrase: Phrase) -> None:
        if not args.json:
            print(words.say(phrase), flush=True)

    amiss = 0
    try:
        for finding in examine(settings, doors, ask=args.press, tell=tell):
            amiss += finding.stops
            print(told(finding) if args.json else line(finding, words), flush=True)
    finally:
        if doors.panel is not None:
            with suppress(PanelTrouble):
                doors.panel.bright(OFF)  # a picture that nobody takes away burns in
        for door in (doors.panel, doors.camera, doors.buttons, doors.sounder, doors.lights):
            close = getattr(door, "close", None)
            if close is not None:
                close()
    return 1 if amiss else 0


def line(finding: Finding, words: Catalogue) -> str:
    text = f"{words.say(finding.what)} [{finding.kind}]: {words.say(finding.found)}"
    if finding.advice.pattern:
        text += f" - {words.say(finding.advice)}"
    return f"{SIGNS[finding.grade]}  {one_line(text)}"


def told(finding: Finding) -> str:
    fields = {"what": finding.what, "found": finding.found, "advice": finding.advice}
    return json.dumps(
        {"grade": finding.grade, "kind": finding.kind, **{name: str(phrase) for name, phrase in fields.items()}},
        ensure_ascii=False,
    )
