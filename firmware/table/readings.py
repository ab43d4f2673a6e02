"""What the eyes tell the table: dice as seen, what a board means, where things lie, where table and state differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from firmware.referee.companion import Difference
from rules.words import SILENCE, Phrase

MOVE, NOTHING, NOT_ALLOWED, ASK = "move", "nothing", "not_allowed", "ask"
Face = Any  # a die as the rules' JSON form has it: "log", [6, "R"], "white"


@dataclass(frozen=True)
class SeenDie:
    """What a die may show, the likeliest first; more than one when it is not sure."""

    faces: tuple[Face, ...]
    where: str = ""  # in words: "left, back"

    @property
    def sure(self) -> bool:
        return len(self.faces) == 1


@dataclass(frozen=True)
class SeenDice:
    """The tray. `advice` says why it cannot be read as it is, and then nothing is taken from it."""

    dice: tuple[SeenDie, ...] = ()
    advice: Phrase = SILENCE


@dataclass(frozen=True)
class Reading:
    """What one picture of a board means for this state; actions in the rules' JSON form, the likeliest first."""

    verdict: str
    actions: tuple[Mapping[str, Any], ...] = ()
    clause: str = ""
    places: tuple[str, ...] = ()
    text: Phrase = SILENCE
    certainty: float = 1.0


@dataclass(frozen=True)
class Where:
    """Which of the places of the profile are in the picture, and what to do about the others."""

    seen: tuple[str, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()  # a place, and advice
    notes: tuple[str, ...] = ()  # the light has changed, the picture is not sharp


__all__ = ["ASK", "MOVE", "NOTHING", "NOT_ALLOWED", "Difference", "Face", "Reading", "SeenDice", "SeenDie", "Where"]
