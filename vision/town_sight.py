"""A town board straightened, laid onto its empty picture, and freed of the colour and slope of its light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Image, Points
from vision.plane import Surface
from vision.town_plan import TownPlan

Field = NDArray[np.float32]
Mask = NDArray[np.bool_]

SCALE = 2.0  # pixels of the straightened picture in a millimetre
BORDER = 6.0  # mm that are looked at around the surface
DARK = 0.012  # of full light: below it differences of brightness mean nothing
_REACH = 5.0  # mm by which a board may be off its markers
_BLOCK = 3  # squares: a patch of the board that is looked for as a whole
_HOLDS = 0.3  # so alike is a patch that is found

_LIGHT = np.log(np.power(np.arange(256) / 255.0, 2.2) + DARK).astype(np.float32)


@dataclass(frozen=True)
class Sight:
    """The logarithm of the light at every pixel (blue, green, red). `fit` leads from the plan's mm to those where the
    board really lies on the surface; `surface` from there to the picture."""

    log: Field
    surface: Surface
    fit: Points
    alike: float  # how well the board was found, 0 to 1


def log_light(image: Image) -> Field:
    soft = cv2.GaussianBlur(image, (3, 3), 0.7)
    return np.asarray(_LIGHT[soft], np.float32)


def pixel(point: Points | tuple[float, float]) -> Points:
    """Where a point of the plan lies in the straightened picture."""
    return (np.asarray(point, np.float64) + BORDER) * SCALE - 0.5


def straighten(image: Image, surface: Surface, fit: Points | None = None) -> Field:
    """The board as the plan has it, in logarithms; `fit` says how it lies beside its markers."""
    flat = surface.rectify(image, SCALE, BORDER)
    log = log_light(flat)
    if fit is None:
        return log
    to_mm = np.array([[1 / SCALE, 0, 0.5 / SCALE - BORDER], [0, 1 / SCALE, 0.5 / SCALE - BORDER], [0, 0, 1]])
    matrix = np.linalg.inv(to_mm) @ fit @ to_mm
    size = (log.shape[1], log.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(log, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)


def sight(image: Image, surface: Surface, plan: TownPlan, empty: Field | None = None) -> Sight:
    """A picture as the plan has it; laid onto the empty board, if that is known."""
    log = straighten(image, surface)
    if empty is None:
        return Sight(log, surface, np.eye(3), 1.0)
    fit, alike = _laid(log, empty, plan)
    return Sight(straighten(image, surface, fit), surface, fit, alike)


def _slopes(log: Field) -> tuple[Field, Field]:
    grey = cv2.GaussianBlur(log.mean(axis=2), (0, 0), 0.8)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.125)
    return np.clip(across, -0.1, 0.1), np.clip(down, -0.1, 0.1)


def _laid(log: Field, empty: Field, plan: TownPlan) -> tuple[Points, float]:
    """How the board lies: patches of the empty board are found again, and one plane laid through most of them."""
    reach = round(_REACH * SCALE)
    now, before = _slopes(log), _slopes(empty)
    total = np.zeros((2 * reach + 1, 2 * reach + 1))
    maps: list[tuple[Points, NDArray[np.float64]]] = []
    step = plan.pitch * _BLOCK
    for row in np.arange(0, plan.spec.height_mm - step / 2, step):
        for column in np.arange(0, plan.spec.width_mm - step / 2, step):
            left, top = np.maximum(pixel((column, row)).round().astype(int), reach)
            right = min(int(pixel((column + step, 0))[0]), log.shape[1] - reach)
            bottom = min(int(pixel((0, row + step))[1]), log.shape[0] - reach)
            score = np.zeros_like(total)
            for here, there in zip(now, before, strict=True):
                patch = there[top:bottom, left:right]
                window = here[top - reach : bottom + reach, left - reach : right + reach]
                found = cv2.matchTemplate(window, patch, cv2.TM_CCORR_NORMED)
                score += np.nan_to_num(found) / 2
            middle = np.array([(left + right - 1) / 2, (top + bottom - 1) / 2])
            maps.append((middle, score))
            total += np.maximum(score, 0)
    summed = total / len(maps)
    shift = _peak(summed)
    alike = float(summed.max())
    there_px, here_px, sure = [], [], []
    for middle, score in maps:
        near = _around(score, shift)
        if near is not None and near[1] > max(_HOLDS, 0.6 * alike):
            there_px.append(middle)
            here_px.append(middle + near[0] - reach)
            sure.append(near[1])
    moved = np.eye(3)
    moved[:2, 2] = (shift - reach) / SCALE
    if len(sure) < 6:
        return moved, alike
    there_mm = (np.array(there_px) + 0.5) / SCALE - BORDER
    here_mm = (np.array(here_px) + 0.5) / SCALE - BORDER
    matrix = np.asarray(cv2.findHomography(there_mm, here_mm, cv2.LMEDS)[0], np.float64)
    if len(sure) < 12:
        plain, _ = cv2.estimateAffine2D(there_mm, here_mm, method=cv2.LMEDS)
        matrix = np.vstack([np.asarray(plain, np.float64), [0, 0, 1]])
    corners = plan.spec.outline
    off = cv2.perspectiveTransform(corners[None], matrix)[0] - corners
    if not np.abs(off).max() <= _REACH + 2:  # not found, or found nonsense
        return moved, alike
    return np.asarray(matrix, np.float64), alike


def _peak(score: NDArray[np.float64]) -> Points:
    """Where a map is highest, between its pixels."""
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    return np.array([column, row], np.float64) + _between(score, int(row), int(column))


def _between(score: NDArray[np.float64], row: int, column: int) -> Points:
    parts = []
    for before, at, after in (
        (score[row, max(column - 1, 0)], score[row, column], score[row, min(column + 1, score.shape[1] - 1)]),
        (score[max(row - 1, 0), column], score[row, column], score[min(row + 1, score.shape[0] - 1), column]),
    ):
        bend = before - 2 * at + after
        parts.append(0.0 if bend >= 0 else float(np.clip((before - after) / (2 * bend), -0.5, 0.5)))
    return np.array(parts)


def _around(score: NDArray[np.float64], shift: Points) -> tuple[Points, float] | None:
    """The peak within two millimetres of the common shift."""
    reach = round(2 * SCALE)
    column, row = shift.round().astype(int)
    top, left = max(row - reach, 0), max(column - reach, 0)
    part = score[top : row + reach + 1, left : column + reach + 1]
    if not part.size:
        return None
    r, c = np.unravel_index(int(part.argmax()), part.shape)
    if r in (0, part.shape[0] - 1) or c in (0, part.shape[1] - 1):
        return None
    return np.array([c + left, r + top]) + _between(part, int(r), int(c)), float(part[r, c])


def light_between(now: Field, empty: Field, plan: TownPlan, trusted: Mask | None = None) -> Field:
    """By how much the light on the board differs from that of its empty picture (logarithms, smooth over the board).

    `trusted` are the pixels that show the bare board; without them, those that agree with most others count.
    """
    ratio = cv2.resize(now - empty, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    height, width = ratio.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    x, y = (x.ravel() / width - 0.5) * 2, (y.ravel() / height - 0.5) * 2
    terms = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])
    values = ratio.reshape(-1, 3)
    weight = np.ones(len(values))
    if trusted is not None:
        part = cv2.resize(trusted.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA)
        weight = (part.ravel() > 0.95).astype(np.float64)
    given = weight.copy()
    spread = 0.5
    solved = np.zeros((6, 3))
    for turn in range(12):
        some = terms[:, :1] if turn < 3 else terms[:, :3] if turn < 6 else terms
        count = some.shape[1]
        scaled = some * weight[:, None]
        solved[:] = 0
        solved[:count] = np.linalg.solve(some.T @ scaled + 1e-6 * np.eye(count), scaled.T @ values)
        off = np.abs(values - terms @ solved).max(axis=1)
        weight = given / (1 + (off / spread) ** 2) ** 2
        spread = max(0.08, spread * 0.75)
    whole_y, whole_x = np.mgrid[0 : now.shape[0], 0 : now.shape[1]].astype(np.float32)
    wx = ((whole_x + 0.5) / 8 - 0.5) / width * 2 - 1
    wy = ((whole_y + 0.5) / 8 - 0.5) / height * 2 - 1
    basis = (np.ones_like(wx), wx, wy, wx * wx, wx * wy, wy * wy)
    return np.stack([sum(b * np.float32(s) for b, s in zip(basis, solved[:, c], strict=True)) for c in range(3)], 2)
