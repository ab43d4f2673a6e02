"""What came to lie in a city since the last picture that was understood: one tile, something doubtful, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import cv2
import numpy as np

from vision.city import AROUND, CityEye, Lattice, Place, triples
from vision.hexes import APRON_MM, Floats, Sheet
from vision.markers import Points
from vision.tiles import KNOWN, Hex

SAME, OTHER = 0.9, 0.7  # a hex so like what lay there is untouched; one less like is not what it was
STIRRED = 0.12  # of a bare place's disc: so much must have changed before it is looked at
OFF_MM, TURNED = 4.0, 0.14  # a tile farther off the lattice, or turned more, does not lie on it
STIRRED_WELL = 0.5  # of which so much changed, a place is bare no more
POORLY_ALIKE = 0.35  # one hex of a tile need not be more like its kind's examples than this
MOST = 16  # tiles that may lie there, before it is too many to tell
LIKELY = 1.5 * KNOWN  # a hex looked for roughly; laid as part of a tile it must fit better
LOOSE = 0.35  # of a hex's area: what else changed beside a tile and is so large is a hand or another thing


@dataclass(frozen=True)
class Tiling:
    """A tile as it lies on the lattice: its places clockwise, and the hexes seen there."""

    places: tuple[Place, Place, Place]
    hexes: tuple[Hex, Hex, Hex]


@dataclass(frozen=True)
class Scene:
    """`hexes` are the city's as they lie now; `doubtful` those places of which it is not clear what lies there."""

    hexes: dict[Place, Hex]
    lattice: Lattice
    tile: Tiling | None = None
    pair: tuple[Tiling, ...] = ()  # two tiles, when a picture between them was not understood
    doubtful: tuple[Place, ...] = ()
    new: Mapping[Place, Hex] = field(default_factory=dict)  # hexes that are clear where something changed
    strange: bool = False  # something lies by the city that is no hex in its place
    quiet: bool = False  # nothing changed at all


def scene_of(
    eye: CityEye,
    base: Sheet,
    now: Sheet,
    middles: Mapping[Place, tuple[float, float]],
    levels: Mapping[Place, int],
) -> Scene:
    width = eye.looks.width
    built = list(middles)
    flat = np.array([middles[place] for place in built])
    tops = np.array([eye.top(now, at, levels[place]) for at, place in zip(flat, built, strict=True)])
    change = eye.change(base, now, tops)
    nudge = np.array(change.nudge)
    same = dict(zip(built, change.same(tops + nudge, width), strict=True))
    moved = {place: (x + change.nudge[0], y + change.nudge[1]) for place, (x, y) in middles.items()}
    hexes = {place: Hex(x, y, (), 1.0) for place, (x, y) in moved.items()}
    lattice = Lattice.through(moved, eye.pitch)
    bare = [place for place in eye.places(lattice) if place not in levels]
    share = dict(zip(bare, change.share(lattice.mm(bare), width), strict=True))
    touched = [place for place in built if same[place] < SAME]
    stirred = [place for place in bare if share[place] >= STIRRED]
    if not touched and not stirred:
        return Scene(hexes, lattice, quiet=True)
    above = {place: levels.get(place, 0) + 1 for place in (*touched, *stirred)}
    seen = eye.read(now, lattice, list(above), above, reach=OFF_MM)
    table = eye.bare(now, list(seen.values()))
    new = {place: one for (place, one), (bare_, _) in zip(seen.items(), table, strict=True) if one.clear and not bare_}
    likely = [place for place, one in seen.items() if min(one.fits) <= LIKELY]
    lying = []
    for three in triples(likely):
        open_ = [place for place in three if share.get(place, 1.0) < STIRRED_WELL]
        tiling = _laid(eye, now, lattice, three, above, open_)
        if tiling is not None:
            lying.append(tiling)
        if len(lying) > MOST:
            break
    must = [place for place in touched if same[place] < OTHER]
    must += [place for place in new if place not in levels]
    found = [one for one in lying if set(must) <= set(one.places)]
    if len(found) == 1 and not _held(eye, change.mask, found[0].hexes):
        return Scene(hexes, lattice, found[0])
    pairs = [
        (one, two)
        for one, two in combinations(lying, 2)
        if not set(one.places) & set(two.places) and set(must) <= {*one.places, *two.places}
    ]
    if not found and len(pairs) == 1 and not any(_held(eye, change.mask, one.hexes) for one in pairs[0]):
        return Scene(hexes, lattice, pair=pairs[0])
    doubtful = [*touched, *(place for place in new if place not in levels)]
    for _ in range(2):  # a tile reaches two places beyond the city
        city = [*built, *doubtful]
        doubtful += [
            place
            for place in stirred
            if share[place] >= LOOSE and place not in city and any(_next(place, other) for other in city)
        ]
    strange = bool(doubtful) or _hexlike(eye, now, change.mask)
    return Scene(hexes, lattice, doubtful=tuple(dict.fromkeys(doubtful)), new=new, strange=strange)


