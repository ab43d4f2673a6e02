"""What stands and lies on the painted table: dice as small cubes, and now and then a hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.painter.view import Floats, Points, View

Face = NDArray[np.uint8]  # a print, square
LAMP = np.array([-0.42, -0.5, 0.76])  # where the light comes from
_SIDES = ((0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0))
_CORNERS = np.array([[x, y, z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)], np.float64)
_BIG = 2  # drawn so many times larger, then made smaller


@dataclass(frozen=True, eq=False)
class Cube:
    """One die: where its foot stands, how it is turned, what it shows on top and around."""

    x: float
    y: float
    yaw: float
    size: float
    top: Face
    around: tuple[Face, Face, Face, Face]
    body: tuple[float, float, float] = (236, 240, 241)
    lean: float = 0.0  # degrees: it leans on something
    lifted: float = 0.0

    def turned(self) -> Points:
        """From the cube's own axes to the table's room."""
        c, s = cos(radians(self.yaw)), sin(radians(self.yaw))
        flat = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        lc, ls = cos(radians(self.lean)), sin(radians(self.lean))
        return np.asarray(flat @ np.array([[lc, 0, ls], [0, 1, 0], [-ls, 0, lc]]))

    @property
    def middle(self) -> Points:
        turned = self.turned()
        low = (_CORNERS * self.size / 2 @ turned.T)[:, 2].min()
        return np.array([self.x, self.y, self.lifted - low])

    def corners(self, share: float = 1.0) -> Points:
        return np.asarray(self.middle + (_CORNERS * share * self.size / 2) @ self.turned().T)


def fallen_from(points: Points) -> Points:
    """Where the shadows of points lie on the table."""
    return np.asarray(points - LAMP * (points[:, 2:] / LAMP[2]))


def shadow_of(view: View, cubes: list[Cube], depth: float = 0.5) -> Floats:
    """How much light reaches each pixel past the dice."""
    width, height = view.size
    lit = np.ones((height, width), np.float32)
    for cube in cubes:
        corners = cube.corners(0.94)
        fallen = fallen_from(corners)
        low, high = _window(view, view.pixels(np.vstack([corners, fallen])), 12)
        if (high - low).min() < 2:
            continue
        shade = np.ones((high[1] - low[1], high[0] - low[0]), np.float32)
        for points, dark in ((fallen, depth), (corners * [1, 1, 0], 0.35)):
            one = np.ones_like(shade)
            hull = cv2.convexHull((view.pixels(points) - low).astype(np.float32))
            cv2.fillConvexPoly(one, np.round(hull * 16).astype(np.int32), (1 - dark,), cv2.LINE_AA, 4)
            shade *= cv2.GaussianBlur(one, (0, 0), 2.6 if dark == depth else 1.4)
        lit[low[1] : high[1], low[0] : high[0]] *= shade
    return lit


def paint_cubes(picture: Floats, view: View, cubes: list[Cube]) -> None:
    """Each die over what lies behind it, the farthest first."""
    for cube in sorted(cubes, key=lambda one: -view.depth(one.middle)):
        _paint_cube(picture, view, cube)


def _paint_cube(picture: Floats, view: View, cube: Cube) -> None:
    seen = view.pixels(cube.corners())
    low, high = _window(view, seen, 3)
    if (high - low).min() < 2:
        return
    size = ((high - low) * _BIG).tolist()
    colour = np.zeros((size[1], size[0], 3), np.float32)
    cover = np.zeros((size[1], size[0]), np.float32)
    rounded = cv2.convexHull(view.pixels(cube.corners(0.965)).astype(np.float32))
    points = np.round(((rounded - low) + 0.5) * _BIG * 16).astype(np.int32)
    cv2.fillConvexPoly(cover, points, (1.0,), cv2.LINE_AA, 4)
    colour[:] = np.array(cube.body) * 0.8
    turned = cube.turned()
    eye = view.place * [1, 1, -1]
    for print_, normal in (
        *zip(cube.around, _SIDES, strict=True),
        (cube.top, (0, 0, 1)),
    ):
        way = turned @ np.array(normal, np.float64)
        middle = cube.middle + way * cube.size / 2
        if float(way @ (eye - middle)) <= 0:
            continue
        quad = _quad(cube, np.array(normal, np.float64), turned)
        at = ((view.pixels(quad) - low) + 0.5) * _BIG - 0.5
        side = print_.shape[0]
        ends = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(ends, at.astype(np.float32))
        flags = cv2.INTER_AREA if side > 90 else cv2.INTER_LINEAR
        laid = cv2.warpPerspective(print_, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(_rounded(side), matrix, size, flags=cv2.INTER_LINEAR)[..., None]
        lamp = 0.5 + 0.5 * max(0.0, float(way @ LAMP)) / LAMP[2]
        colour = colour * (1 - mask) + laid.astype(np.float32) * lamp * mask
        cover = np.maximum(cover, mask[..., 0] * 0.999)
    small = cv2.resize(colour * cover[..., None], tuple((high - low).tolist()), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(cover, tuple((high - low).tolist()), interpolation=cv2.INTER_AREA)[..., None]
    patch = picture[low[1] : high[1], low[0] : high[0]]
    picture[low[1] : high[1], low[0] : high[0]] = patch * (1 - alpha) + small


def _quad(cube: Cube, normal: Points, turned: Points) -> Points:
    """A side's corners, clockwise as seen from outside, the print's top first; on top, up is away from the reader."""
    if normal[2] > 0.5:
        right, down = np.array([1.0, 0, 0]), np.array([0, 1.0, 0])
    else:
        down = np.array([0, 0, -1.0])
        right = np.array([normal[1], -normal[0], 0.0])
    corners = [normal + sx * right + sy * down for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.asarray(cube.middle + (np.array(corners) * cube.size / 2) @ turned.T)


def _rounded(side: int) -> Floats:
    """The part of a side that is flat: its corners are rounded off."""
    mask = np.zeros((side, side), np.float32)
    r = round(side * 0.13)
    inset = round(side * 0.015)
    cv2.rectangle(mask, (inset + r, inset), (side - 1 - inset - r, side - 1 - inset), (1.0,), -1)
    cv2.rectangle(mask, (inset, inset + r), (side - 1 - inset, side - 1 - inset - r), (1.0,), -1)
    for x in (inset + r, side - 1 - inset - r):
        for y in (inset + r, side - 1 - inset - r):
            cv2.circle(mask, (x, y), r, (1.0,), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.0), np.float32)


def _window(view: View, seen: Points, more: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    low = np.maximum(np.floor(seen.min(axis=0)).astype(np.int64) - more, 0)
    high = np.minimum(np.ceil(seen.max(axis=0)).astype(np.int64) + more + 1, np.array(view.size))
    return low, np.maximum(high, low)


# ---- a hand
@dataclass(frozen=True)
class Hand:
    """A hand that reaches over the table from its lower edge; (x, y) is the tip of its fingers."""

    x: float
    y: float
    turn: float = 0.0  # degrees: where the arm comes from, off straight below
    skin: tuple[float, float, float] = (122, 156, 205)
    sleeve: tuple[float, float, float] = (96, 70, 52)

    def mirrored(self) -> Hand:
        return replace(self, turn=-self.turn)


def hand_reach(view: View, hand: Hand) -> Points:
    """Pixels between which a hand and its shadow lie, down to the table's lower edge."""
    c, s = cos(radians(hand.turn)), sin(radians(hand.turn))
    corners = np.array([(-75, -15), (75, -15), (75, 720), (-75, 720)]) @ np.array([[c, -s], [s, c]]).T
    flat = corners + np.array([hand.x, hand.y])
    return np.vstack([view.pixels(np.column_stack([flat, np.full(4, high)])) for high in (0.0, 60.0)])


