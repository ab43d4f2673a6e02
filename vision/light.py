"""How the table is lit and how sharply it is seen, measured on the white paper and black edges of the markers."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import MARGIN_MM, Image, Points, grey_of
from vision.plane import Surface
from vision.trouble import Trouble

Mask = NDArray[np.bool_]

PAPER = 225.0  # what white paper is brought to
GAINS = (0.4, 4.0)  # beyond these a picture is not brought to light, it is invented
CLIPPED, DARK = 250, 14  # from here a pixel tells only "at least so bright", "at most so dark"
CHANGED = 0.30  # the light has changed when paper is by so much brighter, darker or more coloured than it was
DRIFTED = 0.08  # by so much, what was measured under the old light is better measured anew
BLURRED_MM = 1.6  # an edge spread over more than this is out of focus
_STEP = 0.25


@dataclass(frozen=True)
class Light:
    """White paper as the picture shows it (blue, green, red; 0 to 255), and over how many mm an edge is spread."""

    paper: tuple[float, float, float]
    edge_mm: float

    @property
    def clipped(self) -> bool:
        """Whether the paper is so bright that its colour cannot be told."""
        return max(self.paper) >= CLIPPED

    @property
    def too_dark(self) -> bool:
        return PAPER / max(*self.paper, 1.0) > GAINS[1]

    @property
    def sharp(self) -> bool:
        return self.edge_mm <= BLURRED_MM

    @property
    def gains(self) -> tuple[float, float, float]:
        """By what each colour is multiplied so that paper becomes white."""
        blue, green, red = (float(np.clip(PAPER / max(p, 1.0), *GAINS)) for p in self.paper)
        return blue, green, red

    @property
    def advice(self) -> str:
        """What is amiss with the light, or nothing."""
        if self.clipped:
            return "The light is too bright: the white paper is clipped; dim the lamp or shorten the exposure."
        if self.too_dark:
            return "It is too dark: the white paper looks nearly black; bring more light."
        if not self.sharp:
            return f"The picture is blurred: edges are spread over {self.edge_mm:.1f} mm; focus the camera or wait."
        return ""


def measure(image: Image, surface: Surface) -> Light:
    """The light on a surface that is seen, by the markers it was found by."""
    if not surface.seen:
        raise Trouble(surface.advice)
    papers = [_paper(image, surface, number) for number in surface.markers]
    paper = np.median(np.array(papers), axis=0)
    widths = [w for number in surface.markers if (w := _edge_mm(image, surface, number)) is not None]
    edge = float(np.median(widths)) if widths else float("inf")
    return Light((float(paper[0]), float(paper[1]), float(paper[2])), edge)


def comparable(image: Image, light: Light) -> Image:
    """The picture with its exposure and colour brought to what white paper should be."""
    table = np.clip(np.arange(256)[:, None] * np.array(light.gains), 0, 255).round().astype(np.uint8)
    return cv2.LUT(image, table.reshape(1, 256, 3)).astype(np.uint8, copy=False)


def clipped(image: Image) -> Mask:
    """Where a colour is so bright that it says nothing any more: glare."""
    return np.asarray((image >= CLIPPED).any(axis=-1), bool)


def too_dark(image: Image) -> Mask:
    """Where every colour is so dark that it says nothing any more."""
    return np.asarray((image <= DARK).all(axis=-1), bool)


def change(earlier: Light, now: Light) -> float:
    """By how much paper became brighter, darker or more coloured, in shares of what it was."""
    ratio = np.log(np.maximum(now.paper, 1.0)) - np.log(np.maximum(earlier.paper, 1.0))
    return float(np.expm1(np.abs(ratio).max()))


def drifted(earlier: Light, now: Light) -> bool:
    """Whether what was measured under the earlier light should be measured anew."""
    return change(earlier, now) > DRIFTED


def said(earlier: Light, now: Light) -> str:
    """What to tell the table about the light since an earlier picture; nothing when it is as it was."""
    if now.advice:
        return now.advice
    by = change(earlier, now)
    if by <= CHANGED:
        return ""
    brighter = np.mean(now.paper) / max(float(np.mean(earlier.paper)), 1.0)
    how = "brighter" if brighter > 1.1 else "darker" if brighter < 0.9 else "of another colour"
    return f"The light has changed: white paper is {how} by {100 * by:.0f} %; look again before trusting colours."


def _sample(image: Image, points: Points) -> NDArray[np.float64]:
    at = points.astype(np.float32).reshape(1, -1, 2)
    values = cv2.remap(image, at, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.float64).reshape(len(points), -1)


def _paper(image: Image, surface: Surface, number: int) -> NDArray[np.float64]:
    """The paper about one marker: the median of its margin, all round."""
    corners = surface.spec.marker_corners(number)
    middle = corners.mean(axis=0)
    half = float(np.abs(corners - middle).max())
    ring = half + MARGIN_MM * 0.55
    along = np.linspace(-ring, ring, 25)
    sides = [np.column_stack([along, np.full(25, edge)]) for edge in (-ring, ring)]
    sides += [np.column_stack([np.full(25, edge), along]) for edge in (-ring, ring)]
    return np.asarray(np.median(_sample(image, surface.to_picture(middle + np.concatenate(sides))), axis=0))


def _edge_mm(image: Image, surface: Surface, number: int) -> float | None:
    """Over how many mm the marker's outer edges go from a tenth of white to nine tenths."""
    sighting = next(s for s in surface.sightings if s.number == number)
    steps = np.arange(-3.0, 3.0 + _STEP / 2, _STEP)
    corners = surface.to_mm(sighting.corners)
    grey = grey_of(image)
    widths = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        way = (end - start) / np.linalg.norm(end - start)
        outward = np.array([way[1], -way[0]])
        middles = start + np.linspace(0.2, 0.8, 15)[:, None] * (end - start)
        points = middles[None] + steps[:, None, None] * outward
        values = _sample(grey, surface.to_picture(points.reshape(-1, 2)))
        profile = np.median(values.reshape(len(steps), -1), axis=1)
        black, white = profile[:4].mean(), profile[-4:].mean()
        if white - black < 25:
            continue
        share = np.clip((profile - black) / (white - black), 0, 1)
        low, high = np.flatnonzero(share > 0.1)[0], np.flatnonzero(share > 0.9)[0]
        if low and high > low:
            fine = np.interp([0.1, 0.9], share[low - 1 : high + 1], steps[low - 1 : high + 1])
            widths.append(float(fine[1] - fine[0]))
    return float(np.median(widths)) if widths else None
