"""A city of hexes on a lattice: where its starting tile lies, what changed since an earlier picture, what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hexes import APRON_MM, PX_PER_MM, Floats, HexLooks, Sheet
from vision.markers import Points
from vision.tiles import BARE, KNOWN, Hex, common

Place = tuple[int, int]

AROUND: tuple[Place, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # clockwise from N
STEP_MM = 2.0
PITCH = 1.025  # of a hex's width from one to the next: tiles are laid with a little air
DISC = 0.42  # of a hex's width: what is looked at of a place
NUDGED_MM = 4.0  # a city may be knocked by so much
SHIFTS = (
    (0.0, 0.0),
    (0.7, 0.0),
    (-0.7, 0.0),
    (0.0, 0.7),
    (0.0, -0.7),
    (0.5, 0.5),
    (0.5, -0.5),
    (-0.5, 0.5),
    (-0.5, -0.5),
)
TABLE = 0.35  # of all places are the bare table, at least
USUAL = 60.0  # and differ by so much more, squared, in any light
PLAIN = 500.0  # so well must a hex fit that is read from one picture alone
CHANGED = 11.0  # colours that differ less are as they were


@dataclass(frozen=True)
class Lattice:
    """From places to millimetres, seen from straight above."""

    origin: tuple[float, float]
    east: tuple[float, float]  # one step of q
    south: tuple[float, float]  # one step of r

    def mm(self, places: Sequence[Place]) -> Points:
        steps = np.array(places, np.float64).reshape(-1, 2)
        return np.asarray(np.array(self.origin) + steps @ np.array([self.east, self.south]))

    @classmethod
    def laid(cls, origin: Points, turn: float, pitch: float) -> Lattice:
        """N points to `turn` (radians clockwise from straight up)."""
        north = np.array([np.sin(turn), -np.cos(turn)]) * pitch
        southeast = np.array([np.sin(turn + 2 * np.pi / 3), -np.cos(turn + 2 * np.pi / 3)]) * pitch
        return cls(_pair(origin), _pair(southeast), _pair(-north))

    @classmethod
    def through(cls, seen: Mapping[Place, tuple[float, float]], pitch: float) -> Lattice:
        """The lattice that fits measured middles best: a turn, a shift, and a pitch near the usual one."""
        unit = cls.laid(np.zeros(2), 0.0, 1.0).mm(list(seen))
        at = np.array(list(seen.values()))
        a = (unit - unit.mean(axis=0)) @ np.array([1, 1j])
        b = (at - at.mean(axis=0)) @ np.array([1, 1j])
        turned = complex((a.conj() * b).sum())
        weight = float((np.abs(a) ** 2).sum())
        held = 12.0  # the usual pitch counts as much as a few hexes do
        scale = (abs(turned) + held * pitch) / (weight + held)
        turn = float(np.angle(turned))
        found = cls.laid(np.zeros(2), turn, scale)
        shift = at.mean(axis=0) - found.mm(list(seen)).mean(axis=0)
        return cls.laid(shift, turn, scale)


def _pair(point: Points) -> tuple[float, float]:
    return float(point[0]), float(point[1])


@dataclass(frozen=True)
class Change:
    """Where a picture differs from an earlier one, 1 px a mm: 1 where it does. `nudge` is how the city moved."""

    mask: Floats
    nudge: tuple[float, float]
    before: Floats
    after: Floats

    def share(self, at_mm: Points, width: float) -> Floats:
        """How much of the disc about each point is changed."""
        size = round(2 * DISC * width) | 1
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.float32)
        mean = cv2.filter2D(self.mask, -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT)
        pixels = (np.asarray(at_mm, np.float32).reshape(1, -1, 2) + np.float32(APRON_MM - 0.5)).astype(np.float32)
        return np.asarray(cv2.remap(mean, pixels, np.empty(0), cv2.INTER_LINEAR), np.float32).reshape(-1)

    def same(self, at_mm: Points, width: float) -> Floats:
        """How much what lies at each point now (1 is entirely) is what lay there before, to a millimetre."""
        reach = DISC * width
        steps = np.arange(-int(reach), int(reach) + 1)
        disc = np.array([(x, y) for x in steps for y in steps if x * x + y * y <= reach * reach], np.float64)
        at = np.asarray(at_mm, np.float64).reshape(-1, 1, 2) + disc[None] + APRON_MM - 0.5
        now = _contrast(cv2.remap(self.after, at.astype(np.float32), np.empty(0), cv2.INTER_LINEAR))
        best = np.full(len(now), -1.0, np.float32)
        for dx in (-1.0, -0.5, 0.0, 0.5, 1.0):
            for dy in (-1.0, -0.5, 0.0, 0.5, 1.0):
                moved = (at - np.array(self.nudge) + np.array([dx, dy])).astype(np.float32)
                then = _contrast(cv2.remap(self.before, moved, np.empty(0), cv2.INTER_LINEAR))
                np.maximum(best, (now * then).sum(axis=(1, 2)), out=best)
        return best


def _contrast(patches: NDArray[Any]) -> Floats:
    """Patches about their mean, brought to one size."""
    bare = patches - patches.mean(axis=1, keepdims=True)
    return np.asarray(bare / np.maximum(np.sqrt((bare**2).sum(axis=(1, 2), keepdims=True)), 1e-6), np.float32)


class CityEye:
    """Looks at a city with looks that have been learnt."""

    def __init__(self, looks: HexLooks, layout: Mapping[str, Any]) -> None:
        self.looks = looks
        self.pitch = PITCH * looks.width
        self.start = {(int(h["at"][0]), int(h["at"][1])): str(h["kind"]) for h in layout["starting_tile"]["hexes"]}

    # ---- the starting tile
    def find_start(self, sheet: Sheet) -> tuple[Lattice, dict[Place, Hex]] | None:
        """The starting tile, wherever it lies, if just one does; N is the way to the hex of it that is highest up."""
        looks = self.looks
        middle = looks.kinds.index(self.start[0, 0])
        points = self._lively(sheet)
        if not len(points):
            return None
        fits = np.concatenate([looks.fits(looks.rings(sheet, part)) for part in np.array_split(points, 8)])
        good = np.flatnonzero((fits.argmin(axis=1) == middle) & (fits[:, middle] <= KNOWN))
        found: list[tuple[Lattice, dict[Place, Hex]]] = []
        taken: list[Points] = []
        for n in good[np.argsort(fits[good, middle])]:
            point = points[n]
            if any(np.hypot(*(point - other)) < 8 for other in taken):
                continue
            taken.append(point)
            one = self._start_at(sheet, point)
            if one is not None:
                found.append(one)
            if len(taken) == 12:
                break
        return found[0] if len(found) == 1 else None

    def _start_at(self, sheet: Sheet, point: Points) -> tuple[Lattice, dict[Place, Hex]] | None:
        """The starting tile with its middle about there."""
        ways = [(point, float(turn)) for turn in np.radians(np.arange(0, 120, 5))]
        turn = 0.0
        for reach, swing in ((0.0, 0.0), (1.0, 0.05), (0.5, 0.025)):
            if reach:
                ways = [
                    (point + np.array([dx, dy]) * reach, turn + dt * swing)
                    for dx in (-1, 0, 1)
                    for dy in (-1, 0, 1)
                    for dt in (-1, 0, 1)
                ]
            costs = self._start_costs(sheet, ways)
            point, turn = ways[int(np.argmin(costs))]
            if min(costs) > len(self.start) * KNOWN:
                return None
        turn = (turn + np.pi / 3) % (2 * np.pi / 3) - np.pi / 3  # of three ways to name it, N nearest to straight up
        origin = sheet.surface.eye.stands(point, self.looks.thickness)
        close = Lattice.laid(origin, turn, self.looks.width)  # the hexes of one tile lie closer than those of two
        read = self.read(sheet, close, list(self.start), dict.fromkeys(self.start, 1), reach=0.0)
        if any(
            not one.clear or self.looks.kinds[int(np.argmin(one.fits))] != self.start[at] for at, one in read.items()
        ):
            return None
        return Lattice.laid(origin, turn, self.pitch), read

    def _start_costs(self, sheet: Sheet, ways: Sequence[tuple[Points, float]]) -> list[float]:
        """How badly the starting tile fits, its middle at a point and turned."""
        kinds = [self.looks.kinds.index(kind) for kind in self.start.values()]
        at = [Lattice.laid(point, turn, self.looks.width).mm(list(self.start)) for point, turn in ways]
        fits = self.looks.fits(self.looks.rings(sheet, np.concatenate(at))).reshape(len(ways), len(kinds), -1)
        each = np.minimum(fits[:, np.arange(len(kinds)), kinds], 2 * KNOWN)
        return [float(cost) for cost in each.sum(axis=1)]

    def _lively(self, sheet: Sheet) -> Points:
        """Points of the surface about which there is as much contrast as about a hex."""
        spec = self.looks.spec
        x, y = np.arange(8, spec.width_mm - 7, STEP_MM), np.arange(8, spec.height_mm - 7, STEP_MM)
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        small = half(sheet.lab)
        size = round(1.5 * DISC * self.looks.width) | 1
        mean = cv2.blur(small, (size, size))
        spread = np.maximum(cv2.blur(small**2, (size, size)) - mean**2, 0).sum(axis=2)
        at = np.rint(points + APRON_MM - 0.5).astype(int)
        return np.asarray(points[spread[at[:, 1], at[:, 0]] >= self.looks.least_contrast**2])

    # ---- reading places
    def read(
        self, sheet: Sheet, lattice: Lattice, places: Sequence[Place], levels: Mapping[Place, int], reach: float = 3.0
    ) -> dict[Place, Hex]:
        """The hex on each place, looked for up to `reach` mm off it."""
        if not places:
            return {}
        flat = lattice.mm(places)
        eye, height = sheet.surface.eye, self.looks.thickness
        tops = np.array(
            [eye.appears(at, height * levels.get(place, 1)) for at, place in zip(flat, places, strict=True)]
        )
        for step in (reach / 2, reach / 4) if reach else ():
            moves = np.array([(dx, dy) for dy in (-2, -1, 0, 1, 2) for dx in (-2, -1, 0, 1, 2)]) * step
            if step < reach / 2:
                moves = np.array([(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]) * step
            around = tops[:, None] + moves[None]
            rings = self.looks.rings(sheet, around.reshape(-1, 2))
            fits = self.looks.fits(rings).min(axis=1).reshape(len(tops), -1)
            tops = around[np.arange(len(tops)), fits.argmin(axis=1)]
        rings = self.looks.rings(sheet, tops)
        alike = self.looks.likeness(rings)
        fits = self.looks.doubts(rings, alike)
        found = {}
        for n, place in enumerate(places):
            x, y = eye.stands(tops[n], height * levels.get(place, 1))
            best = int(fits[n].argmin())
            found[place] = Hex(float(x), float(y), tuple(map(float, fits[n])), float(alike[n, best]))
        return found

    def survey(self, sheet: Sheet, lattice: Lattice) -> tuple[dict[Place, Hex], list[Place]]:
        """All that lies on a lattice, read from one picture: the hexes, and places where it is not clear what lies."""
        hexes: dict[Place, Hex] = {}
        places: list[Place] = []
        for _ in range(2):  # the second time on the lattice that fits what was read
            places = self.places(lattice)
            seen = self.read(sheet, lattice, places, {}, reach=4.0)
            near = self.bare(sheet, list(seen.values()))
            hexes = {
                place: one
                for (place, one), (bare, _) in zip(seen.items(), near, strict=True)
                if one.clear and min(one.fits) <= PLAIN and not bare
            }
            if len(hexes) >= 4:
                lattice = Lattice.through({place: (one.x, one.y) for place, one in hexes.items()}, self.pitch)
        rest = [place for place in places if place not in hexes]
        middles = self.read(sheet, lattice, rest, {}, reach=0.0)
        strange = [
            place for place, (_, plain) in zip(rest, self.bare(sheet, list(middles.values())), strict=True) if not plain
        ]
        reached = self.joined(hexes, strange)  # what is strange and hangs together with the city
        return hexes, [place for place in strange if place in reached]

    def joined(self, to: Iterable[Place], places: Iterable[Place]) -> set[Place]:
        """Some places, and those of others that hang together with them."""
        reached, others = set(to), set(places)
        while more := {(q, r) for q, r in others - reached if any((q + x, r + y) in reached for x, y in AROUND)}:
            reached |= more
        return reached

    def top(self, sheet: Sheet, at: Points, level: int) -> Points:
        """Where a hex on a level appears that stands over a point of the table."""
        return sheet.surface.eye.appears(np.asarray(at), self.looks.thickness * level)

    def hexes_at(self, sheet: Sheet, points: Points) -> list[Hex]:
        """What is seen at points of the sheet, whatever its height."""
        rings = self.looks.rings(sheet, points)
        alike = self.looks.likeness(rings)
        fits = self.looks.doubts(rings, alike)
        return [
            Hex(float(x), float(y), tuple(map(float, fit)), float(like[int(fit.argmin())]))
            for (x, y), fit, like in zip(points, fits, alike, strict=True)
        ]

    def bare(self, sheet: Sheet, hexes: Sequence[Hex]) -> list[tuple[bool, bool]]:
        """Of some hexes, whether they are no nearer to any kind than to the table, and whether they plainly are table.

        The table is what a third of all places look like: a hand is not so large.
        """
        if not hexes:
            return []
        spec = self.looks.spec
        x, y = np.arange(10, spec.width_mm - 9, 15.0), np.arange(10, spec.height_mm - 9, 15.0)
        some = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        places = self.looks.features(self.looks.rings(sheet, some))
        usual = float(np.percentile(common(places, places, TABLE), 100 * TABLE))
        seen = self.looks.features(self.looks.rings(sheet, np.array([(one.x, one.y) for one in hexes])))
        return [
            (bool(min(one.fits) > BARE * far), bool(far <= 2.5 * usual + USUAL))
            for one, far in zip(hexes, common(seen, places, TABLE), strict=True)
        ]

    def settled(
        self, sheet: Sheet, lattice: Lattice, kinds: Mapping[Place, str], levels: Mapping[Place, int]
    ) -> Lattice | None:
        """The lattice where the city lies now, a few mm from where it lay; None if it is not there."""
        places = list(kinds)
        columns = [self.looks.kinds.index(kinds[place]) for place in places]
        moves = np.array([(dx, dy) for dx in range(-6, 7, 2) for dy in range(-6, 7, 2)], np.float64)
        costs = []
        for move in moves:
            at = lattice.mm(places) + move
            tops = np.array([self.top(sheet, p, levels[place]) for p, place in zip(at, places, strict=True)])
            fits = self.looks.fits(self.looks.rings(sheet, tops))[np.arange(len(places)), columns]
            costs.append(float(np.minimum(fits, 2 * KNOWN).mean()))
        if min(costs) > 1.5 * KNOWN:
            return None
        origin = np.array(lattice.origin) + moves[int(np.argmin(costs))]
        return Lattice(_pair(origin), lattice.east, lattice.south)

    def places(self, lattice: Lattice) -> list[Place]:
        """All places whose hex lies on the surface."""
        spec = self.looks.spec
        reach = int(max(spec.width_mm, spec.height_mm) / self.pitch) + 2
        every = [(q, r) for q in range(-reach, reach + 1) for r in range(-reach, reach + 1)]
        at = lattice.mm(every)
        edge = 0.3 * self.looks.width
        inside = (at.min(axis=1) >= edge) & (at[:, 0] <= spec.width_mm - edge) & (at[:, 1] <= spec.height_mm - edge)
        return [place for place, lies in zip(every, inside, strict=True) if lies]

    # ---- what changed
    def change(self, earlier: Sheet, now: Sheet, built: Points) -> Change:
        """Where the surface looks otherwise than before, whatever the light does; `built` are the city's hexes."""
        before, after = half(earlier.lab), half(now.lab)
        before = before + _sloping(after - before)
        nudge = self._nudge(before, after, built)
        tried = [(0.0, 0.0)] if nudge == (0.0, 0.0) else [(0.0, 0.0), nudge]
        least = np.full(after.shape[:2], np.inf, np.float32)
        for dx, dy in tried:
            for x, y in SHIFTS:
                moved = cv2.warpAffine(
                    before,
                    np.array([[1, 0, dx + x], [0, 1, dy + y]]),
                    before.shape[1::-1],
                    borderMode=cv2.BORDER_REPLICATE,
                )
                off = cv2.GaussianBlur(np.asarray(after - moved, np.float32), (0, 0), 1.0)
                np.minimum(least, np.sqrt((off**2).sum(axis=2)), out=least)
        usual = 1.48 * float(np.median(least))
        return Change(
            (least > max(CHANGED, 4 * usual)).astype(np.float32), nudge, np.asarray(before, np.float32), after
        )

    def _nudge(self, before: Floats, after: Floats, built: Points) -> tuple[float, float]:
        """How the city moved as a whole: the shift under which most of it is as it was."""
        if not len(built):
            return 0.0, 0.0
        disc = np.array([(x, y) for x in range(-12, 13, 3) for y in range(-12, 13, 3) if x * x + y * y < 170])
        at = (built[:, None] + disc[None] + APRON_MM - 0.5).astype(np.float32)
        here = cv2.remap(after, at, np.empty(0), cv2.INTER_LINEAR)

        def off(shift: tuple[float, float]) -> float:
            there = cv2.remap(before, at - np.array(shift, np.float32), np.empty(0), cv2.INTER_LINEAR)
            each = np.sqrt(((here - there) ** 2).sum(axis=2)).mean(axis=1)
            return float(np.sort(each)[: max(1, int(0.7 * len(each)))].mean())

        best, least = (0.0, 0.0), off((0.0, 0.0)) * 0.9
        for step in (1.0, 0.5):
            reach = int(NUDGED_MM / step) if step == 1.0 else 1
            middle = best
            for dx in range(-reach, reach + 1):
                for dy in range(-reach, reach + 1):
                    shift = (middle[0] + dx * step, middle[1] + dy * step)
                    if (value := off(shift)) < least:
                        best, least = shift, value
        return best


