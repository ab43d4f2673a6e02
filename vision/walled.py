"""A town of Masons as one picture shows it: walls on lines, towers at points, houses and palaces in spaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blocks import Block, Patch
from vision.markers import Image
from vision.masonry import HOUSE, TOWER, WALL, Ground, Mask, filled
from vision.plane import Surface
from vision.printed import Floats, Sheet
from vision.satchel import Satchel
from vision.surface import find_surfaces
from vision.walled_lessons import COLOURS, PX, Lessons, learn

SURE = 0.97  # from this chance on a wall or tower is there, or is not
COLOUR_SURE = 0.93
PLAIN = 6.0  # logs: a pixel of a tower says no more against a colour
WORTH = 5.0  # independent looks that a tower's pixels are worth
ACROSS_MM = 5.0  # a block's middle so near a line lies across it
NEVER, ODD = -1.0, 1.0  # logs: the bare board is unlikely, and something else likelier
CRUMB_MM2 = 12.0  # strange spots that count
GAP_MM, BROAD_MM = 8.0, 28.0  # what is so broad, gaps closed, is no piece but a hand or the like
FINGER_MM, BESIDE_MM = 14.0, 4.0  # so far it reaches, and so far beside it nothing is taken as seen
COVERED = 0.12  # share of a line or point that something strange may cover
AROUND_MM, STILL = 12.0, 0.4  # around, so much of the print must still be seen
CHANGED = 0.30  # logs: a pixel has changed since an earlier picture
ALIKE = 0.05  # share of a place that may have changed while it stays what it was


@dataclass(frozen=True)
class Sight:
    """What one picture shows. `doubts` are places that are not to be taken as read; with `advice` nothing is read."""

    advice: str = ""
    sheet: Sheet | None = None
    walls: Mapping[str, float] = field(default_factory=dict)
    towers: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # "" is none
    blocks: Mapping[str, tuple[Block, ...]] = field(default_factory=dict)
    doubts: frozenset[str] = frozenset()
    spaces: tuple[str, ...] = ()  # all there are
    covered: frozenset[str] = frozenset()  # of the doubts, where something strange lies over the place
    half_off: frozenset[str] = frozenset()  # of these, where a block lies across a line

    def standing(self) -> list[str]:
        return [line for line, chance in self.walls.items() if chance > 0.5]

    def tower(self, point: str) -> str:
        chances = self.towers[point]
        return max(chances, key=chances.__getitem__)

    def held(self, space: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The colours of the houses and of the palaces in a space."""
        here = self.blocks.get(space, ())
        houses = sorted(b.colour for b in here if b.kind == HOUSE)
        return tuple(houses), tuple(sorted(b.colour for b in here if b.kind != HOUSE))


