"""Ordinary dice with pips on the tray, of any colour and of several sizes: nothing is taught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot

import cv2
import numpy as np

from vision.bodies import Body
from vision.lattice import Lattice, measure
from vision.layout import Layout
from vision.leftovers import Leftover, beside, leftovers
from vision.looks import Spot, spots
from vision.pips import VALUES, ask_reader, joined, looks_at
from vision.placing import Placing
from vision.posture import lying
from vision.reading import Die, Doubt, TrayReading
from vision.tray import APRON_MM, FINE, HALF, Tray

NOTICED = 0.2  # a spot less like a face is none
CLEAR = 0.45  # one less like a face than this is not read as certain
SURE = 0.93  # dice less certain are named as unsure: cocked ones have been read with up to 0.91
DOUBTED = 0.3  # what a certainty keeps when something speaks against the die
MEASURED = 0.3  # faces less clear than this are not measured
SPARED = 0.15  # what is left of the reader's doubt when exactly the pips it read lie as on a flat face
CROWDED = 0.1  # so full of edges that are not its own may the space beside a die be; a side face's edge fills more
CLOSE = 0.35  # of its size: a die that has another so near may lean on it, with a side face between them
MEETING = 0.0  # mm between the bodies of two flat dice that touch, at most
LYING = 0.88  # the shorter side of a flat face is at least this part of the longer
DOUBTFUL = 0.1  # less likely to lie flat than this is cocked
FLAT_BY_ANOTHER, FLAT_OVER_EDGES = 0.6, 0.9  # and more likely is flat, though another, or strange edges, are beside it
SIZES = (0.8, 1.25)  # a face may be so much smaller and larger than the smallest and largest dice
STEADY = 0.45  # from which on the heat takes nothing off the certainty
WIDTHS = (0.88, 1.04, 1.22)  # a face is looked at this narrowly and this widely
APART = 0.6  # middles of faces are not nearer to each other than this, in sizes


@dataclass(frozen=True)
class Pips:
    """A top face with pips: how it lies, how like a face it is, what it may show (1 to 6, then "not clear")."""

    body: Body
    heat: float
    slant: float
    chances: tuple[float, ...]
    lattice: Lattice | None = None
    lies: float = 0.0  # how likely the die lies flat, by its look


def read_pip_dice(tray: Tray, layout: Layout) -> TrayReading:
    """Reads the dice of one picture of the tray."""
    found = _faces(tray, layout)
    found = [
        replace(one, lies=lies)
        for one, lies in zip(found, lying(tray, [one.body.placing for one in found]), strict=True)
    ]
    bodies = [one.body for one in found]
    left = leftovers(tray, bodies)
    dice, doubts = [], []
    for one in found:
        x, y = one.body.foot(tray)
        if not tray.inside(x, y):
            continue
        against = _against(tray, one, found, left)
        die = _die(one, x, y, against)
        dice.append(die)
        if not die.sure:
            doubts.append(Doubt(x, y, against or "not clear"))
    doubts += [Doubt(thing.x, thing.y, "something that is no readable die") for thing in left]
    return TrayReading(tuple(dice), tuple(doubts))


def _faces(tray: Tray, layout: Layout) -> list[Pips]:
    low, high = (tray.grown(size, size) for size in layout.sizes)
    seen = spots(tray.picture, (low + high) / 2 * FINE)
    near: list[Spot] = []
    for spot in seen:
        size = spot.face / FINE
        if _on_marker(tray, spot):
            continue
        if spot.heat < NOTICED or not low * SIZES[0] < size < high * SIZES[1]:
            continue
        if all(hypot(spot.x - other.x, spot.y - other.y) > APART * min(spot.face, other.face) for other in near):
            near.append(spot)
    crops = [looks_at(tray.picture, np.array([spot.x, spot.y]), spot.edges, WIDTHS) for spot in near]
    said = ask_reader([crop for looks in crops for crop in looks])
    found = []
    for n, spot in enumerate(near):
        read = joined(said[n * len(crops[n]) : (n + 1) * len(crops[n])], len(WIDTHS))
        steady = float(np.clip(spot.heat / STEADY, 0, 1))
        both = np.clip(read[:VALUES], 1e-6, 1) * steady
        long, short = np.linalg.svd(spot.edges, compute_uv=False)
        turn = degrees(atan2(spot.edges[1, 0] - spot.edges[0, 1], spot.edges[0, 0] + spot.edges[1, 1])) % 90
        size = spot.face / FINE
        placing = Placing(spot.x / FINE - APRON_MM, spot.y / FINE - APRON_MM, turn, size)
        lattice = measure(tray, placing, int(both.argmax()) + 1) if both.max() >= MEASURED else None
        if lattice is not None:
            placing = lattice.placing
        height = placing.size * tray.eye.height / (tray.eye.height + placing.size)
        chances = tuple(float(p) for p in both)
        found.append(Pips(Body(placing, height), spot.heat, float(short / long), chances, lattice))
    return found


def _on_marker(tray: Tray, spot: Spot) -> bool:
    """Whether a spot lies on one of the sheet's own markers, which are no dice."""
    row, column = int(spot.y * HALF / FINE), int(spot.x * HALF / FINE)
    mask = tray.off_limits
    return 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1] and bool(mask[row, column])


