"""Reads dice in ordinary photographs: no marker, no known scale, any dice on any ground."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks import Spot, die_size, spots
from vision.pips import VALUES, ask_reader, joined, looks_at
from vision.trouble import Trouble

Pixels = NDArray[np.uint8]

CERTAIN = 0.62  # a die read with less is asked about
_NOTICED = 0.22  # heat of a spot that is at least asked about
_LEAST_PICTURE = 32  # shorter side of a picture, in pixels
_TOGETHER = 0.52  # of heat and best chance: what has less is no die
_STEADY_HEAT = 0.4  # from which on the heat takes nothing off the certainty
_TWO = 0.75  # in a two: askew, a one and a pip of the side beside it look like one
_MOST_SPOTS = 80  # that are read in one picture
_LOOSE_WIDTHS = (0.88, 1.04, 1.22)
_SIZES = (0.62, 1.7)  # how wide dice of one picture may be, beside most of them


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

    def as_json(self) -> dict[str, object]:
        """What `umpire read PICTURE --json` prints of it."""
        unsure: list[object] = [{"x": round(x, 1), "y": round(y, 1)} for x, y in self.unsure]
        return {
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
    """What finder and reader say together of one spot: a cool spot is never certain, however well it reads."""
    order = np.argsort(-read[:VALUES])
    steady = float(np.clip(spot.heat / _STEADY_HEAT, 0, 1)) * (_TWO if order[0] == 1 else 1.0)
    return LooseDie(int(order[0]) + 1, spot.x, spot.y, float(read[order[0]]) * steady, int(order[1]) + 1)


def _is_die(spot: Spot, read: NDArray[np.float64]) -> bool:
    """Whether a spot may be a die at all: neither too cool nor plainly without any pips."""
    return spot.heat >= _NOTICED and spot.heat + float(read[:VALUES].max()) >= _TOGETHER


def judge_spots(picture: Pixels, found: list[Spot], face: float) -> list[LooseDie]:
    """The dice at spots hot enough to be noticed, each with its certainty."""
    noticed = [spot for spot in found if spot.heat >= _NOTICED and _SIZES[0] < spot.face / face < _SIZES[1]]
    noticed = noticed[:_MOST_SPOTS]
    crops = [looks_at(picture, np.array([spot.x, spot.y]), spot.edges, _LOOSE_WIDTHS) for spot in noticed]
    said = ask_reader([crop for looks in crops for crop in looks])
    dice, start = [], 0
    for spot, looks in zip(noticed, crops, strict=True):
        read = joined(said[start : start + len(looks)], len(_LOOSE_WIDTHS))
        start += len(looks)
        if _is_die(spot, read):
            dice.append(_die(spot, read))
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