def _next(place: Place, other: Place) -> bool:
    return (place[0] - other[0], place[1] - other[1]) in AROUND


def _laid(
    eye: CityEye,
    now: Sheet,
    lattice: Lattice,
    three: tuple[Place, Place, Place],
    levels: Mapping[Place, int],
    maybe_bare: Sequence[Place],
) -> Tiling | None:
    """The tile on three places, if one lies there: laid as a whole where it fits best, near those places.

    One of its hexes may be poorly seen; a hand on it would show beside it.
    """
    level = max(levels[place] for place in three)
    there = lattice.mm(three)
    middle = there.mean(axis=0)
    arms = there - middle
    arms *= eye.looks.width / np.sqrt(3) / np.hypot(*arms.T)[:, None]
    best = np.zeros(3)
    for steps, reach, swing in ((2, OFF_MM / 2, TURNED / 2), (1, 1.0, TURNED / 4), (1, 0.5, TURNED / 8)):
        grid = np.arange(-steps, steps + 1)
        ways = best + np.array([(x * reach, y * reach, t * swing) for x in grid for y in grid for t in grid])
        places = np.concatenate([middle + way[:2] + _turned(arms, way[2]) for way in ways])
        fits = eye.looks.fits(eye.looks.rings(now, eye.top(now, places, level))).min(axis=1)
        best = ways[int(np.minimum(fits, 2 * KNOWN).reshape(-1, 3).sum(axis=1).argmin())]
    if np.hypot(*best[:2]) > OFF_MM or abs(best[2]) > TURNED:
        return None
    places = middle + best[:2] + _turned(arms, best[2])
    hexes = eye.hexes_at(now, eye.top(now, places, level))
    poor = [one for one in hexes if not one.clear]
    if len(poor) > 1 or any(min(one.fits) > KNOWN or one.alike < POORLY_ALIKE for one in poor):
        return None
    if maybe_bare and any(
        bare and place in maybe_bare for (bare, _), place in zip(eye.bare(now, hexes), three, strict=True)
    ):
        return None
    one, two, three_ = (replace(hex_, x=float(x), y=float(y)) for hex_, (x, y) in zip(hexes, places, strict=True))
    return Tiling(three, (one, two, three_))


def _turned(points: Points, turn: float) -> Points:
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


def _held(eye: CityEye, mask: Floats, tile: tuple[Hex, ...]) -> bool:
    """Whether something besides the tile came that touches it: a hand."""
    width = eye.looks.width
    rest = (mask > 0).astype(np.uint8)
    for one in tile:
        cv2.circle(rest, (round(one.x + APRON_MM), round(one.y + APRON_MM)), round(0.68 * width), (0,), -1)
    rest = np.asarray(cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
    for n in range(1, count):
        if stats[n, cv2.CC_STAT_AREA] < LOOSE * np.sqrt(3) / 2 * width**2:
            continue
        rows, columns = np.nonzero(labels == n)
        for one in tile:
            if np.hypot(columns - one.x - APRON_MM, rows - one.y - APRON_MM).min() < 0.8 * width:
                return True
    return False


def _hexlike(eye: CityEye, now: Sheet, mask: Floats) -> bool:
    """Whether a hex lies anywhere where something changed, off the lattice too."""
    rows, columns = np.nonzero(cv2.blur(mask, (9, 9))[::3, ::3] > 0.5)
    if not len(rows):
        return False
    points = np.column_stack([columns, rows]) * 3.0 - APRON_MM + 0.5
    spec = eye.looks.spec
    inside = (points.min(axis=1) >= 8) & (points[:, 0] <= spec.width_mm - 8) & (points[:, 1] <= spec.height_mm - 8)
    points = points[inside]
    if not len(points):
        return False
    rings = eye.looks.rings(now, points)
    fits = eye.looks.fits(rings).min(axis=1)
    best = points[np.argsort(fits)[:12]]
    return any(one.clear and min(one.fits) < 500 for one in eye.hexes_at(now, best))