def paint_hand(picture: Floats, view: View, hand: Hand) -> None:
    """A hand 60 mm above the table: fingers, its back, a sleeve; darker towards its edges."""
    c, s = cos(radians(hand.turn)), sin(radians(hand.turn))
    turn = np.array([[c, -s], [s, c]])

    def at(points: list[tuple[float, float]], high: float = 55.0) -> NDArray[np.int32]:
        flat = np.array(points) @ turn.T + [hand.x, hand.y]
        seen = view.pixels(np.column_stack([flat, np.full(len(flat), high)]))
        return np.asarray(np.round(seen * 16), np.int32)

    scale = view.focal / abs(view.place[2])
    shade = np.ones(picture.shape[:2], np.float32)
    body = [(-42, 48), (-30, 34), (34, 32), (44, 60), (34, 120), (40, 700), (-44, 700), (-34, 120)]
    cv2.fillPoly(shade, [at([(x - 18, y + 22) for x, y in body], 0.0)], (0.45,), cv2.LINE_AA, 4)
    picture *= cv2.GaussianBlur(shade, (0, 0), 9 * scale)[..., None]
    skin = np.zeros(picture.shape[:2], np.float32)
    cv2.fillPoly(skin, [at([(-38, 62), (-30, 36), (32, 34), (40, 66), (30, 128), (-30, 128)])], (1.0,), cv2.LINE_AA, 4)
    for x, tip, wide in ((-26, 12, 15), (-9, 0, 16), (9, 2, 16), (26, 14, 14)):
        ends = at([(x * 0.9, tip + wide / 2), (x, 60)])
        cv2.line(
            skin, tuple(map(int, ends[0])), tuple(map(int, ends[1])), (1.0,), round(wide * scale * 1.06), cv2.LINE_AA, 4
        )
    sleeve = np.zeros_like(skin)
    cv2.fillPoly(sleeve, [at([(-42, 116), (42, 116), (52, 700), (-54, 700)], 60.0)], (1.0,), cv2.LINE_AA, 4)
    for cover, colour in ((skin, hand.skin), (sleeve, hand.sleeve)):
        round_ = 0.62 + 0.38 * cv2.GaussianBlur(cover, (0, 0), 7 * scale)
        picture *= 1 - cover[..., None]
        picture += (cover * round_)[..., None] * np.array(colour, np.float32)