def half(lab: Floats) -> Floats:
    """A sheet at 1 px a mm."""
    size = (round(lab.shape[1] / PX_PER_MM), round(lab.shape[0] / PX_PER_MM))
    return np.asarray(cv2.resize(lab, size, interpolation=cv2.INTER_AREA), np.float32)


def _sloping(difference: Floats) -> Floats:
    """What most of a difference is: a plane for each colour, by which the light changed."""
    height, width = difference.shape[:2]
    some = difference[::6, ::6].reshape(-1, 3)
    rows, columns = np.mgrid[0:height:6, 0:width:6]
    known = np.column_stack([np.ones(rows.size), columns.ravel() / width - 0.5, rows.ravel() / height - 0.5])
    plane = np.vstack([np.median(some, axis=0), np.zeros((2, 3))])
    for _ in range(6):
        off = np.sqrt(((some - known @ plane) ** 2).sum(axis=1))
        weight = 1 / (1 + (off / 4) ** 2)
        plane = np.linalg.lstsq(known * weight[:, None], some * weight[:, None], rcond=None)[0]
    x = (np.arange(width) / width - 0.5)[None, :, None] * plane[1]
    y = (np.arange(height) / height - 0.5)[:, None, None] * plane[2]
    return np.asarray(plane[0] + x + y, np.float32)


def triples(places: Iterable[Place]) -> list[tuple[Place, Place, Place]]:
    """Every three places round one point, clockwise."""
    there = set(places)
    found = []
    for q, r in there:
        for k in (0, 1):  # each point once: above a hex, or beside it
            one, two = AROUND[k], AROUND[k + 1]
            b, c = (q + one[0], r + one[1]), (q + two[0], r + two[1])
            if b in there and c in there:
                found.append(((q, r), b, c))
    return sorted(found)
