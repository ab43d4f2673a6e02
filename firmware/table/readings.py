"""What the eyes tell the table: dice as seen, what a board means, where things lie, where table and state differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules.words import SILENCE, Phrase

if TYPE_CHECKING:  # whoever reads pictures loads what that takes
    pass

MOVE, NOTHING, NOT_ALLOWED, ASK = "move", "nothing", "not_allowed", "ask"
Face = Any  # a die as the rules' JSON form has it: "log", [6, "R"], "white"


@dataclass(frozen=True)
class SeenDie:
    """What a die may show, the likeliest first."""

    faces: tuple[Face, ...]
    sure: bool = True
    where: str = ""  # in words: "top left"


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
    places: Mapping[str, tuple[int, float, float]] = field(default_factory=dict)  # first marker, width, height
    picture: Any = None  # small and grey, for aiming
    light: tuple[tuple[float, float, float], float] | None = None  # white paper, and how wide an edge is in mm
