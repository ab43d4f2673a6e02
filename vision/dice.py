"""The dice on the tray: what each shows, where, and how surely; and the places where something cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot

import numpy as np

from vision.bodies import Body
from vision.finds import Find, find_faces, scale, slant
from vision.leftovers import Leftover, beside, leftovers
from vision.posture import lying
from vision.reading import Die, Doubt, TrayReading
from vision.taught import Looks
from vision.tray import Tray

CLOSELY = 14  # places looked at closely, and two more for each die
CLEAR = 0.78  # a face less like what was taught is not read as certain
THERE = 0.66  # one less like it is no die that is known
ODD = 5.0  # a face whose brightness and contrast are odder is not what it seems
LYING = 0.925  # the shorter side of a flat face is at least this part of the longer
RAISED = 1.022  # a face this much larger than its neighbours' lies higher than they do
HIGH = 1.045
LIFTED, CROWDED = 1.012, 0.22  # nor may one a little larger have so many edges right beside it,
LYING_STILL = 0.9  # unless it looks as if it lay flat to this much and is not as large as one on another would be;
COCKED = 0.05  # and none may look so little as if it lay flat that is slanted or large besides,
TILTED = 0.97  # by the shorter side of a face
DOUBTED = 0.45  # what a certainty keeps when something speaks against the die
SURE = 0.88  # dice less certain are named as unsure


@dataclass(frozen=True)
class Judged:
    """A find as a die: where it stands, and what is against taking it as read (nothing, if it is sure)."""

    find: Find
    x: float
    y: float
    against: str


def read_dice(tray: Tray, looks: Looks, most: int) -> TrayReading:
    """Reads dice that were taught. Dice beyond the rectangle are neither dice nor doubts."""
    height = looks.die_mm
    size = tray.grown(height, height)
    found = [find for find in find_faces(tray, looks.ready, CLOSELY + 2 * most, most) if find.likeness >= THERE]
    known = [find for find in found if _possible(find)]
    bodies = [Body(find.placing, height) for find in known]
    left = leftovers(tray, bodies)
    judged = [_judge(tray, number, known, left, size, bodies) for number in range(len(known))]
    inside = [one for one in judged if tray.inside(one.x, one.y)]
    dice = tuple(_die(one, looks) for one in inside)
    doubts = [
        Doubt(die.x, die.y, one.against or "not clear") for die, one in zip(dice, inside, strict=True) if not die.sure
    ]
    doubts += [Doubt(thing.x, thing.y, "something that is no readable die") for thing in left]
    return TrayReading(dice, tuple(doubts))


def _possible(find: Find) -> bool:
    """Whether a find may be a die at all, cocked or hidden in part: false alarms are stretched beyond that."""
    return slant(find) > 0.7 and (find.likeness > CLEAR or find.odd < ODD)


def _judge(
    tray: Tray,
    number: int,
    known: Sequence[Find],
    left: Sequence[Leftover],
    size: float,
    bodies: Sequence[Body],
) -> Judged:
    find, body = known[number], bodies[number]
    x, y = body.foot(tray)
    others = [scale(other, size) for other in known if other is not find and other.likeness > CLEAR]
    larger = scale(find, size) / float(np.median(others)) if others else 1.0
    suspect = slant(find) < TILTED or larger > LIFTED
    lies = lying(tray, [find.placing])[0] if suspect else 1.0  # only such are looked at once more
    touching = [thing for thing in left if hypot(thing.x - find.placing.x, thing.y - find.placing.y) < 1.1 * size]
    against = ""
    if find.likeness < CLEAR:
        against = "not clear"
    elif find.odd > ODD:
        against = "darker or brighter than it was taught"
    elif slant(find) < LYING or lies < COCKED:
        against = "cocked"
    elif larger > HIGH or (larger > RAISED and touching):
        against = "not on the tray's ground"
    elif touching:
        against = "something lies at it"
    elif larger > LIFTED and (lies < LYING_STILL or larger > _halfway(tray, size)) and _crowded(tray, body, bodies):
        against = "perhaps not on the tray's ground"
    return Judged(find, x, y, against)


def _crowded(tray: Tray, body: Body, bodies: Sequence[Body]) -> bool:
    return beside(tray, body, bodies) > CROWDED


def _halfway(tray: Tray, size: float) -> float:
    """Half of what a die that stands on another of its kind would seem larger."""
    return 1 + 0.5 * size / (tray.eye.height - size)


def _die(judged: Judged, looks: Looks) -> Die:
    find = judged.find
    chances = _chances(find)
    certainty = chances[0][1] * _trust(judged)
    label = looks.faces[find.face].label
    following = looks.faces[chances[1][0]].label if len(chances) > 1 else label
    sure = not judged.against and certainty >= SURE
    return Die(dict(label), judged.x, judged.y, find.placing.turn, certainty, dict(following), sure)


def _chances(find: Find) -> list[tuple[int, float]]:
    """Each face's probability, the best first, if it is one of them."""
    best = find.ranking[0][1]
    weights = [(face, exp(value - best)) for face, value in find.ranking]
    total = sum(weight for _, weight in weights)
    return [(face, weight / total) for face, weight in sorted(weights, key=lambda one: -one[1])]


def _trust(judged: Judged) -> float:
    """How likely it is that a face is read at all, rather than something that resembles one."""
    trust = 1 / (1 + exp(-(judged.find.likeness - 0.68) * 30))
    return trust * (DOUBTED if judged.against else 1.0) * exp(-judged.find.odd / 40)
