"""Houses and palaces: blocks of a taught colour, lying anywhere. How many there are of each, and where each stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Points
from vision.masonry import HOUSE, PALACE, Body, Mask, filled
from vision.pose import Eye

CRUMB = 0.30  # of a house's outline: a patch that is smaller is no house
SPLIT_MM = 2.0  # patches of a colour so near each other are one
SINGLE = (0.72, 1.30)  # of a kind's usual size: what fits no other kind is taken for one by its size
TURNS = 12  # ways a block may be turned, of half a turn
PLAINER = 0.04  # by so much an account with one block more must fit better
MOST = 3  # blocks that touch
FITS = 0.72  # what is a block covers so much of its outline, and no more
CLEARER = 0.05  # by so much the best account of a patch must fit better than the next


@dataclass(frozen=True)
class Block:
    """One house or palace; where it stands in mm. `sure` is whether its kind is."""

    kind: str
    colour: str
    x: float
    y: float
    turn: float
    sure: bool


@dataclass(frozen=True)
class Patch:
    """A connected patch of one colour, and the blocks that account for it; none if nothing does."""

    colour: str
    mask: Mask
    blocks: tuple[Block, ...]
    sure: bool


class BlockFinder:
    """Knows houses and palaces, and how much of their outlines is usually seen in their colour."""

    def __init__(self, bodies: Mapping[str, Body], px: float, shares: Mapping[str, float] | None = None) -> None:
        self.bodies = {kind: bodies[kind] for kind in (HOUSE, PALACE)}
        self.px = px
        self.shares = dict(shares or {HOUSE: 1.0, PALACE: 1.0})

    def patches(self, colour: str, mask: Mask, eye: Eye) -> Iterator[Patch]:
        """The patches of a colour that are as large as a house at least."""
        reach = max(1, round(SPLIT_MM / 2 * self.px))
        joined = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((reach + 1, reach + 1), np.uint8))
        count, names, stats, middles = cv2.connectedComponentsWithStats(joined, connectivity=8)
        for i in range(1, count):
            x, y = ((middles[i] + 0.5) / self.px).tolist()
            house = self._size(HOUSE, x, y, eye)
            area = float(stats[i, cv2.CC_STAT_AREA])
            if area < CRUMB * house:
                continue
            left, top, width, height = (int(v) for v in stats[i, :4])
            box = slice(top, top + height), slice(left, left + width)
            own = np.zeros(mask.shape, bool)
            own[box] = names[box] == i
            yield self._account(colour, own, (left, top, width, height), area, eye)

    def _size(self, kind: str, x: float, y: float, eye: Eye) -> float:
        """How many pixels of its colour one of a kind shows there."""
        outline = self.bodies[kind].outline(eye, x, y, 20.0).astype(np.float32)
        return float(cv2.contourArea(outline)) * self.px**2 * self.shares[kind]

    def _account(self, colour: str, own: Mask, box: tuple[int, int, int, int], area: float, eye: Eye) -> Patch:
        left, top, width, height = box
        rows, columns = np.nonzero(own[top : top + height, left : left + width])
        middle = (float(columns.mean()) + left + 0.5) / self.px, (float(rows.mean()) + top + 0.5) / self.px
        house, palace = (self._size(kind, *middle, eye) for kind in (HOUSE, PALACE))
        alone = SINGLE[0] * house < area < min(SINGLE[1] * house, SINGLE[0] * palace)
        if alone and _round_about(own[top : top + height, left : left + width]):
            x, y = eye.stands(np.array(middle), self.bodies[HOUSE].height * 0.5)
            return Patch(colour, own, (Block(HOUSE, colour, float(x), float(y), 0.0, True),), True)
        accounts = self._accounts(own, box, area, (house, palace), eye)
        found = sorted(
            ((fit - PLAINER * len(kinds), kinds, at) for fit, kinds, at in accounts), key=lambda one: -one[0]
        )
        if not found:
            return Patch(colour, own, (), False)
        best, kinds, at = found[0]
        others = [fit for fit, other, _ in found[1:] if other != kinds]
        sure = best + PLAINER * len(kinds) >= FITS and (not others or best - max(others) >= CLEARER)
        blocks = tuple(Block(k, colour, *place, sure) for k, place in zip(kinds, at, strict=True))
        return Patch(colour, own, blocks, sure)

    def _accounts(
        self, own: Mask, box: tuple[int, int, int, int], area: float, sizes: tuple[float, float], eye: Eye
    ) -> Iterator[tuple[float, tuple[str, ...], tuple[tuple[float, float, float], ...]]]:
        """Sets of blocks that may account for a patch: how well (shared area over joint area), their kinds, places."""
        house, palace = sizes
        pad = 6
        left, top, width, height = box
        rows = slice(max(top - pad, 0), min(top + height + pad, own.shape[0]))
        columns = slice(max(left - pad, 0), min(left + width + pad, own.shape[1]))
        crop = own[rows, columns].astype(np.float32)
        corner = np.array([columns.start, rows.start])
        middle = (corner + np.array(crop.shape[::-1]) / 2) / self.px
        stamps = {kind: self._stamps(kind, middle, eye) for kind in (HOUSE, PALACE)}
        for count in range(1, MOST + 1):
            for kinds in combinations_with_replacement((PALACE, HOUSE), count):
                wanted = sum(house if kind == HOUSE else palace for kind in kinds)
                if not 0.6 * wanted < area < 1.5 * wanted:
                    continue
                yield self._greedy(crop, corner, kinds, stamps)

    def _stamps(self, kind: str, middle: Points, eye: Eye) -> list[tuple[float, Mask, Points]]:
        """The outlines of a block for each way it may be turned: turn, mask, and where its foot's middle is in it."""
        body = self.bodies[kind]
        stamps = []
        for i in range(TURNS):
            turn = 180.0 * i / TURNS
            outline = body.outline(eye, float(middle[0]), float(middle[1]), turn)
            low = np.floor(outline.min(axis=0) * self.px).astype(int) - 1
            size = np.ceil(outline.max(axis=0) * self.px).astype(int) + 1 - low
            size += 1 - size % 2  # odd, so that it has a middle pixel
            mask = filled((int(size[1]), int(size[0])), outline - low / self.px, self.px)
            foot = np.asarray(middle) * self.px - 0.5 - low - (size - 1) / 2
            stamps.append((turn, mask, foot))
        return stamps

    def _greedy(
        self,
        crop: NDArray[np.float32],
        corner: NDArray[np.int_],
        kinds: Sequence[str],
        stamps: Mapping[str, Sequence[tuple[float, Mask, Points]]],
    ) -> tuple[float, tuple[str, ...], tuple[tuple[float, float, float], ...]]:
        """Blocks put on one after the other, each where it covers most that is not yet covered and least beside."""
        left = crop.copy()
        covered = np.zeros(crop.shape, bool)
        places = []
        for kind in kinds:
            best = (-np.inf, (0, 0), 0.0, np.zeros((1, 1), bool), np.zeros(2))
            worth = np.where(crop > 0, np.where(left > 0, 1.0, -1.5), -1.0).astype(np.float32)
            for turn, mask, foot in stamps[kind]:
                gain = cv2.filter2D(worth, cv2.CV_32F, mask.astype(np.float32), borderType=cv2.BORDER_CONSTANT)
                _, value, _, at = cv2.minMaxLoc(gain)
                if value > best[0]:
                    best = (value, (int(at[0]), int(at[1])), turn, mask, foot)
            _, (x, y), turn, mask, foot = best
            stamp = _put(crop.shape, mask, x, y)
            covered |= stamp
            left[stamp] = 0.0
            foot_at = (corner + np.array([x, y]) + foot + 0.5) / self.px
            places.append((float(foot_at[0]), float(foot_at[1]), turn))
        own = crop > 0
        fit = float((own & covered).sum() / max((own | covered).sum(), 1))
        return fit, tuple(kinds), tuple(places)


def _put(shape: tuple[int, ...], mask: Mask, x: int, y: int) -> Mask:
    """A stamp with its middle pixel on (x, y)."""
    out = np.zeros(shape, bool)
    high, wide = mask.shape
    top, left = y - high // 2, x - wide // 2
    rows = slice(max(top, 0), min(top + high, shape[0]))
    columns = slice(max(left, 0), min(left + wide, shape[1]))
    out[rows, columns] = mask[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    return out


def _round_about(patch: Mask) -> bool:
    """Whether a patch is as compact as one block is."""
    contours, _ = cv2.findContours(patch.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outer = max(contours, key=cv2.contourArea)
    hull = cv2.convexHull(outer)
    (_, (a, b), _) = cv2.minAreaRect(outer)
    return bool(cv2.contourArea(outer) > 0.8 * cv2.contourArea(hull) and max(a, b) < 1.9 * max(min(a, b), 1.0))
