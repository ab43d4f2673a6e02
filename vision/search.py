"""Known faces looked for coarsely: at every place where something is printed, at every turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray import APRON_MM, Floats, Mask, Tray

TURNS = 36  # every ten degrees
WINDOW = 17  # millimetres, and pixels, across what is compared: a disc in a face
LEAST = 0.045  # of a place worth a look: less is plain ground
PATTERNS = 64  # patterns that all faces at all turns are mixed from
MORE = 0.1  # how much more alike a face may be for explaining less, as a logarithm
PLAIN = 0.6  # a disc with less in it than this is plain ground or a soft shadow: it is like nothing


@dataclass(frozen=True)
class Guess:
    """What might lie in a place: which of the faces looked for, its turn, and how alike it is (-1 to 1)."""

    face: int
    turn: float
    likeness: float


@dataclass(frozen=True)
class Hit:
    """A place where a face was found, and the faces that it might be, the most alike first."""

    x: float
    y: float
    guesses: tuple[Guess, ...]

    @property
    def likeness(self) -> float:
        return self.guesses[0].likeness


@dataclass(frozen=True)
class Spot:
    """A place where much is printed, or where a body ends: its middle, and how much (0 to 1)."""

    x: float
    y: float
    much: float


@dataclass(frozen=True)
class Stencils:
    """Faces at every turn, one pixel a millimetre."""

    patches: Sequence[Floats]
    size: float

    @cached_property
    def disc(self) -> Floats:
        """What of the window counts: a disc just inside the face."""
        steps = np.arange(WINDOW) - WINDOW // 2
        away = np.hypot(steps[:, None], steps[None, :])
        return np.clip(0.48 * self.size - away + 0.5, 0, 1).astype(np.float32).reshape(-1)

    @cached_property
    def columns(self) -> Floats:
        """Each face at each turn: nothing outside the disc, no mean in any colour, length one."""
        disc = self.disc[:, None]
        made = []
        for patch in self.patches:
            for k in range(TURNS):
                turned = _turned(patch, self.size, k * 360 / TURNS).reshape(-1, 3)
                bare = (turned - (turned * disc).sum(axis=0) / disc.sum()) * disc
                made.append((bare / (np.linalg.norm(bare) + 1e-6)).reshape(-1))
        return np.stack(made, axis=1)

    @cached_property
    def basis(self) -> tuple[Floats, Floats]:
        """The few patterns that the columns are nearly made of, and each column as a mixture of them."""
        patterns, strengths, mixtures = np.linalg.svd(self.columns, full_matrices=False)
        few = min(PATTERNS, len(strengths))
        made = strengths[:few, None] * mixtures[:few]
        return np.ascontiguousarray(patterns[:, :few]), np.ascontiguousarray(made)


def _turned(patch: Floats, size: float, turn: float) -> Floats:
    """A face drawn `size` mm wide in the middle of the window."""
    scale = size * 3 / patch.shape[0]
    centre = ((patch.shape[1] - 1) / 2, (patch.shape[0] - 1) / 2)
    matrix = cv2.getRotationMatrix2D(centre, -turn, scale)
    matrix[:, 2] = matrix[:, 2] + (WINDOW * 3 - 1) / 2 - np.array(centre)
    even = cv2.GaussianBlur(patch, (0, 0), 0.5 / scale * 1.5)
    large = cv2.warpAffine(even, matrix, (WINDOW * 3, WINDOW * 3), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, (WINDOW, WINDOW), interpolation=cv2.INTER_AREA), np.float32)


def density(tray: Tray, size: float) -> Floats:
    """How much there is to see within a face's size around each place, a pixel a millimetre."""
    across = round(0.9 * size) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)).astype(np.float32)
    rows, columns = tray.coarse.shape[:2]
    detail = cv2.resize(tray.detail, (columns, rows), interpolation=cv2.INTER_AREA)
    raw = cv2.filter2D(detail, cv2.CV_32F, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE)
    edge = round(APRON_MM - 6)
    found = np.asarray(raw - np.median(raw), np.float32)
    found[:edge], found[-edge:], found[:, :edge], found[:, -edge:] = 0, 0, 0, 0
    return found