class WalledReader:
    """Has learnt one style: its board, its pieces, their paints."""

    def __init__(self, satchel: Satchel) -> None:
        self.lessons: Lessons = learn(satchel)
        self.ground: Ground = self.lessons.ground
        self.places = (*self.ground.points, *self.ground.lines, *self.ground.spaces)
        shape = self.lessons.paper.shape
        self._space = np.zeros(shape, np.int32)
        for i, corners in enumerate(self.ground.triangles.values()):
            middle = corners.mean(axis=0)
            self._space[filled(shape, middle + (corners - middle) * 0.86, PX)] = i + 1
        self._size = np.bincount(self._space.ravel(), minlength=len(self.ground.spaces) + 1)

    def find(self, image: Image, known: Surface | None = None) -> Surface:
        del known
        return find_surfaces(image, [self.lessons.spec])[0]

    def read(self, image: Image, surface: Surface | None = None) -> Sight:
        surface = self.find(image) if surface is None else surface
        if not surface.seen:
            return Sight(surface.advice)
        sheet = self.lessons.paper.lay(image, surface)
        if sheet is None or not sheet.clear:
            return Sight("Too much lies over the board, or it is another one: clear it and look again.", sheet)
        return self._read(sheet)

    def _read(self, sheet: Sheet) -> Sight:
        lessons = self.lessons
        bare, over = lessons.weighed(sheet)
        lines, points = lessons.upright(sheet, over)
        walls = lessons.wall_chances(lines)
        there = lessons.tower_chances(points)
        towers = {p: self._tower(p, chance, sheet, over) for p, chance in there.items()}
        patches = [p for c in COLOURS for p in lessons.blocks.patches(c, lessons.painted(over, c), sheet.eye)]
        doubts = {line for line, chance in walls.items() if not (chance >= SURE or chance <= 1 - SURE)}
        doubts |= {p for p, chance in there.items() if not (chance >= SURE or chance <= 1 - SURE)}
        doubts |= {p for p, t in towers.items() if t.get("", 0.0) < 0.5 and max(t.values()) < COLOUR_SURE}
        blocks: dict[str, list[Block]] = {}
        half_off: set[str] = set()
        for patch in patches:
            doubts |= self._laid(patch, blocks, half_off)
        strange = self._strange(sheet, bare, over, walls, towers, patches)
        covered = self._under(strange) | half_off
        walls = {line: float(np.nan_to_num(chance, nan=0.0)) for line, chance in walls.items()}
        held = {space: tuple(here) for space, here in blocks.items()}
        names = tuple(self.ground.spaces)
        return Sight(
            "", sheet, walls, towers, held, frozenset(doubts | covered), names, frozenset(covered), frozenset(half_off)
        )

    # ---- pieces
    def _tower(self, point: str, there: float, sheet: Sheet, over: Floats) -> dict[str, float]:
        """The chances of no tower and of each colour."""
        there = 0.5 if np.isnan(there) else there
        x, y = self.ground.points[point]
        mask, box = self.lessons.outlined(TOWER, sheet.eye, x, y)
        colours = self.lessons.tower_colours
        own = over[box][mask][:, list(colours.values())]
        weights = np.maximum(own - own.max(axis=1, keepdims=True), -PLAIN).mean(axis=0) * WORTH
        weights = np.exp(weights - weights.max())
        weights = there * weights / weights.sum()
        return {"": 1.0 - there, **{c: float(w) for c, w in zip(colours, weights, strict=True)}}

    def _laid(self, patch: Patch, blocks: dict[str, list[Block]], half_off: set[str]) -> set[str]:
        """The blocks of a patch put into their spaces; the places that this leaves in doubt."""
        doubts: set[str] = set()
        for block in patch.blocks:
            space, inside, line = self.ground.space_at(block.x, block.y)
            if inside < -ACROSS_MM:
                continue  # beside the board
            blocks.setdefault(space, []).append(block)
            if inside < ACROSS_MM:
                half_off |= {line, *self.ground.beside[line]}
            if not patch.sure:
                doubts.add(space)
        if not patch.blocks:
            over = np.unique(self._space[patch.mask])
            names = list(self.ground.spaces)
            doubts |= {names[i - 1] for i in over if i}
        return doubts

    # ---- what should not be there
    def _strange(
        self,
        sheet: Sheet,
        bare: Floats,
        over: Floats,
        walls: Mapping[str, float],
        towers: Mapping[str, Mapping[str, float]],
        patches: list[Patch],
    ) -> Mask:
        """Where something lies that no piece accounts for."""
        shape = self.lessons.paper.shape
        explained = np.zeros(shape, bool)
        for line, chance in walls.items():
            if chance > 0.5:
                (x, y), turn = self.lessons.lying(line)
                self._stamp(explained, WALL, sheet, (x, y, turn), 2.2)
        for point, chances in towers.items():
            if chances[""] < 0.5:
                self._stamp(explained, TOWER, sheet, (*self.ground.points[point], 0.0), 2.2)
        for patch in patches:
            for block in patch.blocks:
                self._stamp(explained, block.kind, sheet, (block.x, block.y, block.turn), 1.0)
            if patch.blocks:
                explained |= cv2.dilate(patch.mask.astype(np.uint8), np.ones((9, 9), np.uint8)).astype(bool)
        best = over.max(axis=-1)
        odd = self.lessons.near & (best > ODD) & (bare < NEVER) & ~explained
        strange = _spots(odd, CRUMB_MM2)
        strange |= self._hand(best, self._gone(sheet, explained), patches)
        return strange

    def _hand(self, best: Floats, gone: Mask, patches: list[Patch]) -> Mask:
        """What lies there so broadly that no piece can be it, with all that hangs on it."""
        solid = self.lessons.near & ((best > 0) | gone)
        for patch in patches:
            if patch.sure:
                solid &= ~cv2.dilate(patch.mask.astype(np.uint8), np.ones((7, 7), np.uint8)).astype(bool)
        height, width = solid.shape
        small = cv2.resize(solid.astype(np.uint8), (width // 2, height // 2), interpolation=cv2.INTER_NEAREST)
        closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, _disc(GAP_MM * PX / 2))
        core = cv2.morphologyEx(closed, cv2.MORPH_OPEN, _disc(BROAD_MM * PX / 2))
        hand = np.minimum(closed, cv2.dilate(core, _disc(FINGER_MM * PX))).astype(np.uint8)
        whole, _ = cv2.findContours(hand, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        hulls = [cv2.convexHull(c) for c in whole if cv2.contourArea(c) > (BROAD_MM * PX / 2) ** 2 / 2]
        hand[:] = 0
        cv2.drawContours(hand, hulls, -1, (1,), cv2.FILLED)
        wider = cv2.dilate(hand, _disc(BESIDE_MM * PX))
        return np.asarray(cv2.resize(wider, (width, height), interpolation=cv2.INTER_NEAREST), bool)

    def _gone(self, sheet: Sheet, explained: Mask) -> Mask:
        """Where, around, the print that no piece covers is not to be seen; shadows leave it there."""
        height, width = self.lessons.paper.shape
        size = width // 2, height // 2
        seen, bare = (
            cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in (sheet.seen, self.lessons.paper.bare)
        )
        free = cv2.resize((~explained & self.lessons.near).astype(np.float32), size, interpolation=cv2.INTER_AREA)
        both, own = np.zeros(size[::-1], np.float32), np.zeros(size[::-1], np.float32)
        for dx, dy in ((1, 0), (0, 1)):
            now, before = cv2.Sobel(seen, cv2.CV_32F, dx, dy), cv2.Sobel(bare, cv2.CV_32F, dx, dy)
            both += (now * before).sum(axis=-1)
            own += np.square(before).sum(axis=-1)
        around = (round(AROUND_MM * PX / 2) | 1,) * 2
        there = cv2.boxFilter(own * (free > 0.9), -1, around)
        still = cv2.boxFilter(both * (free > 0.9), -1, around)
        enough = there > 0.2 * float(np.median(there[free > 0.5])) if (free > 0.5).any() else there > 0
        gone = enough & (still < STILL * there)
        return np.asarray(cv2.resize(gone.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST), bool)

    def _stamp(self, explained: Mask, kind: str, sheet: Sheet, lying: tuple[float, float, float], grow: float) -> None:
        x, y, turn = lying
        mask, box = self.lessons.outlined(kind, sheet.eye, x, y, turn, grow)
        explained[box] |= mask

    def _under(self, strange: Mask) -> set[str]:
        """The places over which something strange lies."""
        if not strange.any():
            return set()
        places = {name for name, share in self._shares(strange).items() if share > COVERED}
        counts = np.bincount(self._space[strange], minlength=len(self.ground.spaces) + 1)
        return places | {s for i, s in enumerate(self.ground.spaces) if counts[i + 1] > CRUMB_MM2 * PX**2}

    def _shares(self, mask: Mask) -> dict[str, float]:
        """How much of each line and point a mask covers."""
        found: dict[str, float] = {}
        for grid, names in ((self.lessons.line_grid, self.ground.lines), (self.lessons.point_grid, self.ground.points)):
            at = np.round(grid.at * PX - 0.5).astype(int)
            rows = np.clip(at[..., 1], 0, mask.shape[0] - 1)
            columns = np.clip(at[..., 0], 0, mask.shape[1] - 1)
            inside = mask[rows, columns] & grid.within
            shares = inside.sum(axis=(1, 2)) / grid.within.sum()
            found.update(zip(names, shares.tolist(), strict=True))
        return found

    def shares(self, mask: Mask) -> dict[str, float]:
        """How much of each place a mask covers."""
        found = self._shares(mask)
        count = len(self.ground.spaces) + 1
        inside = np.bincount(self._space[mask], minlength=count) / np.maximum(self._size, 1)
        return found | dict(zip(self.ground.spaces, inside[1:].tolist(), strict=True))


def _disc(diameter: float) -> NDArray[np.uint8]:
    size = max(1, round(diameter)) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _spots(mask: NDArray[np.bool_], least_mm2: float) -> Mask:
    """The connected spots of a mask that are large enough, hair lines left out."""
    thick = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, names, stats, _ = cv2.connectedComponentsWithStats(thick, connectivity=8)
    large = np.zeros(count, bool)
    large[1:] = stats[1:, cv2.CC_STAT_AREA] >= least_mm2 * PX**2
    return np.asarray(large[names])
