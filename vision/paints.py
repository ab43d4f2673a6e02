"""What a pixel of a laid picture may be: the bare board, in light or in shadow, or a piece of a taught colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.printed import Floats

GRAIN = 0.13  # logs: how much the same board differs from picture to picture
DEEPEST = 1.8  # logs: no shadow is darker
TINT = 0.45  # a shadow may be so much warmer or colder, in shares of its depth
STRANGER = -4.5  # logs of likelihood: what nobody taught may have any colour
RARE = 0.0  # logs: pieces cover little of a board
LIT = 5.3  # logs of likelihood: from here on a pixel is the bare board, in the light
SHADOWED = 2.0
SHADES = 0.2  # logs: sides of a piece are so much darker or brighter than what was taught
SPREAD = 0.1
SLACK = 0.06  # shares of its depth: shadows of one picture are so alike
LIKE = 9.0  # squared spreads: what is nearer to a paint may be a piece
FEWEST = 400  # pixels that tell what shadows are like
DIM = 0.02  # of white: light that strays into dark print
_AXES = np.array([[1, 1], [0, -2], [-1, 1]], np.float32) / np.sqrt(np.array([2, 6], np.float32))  # blue, green, red


@dataclass(frozen=True)
class Paint:
    """The colour of a kind of piece, in logs, as a normal distribution."""

    mean: Floats
    white: Floats  # makes it round: distances are squares of (x - mean) @ white
    size: float

    def off(self, colours: Floats) -> Floats:
        """Squared distances, in spreads."""
        return np.asarray(np.square((colours - self.mean) @ self.white).sum(axis=-1), np.float32)

    def likely(self, colours: Floats) -> Floats:
        return np.asarray(-0.5 * self.off(colours) - self.size, np.float32)


def paint_of(samples: Sequence[Floats], shades: float = SHADES) -> Paint:
    """Learnt from the pixels of pieces, a tenth of them left out as edges and stains."""
    colours = np.concatenate(samples).astype(np.float64)
    off = np.abs(colours - np.median(colours, axis=0)).max(axis=1)
    colours = colours[off <= np.percentile(off, 90)]
    spread = np.cov(colours.T) + np.eye(3) * SPREAD**2 + shades**2
    white = np.linalg.cholesky(np.linalg.inv(spread))
    size = 0.5 * float(np.linalg.slogdet(spread)[1]) + RARE
    return Paint(colours.mean(axis=0).astype(np.float32), white.astype(np.float32), size)


@dataclass(frozen=True)
class Shade:
    """What shadows are like in one picture: how deep, and how warm and how green for their depth (from, to)."""

    deepest: float = -DEEPEST
    warm: tuple[float, float] = (-TINT, TINT)
    green: tuple[float, float] = (-0.1, 0.1)


def bare_likely(seen: Floats, low: Floats, high: Floats, bare: Floats, shade: Shade) -> Floats:
    """How well each pixel is the bare board's: as it was (a pixel to any side), or in a shadow."""
    off = np.maximum(np.maximum(low - seen, seen - high), 0.0) * np.sign(seen - bare)
    off /= 1.0 + DIM * np.exp(-bare)  # what is dark is not told so finely
    lit = -0.5 / GRAIN**2 * np.square(off).sum(axis=-1) - 3 * np.log(GRAIN)
    depth = np.clip(off.mean(axis=-1), shade.deepest, 0.0)
    tint = off @ _AXES
    warm = tint[..., 0] - np.clip(tint[..., 0], shade.warm[1] * depth, shade.warm[0] * depth)
    green = tint[..., 1] - np.clip(tint[..., 1], shade.green[1] * depth, shade.green[0] * depth)
    too = off.mean(axis=-1) - depth
    rest = np.square(warm) + np.square(green) + 3 * np.square(too)
    grain = GRAIN - 0.04 * depth
    shadow = -0.5 * rest / grain**2 - 3 * np.log(grain) - SHADOWED + depth
    return np.asarray(np.maximum(lit, shadow), np.float32)


class Palette:
    """All taught colours."""

    def __init__(self, paints: Mapping[str, Paint]) -> None:
        self.names = tuple(paints)
        self.paints = tuple(paints.values())

    def likely(self, seen: Floats, bare: Floats, near: NDArray[np.bool_]) -> Floats:
        """For each pixel logs of likelihood less the bare board's: of each paint, and of something strange.

        Where the board is well seen, or not `near`, the paints are not weighed.
        """
        doubtful = near & (bare < LIT)
        doubtful = cv2.dilate(doubtful.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
        over = np.full((*bare.shape, len(self.paints) + 1), -12.0, np.float32)
        colours = seen[doubtful]
        weighed = [paint.likely(colours) for paint in self.paints]
        weighed.append(np.full(len(colours), STRANGER, np.float32))
        over[doubtful] = np.stack(weighed, axis=-1) - bare[doubtful][:, None]
        return over

    def shade(self, seen: Floats, bare: Floats, near: NDArray[np.bool_]) -> Shade:
        """The shadows of a picture, from all that may be one and looks like no piece: what most of them are like."""
        off = (seen - bare)[near]
        depth = off.mean(axis=-1)
        shares = (off @ _AXES) / np.minimum(depth, -0.01)[:, None]
        may_be = (depth < -0.35) & (depth > -DEEPEST) & (np.abs(shares[:, 0]) < 1.0) & (np.abs(shares[:, 1]) < 0.25)
        colours = seen[near][may_be]
        foreign = np.ones(len(colours), bool)
        for paint in self.paints:
            foreign &= paint.off(colours) > LIKE
        shares, depth = shares[may_be][foreign], depth[may_be][foreign]
        if len(depth) < FEWEST:
            return Shade()
        low, high = np.percentile(shares, (20, 80), axis=0)
        deepest = float(np.percentile(depth, 10)) - 0.2
        warm, green = ((float(low[i]) - SLACK, float(high[i]) + SLACK) for i in (0, 1))
        return Shade(deepest, warm, green)