def spots(tray: Tray, size: float, most: int, apart: float = 0.5) -> list[Spot]:
    """Where there is the most to see within a face's size, the most first; `apart` is in sizes."""
    left = density(tray, size)
    found: list[Spot] = []
    while len(found) < most:
        _, value, _, (column, row) = cv2.minMaxLoc(left)
        if value < LEAST:
            break
        found.append(Spot(column + 0.5 - APRON_MM, row + 0.5 - APRON_MM, float(value)))
        cv2.circle(left, (column, row), round(apart * size), (0.0,), -1)
    return found


def places(tray: Tray, size: float) -> Mask:
    """Where the middle of a face can be, a pixel a millimetre: much is printed around it, within a face's size."""
    much = density(tray, size)
    return np.asarray(much > max(LEAST, 0.2 * float(much.max())), np.bool_)


def around(tray: Tray, at: Sequence[Spot], reach: int) -> Mask:
    """The squares of that reach around spots, a pixel a millimetre."""
    height, width = tray.coarse.shape[:2]
    wanted = np.zeros((height, width), np.bool_)
    for spot in at:
        row, column = round(spot.y + APRON_MM - 0.5), round(spot.x + APRON_MM - 0.5)
        wanted[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = True
    return wanted


def look_for(tray: Tray, stencils: Stencils, where: Mask, least: float) -> list[Hit]:
    """The best face in each place that looks like one at all, the best first; no two in the same place."""
    rows, columns = np.nonzero(where)
    if not len(rows):
        return []
    likeness, energy = _likeness(tray.coarse, rows, columns, stencils)
    best = likeness.argmax(axis=1)
    value = likeness[np.arange(len(rows)), best]
    hits: list[Hit] = []
    # A face of which only a part is there (one pip of two) is as alike as the whole: what explains more goes first.
    for i in np.argsort(-(value + MORE * np.log(energy + PLAIN))):
        if value[i] < least:
            continue
        near = (np.abs(rows - rows[i]) <= 1) & (np.abs(columns - columns[i]) <= 1)
        x, y = columns[i] + 0.5 - APRON_MM, rows[i] + 0.5 - APRON_MM
        if all((x - hit.x) ** 2 + (y - hit.y) ** 2 > (0.5 * stencils.size) ** 2 for hit in hits):
            hits.append(Hit(float(x), float(y), _guesses(likeness[near].max(axis=0))))
    return hits


def each_face(tray: Tray, stencils: Stencils, where: Mask) -> list[Hit]:
    """Every face, at the place and the turn at which it is most alike to what lies there."""
    rows, columns = np.nonzero(where)
    if not len(rows):
        return []
    likeness, _ = _likeness(tray.coarse, rows, columns, stencils)
    hits = []
    for face in range(len(stencils.patches)):
        own = likeness[:, face * TURNS : (face + 1) * TURNS]
        place, turn = np.unravel_index(int(own.argmax()), own.shape)
        x, y = columns[place] + 0.5 - APRON_MM, rows[place] + 0.5 - APRON_MM
        guess = Guess(face, int(turn) * 360 / TURNS, float(own[place, turn]))
        hits.append(Hit(float(x), float(y), (guess,)))
    return hits


def _guesses(likeness: Floats) -> tuple[Guess, ...]:
    """Each face at its best turn, the most alike first."""
    by_face = likeness.reshape(-1, TURNS)
    turns, best = by_face.argmax(axis=1), by_face.max(axis=1)
    return tuple(Guess(int(f), int(turns[f]) * 360 / TURNS, float(best[f])) for f in np.argsort(-best))


def _likeness(
    coarse: Floats, rows: NDArray[np.int64], columns: NDArray[np.int64], stencils: Stencils
) -> tuple[Floats, Floats]:
    """For each place (row) how alike each face at each turn (column) is to what lies there, and how much lies there."""
    reach = WINDOW // 2
    padded = cv2.copyMakeBorder(coarse, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (WINDOW, WINDOW), axis=(0, 1))
    patch = windows[rows, columns].transpose(0, 2, 3, 1).reshape(len(rows), -1)  # each place's pixels, colour by colour
    disc = stencils.disc
    counts = np.repeat(disc, 3)
    mean = patch @ (counts[:, None] * np.tile(np.eye(3, dtype=np.float32), (len(disc), 1))) / disc.sum()
    energy = (patch * patch) @ counts - (mean**2).sum(axis=1) * disc.sum()
    patterns, mixtures = stencils.basis
    raw = (patch @ patterns) @ mixtures
    energy = np.maximum(energy, 0)
    return np.asarray(raw / np.sqrt(energy + PLAIN)[:, None], np.float32), np.asarray(energy, np.float32)