def _against(tray: Tray, one: Pips, found: Sequence[Pips], left: Sequence[Leftover]) -> str:
    """What is against taking a face as read; nothing, if it is sure."""
    placing = one.body.placing
    if one.heat < CLEAR:
        return "not clear"
    if one.slant < LYING or one.lies < DOUBTFUL:
        return "cocked"
    if one.lattice is None:
        return "its pips are not clear"
    if not one.lattice.flat:
        return "cocked"
    if any(hypot(thing.x - placing.x, thing.y - placing.y) < 1.1 * placing.size for thing in left):
        return "something lies at it"
    if one.lies < FLAT_OVER_EDGES and beside(tray, one.body, [other.body for other in found]) > CROWDED:
        return "perhaps cocked"
    if one.lies < FLAT_BY_ANOTHER and any(_leaning(tray, one, other) for other in found if other is not one):
        return "another so close that it may be leaning"
    return ""


def _leaning(tray: Tray, one: Pips, other: Pips) -> bool:
    """Whether one of two dice may lean on the other. The side of a leaning die that faces the other shows between
    them, where two that lie flat and touch have nothing: their bodies, drawn as flat, overlap or meet."""
    gap = _gap(tray, one.body, other.body)
    if gap >= CLOSE * max(one.body.placing.size, other.body.placing.size):
        return False
    if any(die.lattice is None or not die.lattice.flat or not die.lattice.exact for die in (one, other)):
        return True
    return not -CLOSE * min(one.body.placing.size, other.body.placing.size) <= gap <= MEETING


def _gap(tray: Tray, one: Body, other: Body) -> float:
    """How far apart two bodies are, in mm as they appear; no further than they may be if that is far enough."""
    between = hypot(one.placing.x - other.placing.x, one.placing.y - other.placing.y)
    if between > 2 * (one.placing.size + other.placing.size):
        return between
    outlines = one.outline(tray), other.outline(tray)
    return min(
        -cv2.pointPolygonTest(around, (float(x), float(y)), True)
        for corners, around in (outlines, outlines[::-1])
        for x, y in corners
    )


def _die(one: Pips, x: float, y: float, against: str) -> Die:
    order = sorted(range(VALUES), key=lambda value: -one.chances[value])
    certainty = 1 - SPARED * (1 - one.chances[order[0]]) if not against else DOUBTED * one.chances[order[0]]
    sure = not against and certainty >= SURE
    return Die({"value": order[0] + 1}, x, y, one.body.placing.turn, certainty, {"value": order[1] + 1}, sure)
