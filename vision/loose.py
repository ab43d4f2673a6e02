"""Reads dice in ordinary photographs: no marker, no known scale, any dice on any ground."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks import Spot, die_size, spots
from vision.pips import VALUES, agreed, ask_reader, looks_at
from vision.trouble import Trouble

Pixels = NDArray[np.uint8]

CERTAIN = 0.80  # a die read with less is asked about
_NOTICED = 0.22  # heat of a spot that is at least asked about
_LEAST_PICTURE = 32  # shorter side of a picture, in pixels
_ODD_SIZE = 2.4  # a spot so many times larger or smaller than most dice is none


@dataclass(frozen=True)
class LooseDie:
    """One die as read, in pixels of the picture."""

    value: int
    x: float
    y: float
    certainty: float
    next: int

    @property
    def certain(self) -> bool:
        """Whether it may be taken as read."""
        return self.certainty >= CERTAIN


@dataclass(frozen=True)
class LooseReading:
    """All the dice of a picture, and the places that are asked about."""

    dice: tuple[LooseDie, ...]
    unsure: tuple[tuple[float, float], ...]
    all_unsure: bool = False

    def to_json(self, file: str) -> dict[str, object]:
        """The line that `umpire read PICTURE --json` prints."""
        unsure: list[object] = [{"x": round(x, 1), "y": round(y, 1)} for x, y in self.unsure]
        return {
            "file": file,
            "seen": {
                "dice": [
                    {
                        "value": die.value,
                        "x": round(die.x, 1),
                        "y": round(die.y, 1),
                        "certainty": round(die.certainty, 4),
                        "next": die.next,
                    }
                    for die in self.dice
                ]
            },
            "unsure": ["all"] if self.all_unsure else unsure,
        }


def _die(spot: Spot, read: NDArray[np.float64]) -> LooseDie:
    """What finder and reader say together of one spot: where they differ, the certainty is the lesser one."""
    both = np.sqrt(np.clip(spot.said[:VALUES], 1e-6, 1) * np.clip(read[:VALUES], 1e-6, 1))
    order = np.argsort(-both)
    best = int(order[0])
    steady = float(np.clip(spot.heat * 1.15, 0, 1))
    certainty = min(float(spot.said[best]), float(read[best]), steady)
    return LooseDie(best + 1, spot.x, spot.y, certainty, int(order[1]) + 1)


def judge_spots(picture: Pixels, found: list[Spot], face: float) -> list[LooseDie]:
    """The dice at spots hot enough to be noticed, each with its certainty."""
    noticed = [spot for spot in found if spot.heat >= _NOTICED and 1 / _ODD_SIZE < spot.face / face < _ODD_SIZE]
    crops = [looks_at(picture, np.array([spot.x, spot.y]), spot.edges * 1.12) for spot in noticed]
    said = ask_reader([crop for looks in crops for crop in looks])
    dice, start = [], 0
    for spot, looks in zip(noticed, crops, strict=True):
        dice.append(_die(spot, agreed(said[start : start + len(looks)])))
        start += len(looks)
    return dice


def read_loose(picture: Pixels) -> LooseReading:
    """Read a colour picture of dice from above whose scale nobody knows."""
    if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
        raise Trouble("This is not a colour picture of 8 bits a channel: save it as JPEG or PNG and try again.")
    if min(picture.shape[:2]) < _LEAST_PICTURE:
        raise Trouble(f"The picture is only {picture.shape[1]} x {picture.shape[0]} pixels: dice cannot be read in it.")
    face = die_size(picture)
    if face is None:
        return LooseReading((), (), all_unsure=True)
    dice = judge_spots(picture, spots(picture, face), face)
    if not dice:
        return LooseReading((), (), all_unsure=True)
    return LooseReading(tuple(dice), tuple((die.x, die.y) for die in dice if not die.certain))
