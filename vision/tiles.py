"""Loose tiles of three hexes, lying anyhow on a surface: found by the look of their hexes, and what may hide more."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.hexes import APRON_MM, PX_PER_MM, Floats, HexLooks, Sheet
from vision.markers import Points

STEP_MM = 2.0  # between the points that are looked at
KNOWN = 700.0  # a hex that fits worse is not recognised
TURNS = 24  # ways in which a tile is laid on the map, over a third of a turn
APART = 0.8  # hexes nearer than this (in widths) are one and the same
TOUCHING = 0.93  # tiles whose hexes come nearer than this lie on each other
ALIKE = 0.55  # a hex is so like its kind's examples as these are like each other, or it is not clear
LONE_KNOWN, LONE_ALIKE, LONE_LEAD = 400.0, 0.7, 60.0  # what one that stands for a tile by itself must keep to
NESTED, IN_ROW = 1.5, 0.4  # widths: tiles of a row lie at least so far from each other, at most so far off the row
COVERED, HIDES = 0.5, 0.4  # of a hex's disc: then a tile may lie there unseen, or the rest of one that is seen
STRANGE = 12.0  # colours that differ less from the bare table are the bare table
SAMPLES = 400  # places by which the table is known
BARE = 0.8  # what is not so much nearer to a kind of hex than to a tenth of all places is the bare table
MOST = 120  # poses of tiles that are looked at closely
INSIDE = 0.3  # of a hex: so far its middle lies on the surface


_PULLED = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


@dataclass(frozen=True)
class Hex:
    """One hex as seen: where, how far from each kind, how like the examples of the best."""

    x: float
    y: float
    fits: tuple[float, ...]
    alike: float

    @property
    def clear(self) -> bool:
        return min(self.fits) <= KNOWN and self.alike >= ALIKE


@dataclass(frozen=True)
class Tile:
    """A tile: its hexes clockwise, or those that can be seen; whether another or a hand lies over it or on it."""

    hexes: tuple[Hex, ...]
    x: float
    disturbed: bool = False

    @property
    def whole(self) -> bool:
        return len(self.hexes) == 3

    @property
    def clear(self) -> bool:
        return self.whole and not self.disturbed and all(one.clear for one in self.hexes)


@dataclass(frozen=True)
class Found:
    """Tiles from left to right, and where a whole tile might lie unseen."""

    tiles: tuple[Tile, ...]
    hidden: tuple[float, ...] = ()  # x of places


class TileFinder:
    """Finds tiles by looks that have been learnt."""

    def __init__(self, looks: HexLooks) -> None:
        self.looks = looks
        self.radius = looks.width / np.sqrt(3)

    def find(self, sheet: Sheet) -> Found:
        fits = self._map(sheet)
        tiles = [self._settled(sheet, *pose) for pose in self._chosen(sheet, fits)]
        lone = self._leftovers(sheet, fits, tiles)
        foreign = self._foreign(sheet, [one for tile in (*tiles, *lone) for one in tile.hexes])
        tiles = self._disturbed(foreign, tiles, lone)
        hidden = self._hidden(foreign, (*tiles, *lone))
        return Found(tuple(sorted((*tiles, *lone), key=lambda tile: tile.x)), tuple(sorted(hidden)))

    # ---- tiles that lie clear
    def _grid(self) -> tuple[Points, tuple[int, int]]:
        spec = self.looks.spec
        x, y = np.arange(0, spec.width_mm + 0.1, STEP_MM), np.arange(0, spec.height_mm + 0.1, STEP_MM)
        return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), (len(y), len(x))

    def _map(self, sheet: Sheet) -> Floats:
        """How far each point is from the middle of any kind of hex."""
        points, shape = self._grid()
        edge = INSIDE * self.looks.width
        inside = (points.min(axis=1) >= edge) & (points <= (points.max(axis=0) - edge)).all(axis=1)
        best = np.full(len(points), 9 * KNOWN, np.float32)
        at = np.flatnonzero(inside)
        features = np.zeros((len(points), self.looks.size), np.float32)
        for some in np.array_split(at, 8):
            rings = self.looks.rings(sheet, points[some])
            features[some] = self.looks.features(rings)
            best[some] = self.looks.fits(rings, features[some]).min(axis=1)
        some = at[best[at] <= KNOWN]
        best[some] = np.where(
            best[some] < BARE * common(features[some], features[at[:: max(1, len(at) // SAMPLES)]]),
            best[some],
            9 * KNOWN,
        )
        return best.reshape(shape)

    def _corners(self, turn: float) -> Points:
        """From the point where its hexes meet to their middles, clockwise as seen from above."""
        angles = turn + np.arange(3) * 2 * np.pi / 3
        return np.asarray(np.stack([np.cos(angles), np.sin(angles)], axis=1) * self.radius)

    def _chosen(self, sheet: Sheet, fits: Floats) -> list[tuple[float, float, float]]:
        """The set of tiles, none on another, that explains most."""
        shape = fits.shape
        poor = np.minimum(fits, KNOWN + 1)
        poses: list[tuple[float, float, float]] = []
        gains: list[float] = []
        for n in range(TURNS):
            turn = n * 2 * np.pi / 3 / TURNS
            gain = np.zeros(shape, np.float32)
            for x, y in self._corners(turn) / STEP_MM:
                shift = np.array([[1, 0, x], [0, 1, y]])
                moved = cv2.warpAffine(poor, shift, shape[::-1], flags=_PULLED, borderValue=(9 * KNOWN,))
                gain += np.where(moved <= KNOWN, KNOWN - moved, -9 * KNOWN)
            top = (gain > 0) & (gain == cv2.dilate(gain, np.ones((5, 5), np.uint8)))
            for row, column in np.argwhere(top):
                poses.append((float(column) * STEP_MM, float(row) * STEP_MM, turn))
                gains.append(float(gain[row, column]))
        order = np.argsort(gains)[::-1]
        kept: list[int] = []
        for n in order:  # of poses that are nearly the same the best
            if all(not self._same(poses[n], poses[k]) for k in kept):
                kept.append(int(n))
            if len(kept) == MOST:
                break
        if not kept:
            return []
        places = [np.array(poses[n][:2]) + self._corners(poses[n][2]) for n in kept]
        rings = self.looks.rings(sheet, np.concatenate(places))
        hexes = KNOWN - self.looks.doubts(rings).min(axis=1).reshape(-1, 3)
        worth = [float(h.sum()) if h.min() > 0 else 0.0 for h in hexes]
        good = [n for n in np.argsort(worth)[::-1] if worth[n] > 0]
        clash = [[self._nearest(places[a], places[b]) < APART * self.looks.width for b in good] for a in good]
        return [poses[kept[good[n]]] for n in _best_set([worth[n] for n in good], clash)]

    def _same(self, a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
        places = np.array(a[:2]) + self._corners(a[2])
        others = np.array(b[:2]) + self._corners(b[2])
        near = np.hypot(*(places[:, None] - others[None]).transpose(2, 0, 1)).min(axis=1)
        return bool(near.max() < 0.3 * self.looks.width)

    @staticmethod
    def _nearest(a: Points, b: Points) -> float:
        return float(np.hypot(*(a[:, None] - b[None]).transpose(2, 0, 1)).min())

    def _settled(self, sheet: Sheet, x: float, y: float, turn: float) -> Tile:
        """The tile laid exactly, and read."""
        for reach, swing in ((1.2, 0.05), (0.6, 0.025)):
            ways = [
                (x + dx * reach, y + dy * reach, turn + dt * swing)
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
                for dt in (-1, 0, 1)
            ]
            places = np.concatenate([np.array(way[:2]) + self._corners(way[2]) for way in ways])
            fits = self.looks.fits(self.looks.rings(sheet, places)).min(axis=1).reshape(-1, 3).sum(axis=1)
            x, y, turn = ways[int(fits.argmin())]
        hexes = self._read(sheet, np.array([x, y]) + self._corners(turn))
        return Tile(hexes, float(np.mean([one.x for one in hexes])))

    def _read(self, sheet: Sheet, places: Points) -> tuple[Hex, ...]:
        rings = self.looks.rings(sheet, places)
        alike = self.looks.likeness(rings)
        fits = self.looks.doubts(rings, alike)
        return tuple(
            Hex(float(place[0]), float(place[1]), tuple(map(float, fit)), float(like[int(fit.argmin())]))
            for place, fit, like in zip(places, fits, alike, strict=True)
        )

    # ---- what is left
    def _leftovers(self, sheet: Sheet, fits: Floats, tiles: list[Tile]) -> list[Tile]:
        """Single hexes that belong to no tile: of tiles that are partly covered."""
        width = self.looks.width
        middles = [(one.x, one.y) for tile in tiles for one in tile.hexes]
        top = (fits < KNOWN) & (fits == cv2.erode(fits, np.ones((5, 5), np.uint8)))
        found: list[Hex] = []
        for row, column in sorted(np.argwhere(top).tolist(), key=lambda at: float(fits[at[0], at[1]])):
            place = np.array([column * STEP_MM, row * STEP_MM])
            taken = [*middles, *((one.x, one.y) for one in found)]
            if taken and np.hypot(*(np.array(taken) - place).T).min() < APART * width:
                continue
            around = place + np.array([(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)])
            best = min(self._read(sheet, around), key=lambda one: min(one.fits))
            first, second = sorted(best.fits)[:2]
            if first <= LONE_KNOWN and best.alike >= LONE_ALIKE and second - first >= LONE_LEAD:
                found.append(best)
        groups: list[list[Hex]] = []
        for one in found:
            for group in groups:
                gaps = [abs(float(np.hypot(one.x - o.x, one.y - o.y)) / width - 1) for o in group]
                if len(group) < 2 and max(gaps) < 0.12:
                    group.append(one)
                    break
            else:
                groups.append([one])
        return [Tile(tuple(g), float(np.mean([o.x for o in g])), disturbed=True) for g in groups]

    def _disturbed(self, foreign: Floats, tiles: list[Tile], lone: list[Tile]) -> list[Tile]:
        """Tiles that lie on each other, or on one of which only some hexes can be seen."""
        width = self.looks.width
        places = [np.array([(one.x, one.y) for one in tile.hexes]) for tile in tiles]
        told = []
        for n, tile in enumerate(tiles):
            near = any(self._nearest(places[n], places[k]) < TOUCHING * width for k in range(len(tiles)) if k != n)
            for part in lone:
                unseen = self._rest(foreign, part)
                near = near or bool(len(unseen) and self._nearest(places[n], unseen) < APART * width)
            told.append(replace(tile, disturbed=near))
        return told

    def _rest(self, foreign: Floats, part: Tile) -> Points:
        """Where the hexes may lie that cannot be seen of a tile: under what is foreign, or else all about."""
        seen = np.array([(one.x, one.y) for one in part.hexes])
        if len(seen) == 2:
            middle, across = seen.mean(axis=0), seen[1] - seen[0]
            off = np.array([-across[1], across[0]]) * np.sqrt(3) / 2
            ways = np.array([[middle + off], [middle - off]])
        else:
            angles = np.arange(12) * np.pi / 6
            about = seen[0] + self.looks.width * np.stack([np.cos(angles), np.sin(angles)], axis=1)
            ways = np.array([[about[n], about[(n + 2) % 12]] for n in range(12)])
        cover = self._at(foreign, ways.reshape(-1, 2)).reshape(ways.shape[:2]).min(axis=1)
        if cover.max() >= HIDES:
            return np.asarray(ways[int(cover.argmax())])
        return np.asarray(ways.reshape(-1, 2))

    # ---- what may hide a tile
    def _foreign(self, sheet: Sheet, hexes: list[Hex]) -> Floats:
        """How much of a hex's disc about each point is neither bare table nor a hex that was found."""
        points, shape = self._grid()
        side = round(STEP_MM * PX_PER_MM)
        apron = round(APRON_MM * PX_PER_MM) - side // 2
        inner = sheet.lab[apron : apron + shape[0] * side, apron : apron + shape[1] * side]
        colours = cv2.resize(inner, shape[::-1], interpolation=cv2.INTER_AREA).reshape(-1, 3)
        free = np.ones(len(points), bool)
        for one in hexes:
            free &= np.hypot(points[:, 0] - one.x, points[:, 1] - one.y) > 0.6 * self.looks.width
        if free.sum() < 20:
            return np.zeros(shape, np.float32)
        bare = np.median(colours[free], axis=0)
        off = np.sqrt(((colours - bare) ** 2).sum(axis=1))
        usual = 1.48 * float(np.median(off[free]))
        strange = (free & (off > max(STRANGE, 4 * usual))).astype(np.float32).reshape(shape)
        reach = round(0.5 * self.looks.width / STEP_MM)
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)).astype(np.float32)
        return np.asarray(cv2.filter2D(strange, -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT), np.float32)

    def _hidden(self, foreign: Floats, tiles: tuple[Tile, ...]) -> list[float]:
        """Where a whole tile of the row could lie under what is foreign, besides those of which something is seen."""
        known: list[tuple[float, float]] = []
        for tile in tiles:
            hexes = [(one.x, one.y) for one in tile.hexes]
            if not tile.whole:
                hexes += [(float(x), float(y)) for x, y in self._rest(foreign, tile)]
            known.append(_middle(hexes))
        row = float(np.median([y for _, y in known])) if known else self.looks.spec.height_mm / 2
        found: list[float] = []
        while len(found) < 8:
            spot = self._cover(foreign, known, row)
            if spot is None:
                break
            found.append(spot[0])
            known.append(spot)
        return found

    def _at(self, foreign: Floats, places: Points) -> Floats:
        rows = np.rint(places[:, 1] / STEP_MM).astype(int)
        columns = np.rint(places[:, 0] / STEP_MM).astype(int)
        inside = (rows >= 0) & (columns >= 0) & (rows < foreign.shape[0]) & (columns < foreign.shape[1])
        rows, columns = np.clip(rows, 0, foreign.shape[0] - 1), np.clip(columns, 0, foreign.shape[1] - 1)
        return np.where(inside, foreign[rows, columns], 0).astype(np.float32)

    def _cover(self, foreign: Floats, known: list[tuple[float, float]], row: float) -> tuple[float, float] | None:
        """The middle of the best hidden tile, if there may be one."""
        points, shape = self._grid()
        width = self.looks.width
        room = np.abs(points[:, 1] - row) <= IN_ROW * width
        for x, y in known:
            room &= np.hypot(points[:, 0] - x, points[:, 1] - y) >= NESTED * width
        best = np.zeros(shape, np.float32)
        for n in range(TURNS // 2):
            least = np.ones(shape, np.float32)
            for x, y in self._corners(n * 4 * np.pi / 3 / TURNS) / STEP_MM:
                shift = np.array([[1, 0, x], [0, 1, y]])
                least = np.minimum(least, cv2.warpAffine(foreign, shift, shape[::-1], flags=_PULLED))
            best = np.maximum(best, least)
        cover = np.where(room, best.reshape(-1), 0)
        at = int(cover.argmax())
        return (float(points[at, 0]), float(points[at, 1])) if cover[at] >= COVERED else None


def common(features: Floats, places: Floats, share: float = 0.1) -> Floats:
    """How far what is seen is from the nearest share of many places: what is near to so many is the table."""
    squares = (features**2).sum(axis=1)[:, None] + (places**2).sum(axis=1)[None] - 2 * features @ places.T
    nearest = max(1, int(share * len(places)))
    return np.asarray(np.partition(squares, nearest, axis=1)[:, nearest], np.float32)


def _middle(places: list[tuple[float, float]]) -> tuple[float, float]:
    x, y = np.mean(np.array(places), axis=0)
    return float(x), float(y)


def _best_set(worth: list[float], clash: list[list[bool]]) -> list[int]:
    """Of things with a worth, some of which exclude each other, the ones that are worth most together."""
    best: tuple[float, list[int]] = (0.0, [])
    rest = np.cumsum(worth[::-1])[::-1] if worth else np.zeros(0)

    def go(n: int, got: float, taken: list[int]) -> None:
        nonlocal best
        if got > best[0]:
            best = (got, taken)
        if n == len(worth) or got + rest[n] <= best[0]:
            return
        if not any(clash[n][k] for k in taken):
            go(n + 1, got + worth[n], [*taken, n])
        go(n + 1, got, taken)

    go(0, 0.0, [])
    return best[1]
