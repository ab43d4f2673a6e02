"""Hexes of tiles as they look from above: learnt from teaching pictures, told apart however they are turned.

A hex is sampled on rings about its middle. What the rings hold is described so that turning the hex changes nothing:
each ring's mean colour, how strongly its colours vary once, twice, ... six times round, and how lively whole bands are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import MARGIN_MM, SIDE_MM, Image, Points
from vision.plane import Surface, SurfaceSpec
from vision.satchel import Satchel
from vision.surface import find_surfaces

Floats = NDArray[np.float32]

PX_PER_MM = 2.0
APRON_MM = 12.0  # shown beyond the surface's edges
PAPER = 225.0
RADII = np.linspace(0.08, 0.44, 9)  # of the rings, in widths of a hex from flat to flat
ANGLES = 24
WAVES = 6
BANDS = ((0, 3), (3, 6), (6, 9))
STILL = 2.0  # colours that vary by less than this say nothing
TONES = (8.0, 6.0, 6.0, 0.2)  # how much a kind's mean colour and the log of its contrast differ at least
USUAL = 2.5  # so many of these off is usual
LIKE, UNLIKE = 0.9, 1200.0  # less like its kind's examples than they are alike: so much more for each 1 that is missing
ODD = 60.0  # and more counts so much, squared

_TURNS = np.arange(ANGLES) * 2 * np.pi / ANGLES
_WEIGHT = RADII / RADII.sum() / ANGLES  # a sample on a wider ring stands for more of the hex
_WAVES = np.concatenate(
    [np.ones((ANGLES, 1)), *(f(np.outer(_TURNS, np.arange(1, WAVES + 1))) for f in (np.cos, np.sin))], axis=1
).astype(np.float32) / np.float32(ANGLES)
_RINGS = np.stack([np.outer(RADII, np.cos(_TURNS)), np.outer(RADII, np.sin(_TURNS))], axis=-1)


@dataclass(frozen=True)
class Sheet:
    """A surface seen from straight above, in Lab under an even white light."""

    lab: Floats
    surface: Surface

    def at(self, points_mm: Points) -> Floats:
        """Pixels of the sheet for points of the surface."""
        return ((np.asarray(points_mm) + APRON_MM) * PX_PER_MM - 0.5).astype(np.float32)


def sheet_of(image: Image, surface: Surface) -> Sheet:
    return Sheet(to_lab(_lit(image, surface)), surface)


def to_lab(bgr: Floats) -> Floats:
    unit = np.clip(bgr, 0, 255) * np.float32(1 / 255)
    return np.asarray(cv2.cvtColor(unit.reshape(1, -1, 3), cv2.COLOR_BGR2Lab), np.float32).reshape(bgr.shape)


def _lit(image: Image, surface: Surface) -> Floats:
    """From straight above, with the paper of all markers equally white: light that falls off is evened out."""
    flat = surface.rectify(image, PX_PER_MM, APRON_MM).astype(np.float32)
    numbers = surface.markers
    at = np.array([surface.spec.marker_corners(n).mean(axis=0) for n in numbers])
    paper = np.log(np.array([_paper(image, surface, n) for n in numbers]))
    middle = at.mean(axis=0)
    if len(numbers) >= 3:
        known = np.column_stack([np.ones(len(at)), at - middle])
        slopes = np.linalg.lstsq(known, paper, rcond=None)[0]
    else:
        slopes = np.vstack([paper.mean(axis=0), np.zeros((2, 3))])
    height, width = flat.shape[:2]
    x = (np.arange(width) + 0.5) / PX_PER_MM - APRON_MM - middle[0]
    y = (np.arange(height) + 0.5) / PX_PER_MM - APRON_MM - middle[1]
    across = np.exp(-x[:, None] * slopes[1]).astype(np.float32)
    down = (PAPER * np.exp(-slopes[0] - y[:, None] * slopes[2])).astype(np.float32)
    return np.asarray(flat * across[None] * down[:, None], np.float32)


def _paper(image: Image, surface: Surface, number: int) -> Points:
    """The white paper all round one marker; the median, so that a thing lying on some of it does no harm."""
    middle = surface.spec.marker_corners(number).mean(axis=0)
    ring = SIDE_MM / 2 + MARGIN_MM * 0.55
    along = np.linspace(-ring, ring, 25)
    edge = np.full(25, ring)
    around = np.concatenate(
        [np.column_stack(p) for p in ((along, edge), (along, -edge), (edge, along), (-edge, along))]
    )
    at = surface.to_picture(middle + around).astype(np.float32).reshape(1, -1, 2)
    seen = cv2.remap(image, at, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.maximum(np.median(seen.reshape(-1, 3), axis=0), 4.0), np.float64)


def sampled(sheet: Floats, at: Floats, width_px: float) -> Floats:
    """The rings about some middles (in pixels): middle, ring, angle, colour."""
    count = len(at)
    if not count:
        return np.zeros((0, len(RADII), ANGLES, 3), np.float32)
    points = (at[:, None, None, :] + _RINGS * width_px).astype(np.float32).reshape(-1, ANGLES * len(RADII), 2)
    parts = [
        cv2.remap(sheet, part, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in np.array_split(points, 1 + count // 30000)
    ]
    return np.concatenate(parts).reshape(count, len(RADII), ANGLES, 3).astype(np.float32, copy=False)


def described(rings: Floats) -> Floats:
    """What is the same however a hex is turned."""
    count = len(rings)
    turned = np.ascontiguousarray(rings.transpose(0, 1, 3, 2)).reshape(-1, ANGLES)
    waves = (turned @ _WAVES).reshape(count, len(RADII) * 3, 1 + 2 * WAVES)
    means = waves[:, :, 0]
    sizes = 2 * np.sqrt(waves[:, :, 1 : 1 + WAVES] ** 2 + waves[:, :, 1 + WAVES :] ** 2)
    squares = (turned**2).mean(axis=1).reshape(count, len(RADII), 3)
    rows = means.reshape(count, len(RADII), 3)
    lively = []
    for low, high in BANDS:
        weight = (RADII[low:high] / RADII[low:high].sum()).astype(np.float32)
        mean = np.tensordot(rows[:, low:high], weight, (1, 0))
        spread = np.tensordot(squares[:, low:high], weight, (1, 0)) - mean**2
        lively.append(4 * np.log(np.maximum(spread, 0) + STILL))
    return np.concatenate([means, sizes.reshape(count, -1), *lively], axis=1).astype(np.float32)


def toned(rings: Floats) -> Floats:
    """Mean colour of hexes, and the log of the contrast within them."""
    weight = np.repeat(_WEIGHT, ANGLES).astype(np.float32)
    flat = rings.reshape(len(rings), -1, 3)
    mean = np.tensordot(flat, weight, (1, 0))
    spread = np.maximum(np.tensordot(flat**2, weight, (1, 0)) - mean**2, 0).sum(axis=1)
    return np.column_stack([mean, 0.5 * np.log(spread + STILL)]).astype(np.float32)


def spun(rings: Floats) -> NDArray[np.complex64]:
    """Hexes about their mean colour, brought to one contrast, as waves: to be laid on each other at every turn."""
    mean = np.einsum("nrac,r->nc", rings, _WEIGHT)
    bare = (rings - mean[:, None, None]) * np.sqrt(_WEIGHT)[None, :, None, None].astype(np.float32)
    size = np.sqrt((bare**2).sum(axis=(1, 2, 3), keepdims=True))
    return np.asarray(np.fft.rfft(bare / np.maximum(size, 1e-6), axis=2), np.complex64)


def agreeing(some: NDArray[np.complex64], others: NDArray[np.complex64]) -> Floats:
    """How much each of some hexes is like each of others at the best turn: 1 is the same."""
    count, rings, waves, colours = some.shape
    each = others.conj().transpose(2, 1, 3, 0).reshape(waves, rings * colours, len(others))
    crossed = some.transpose(2, 0, 1, 3).reshape(waves, count, rings * colours) @ each
    return np.asarray(np.fft.irfft(crossed, n=ANGLES, axis=0).max(axis=0), np.float32)


class HexLooks:
    """What the kinds of a set look like. A fit is a squared distance: the smaller, the more alike."""

    SHRINK = 0.15
    LEAST = 0.5  # of a feature's variance

    def __init__(self, satchel: Satchel) -> None:
        layout = satchel.layout
        self.width = float(layout["hex_flat_to_flat_mm"])
        self.thickness = float(layout.get("tile_thickness_mm", 0.0))
        self.spec = spec_of(layout)
        self.kinds = tuple(sorted(layout["kinds"]))
        shown: list[tuple[Floats, list[str]]] = []
        plain: list[Floats] = []
        told: list[str] = []
        for number, entry in enumerate(satchel.entries):
            places, names = _hexes(entry, layout)
            image = satchel.picture(str(entry["file"]))
            surface = find_surfaces(image, [self.spec])[0]
            if places and surface.seen:
                tops = surface.eye.appears(np.array(places, np.float64), self.thickness)
                lit = _lit(image, surface)
                shown.append(_varied(lit, tops, self.width, names, number))
                told += names
                sheet = Sheet(to_lab(lit), surface)
                plain.append(sampled(sheet.lab, sheet.at(tops), self.width * PX_PER_MM))
        features = np.concatenate([f for f, _ in shown])
        self._learn(features, np.array([name for _, more in shown for name in more]))
        self._compare(np.concatenate(plain), np.array(told))

    def _learn(self, features: Floats, names: NDArray[np.str_]) -> None:
        self.kinds = tuple(kind for kind in self.kinds if (names == kind).any())
        means = np.array([features[names == kind].mean(axis=0) for kind in self.kinds])
        apart = np.concatenate([features[names == kind] - mean for kind, mean in zip(self.kinds, means, strict=True)])
        spread = apart.T @ apart / len(apart)
        own = np.diag(spread)
        spread = (1 - self.SHRINK) * spread + self.SHRINK * np.diag(own) + self.LEAST * np.eye(len(own))
        self._whiten = np.linalg.cholesky(np.linalg.inv(spread.astype(np.float64))).astype(np.float32)
        self._means = (means @ self._whiten).astype(np.float32)
        self.size = len(own)

    def _compare(self, rings: Floats, names: NDArray[np.str_]) -> None:
        """The examples themselves, what is usual for their kind, and how much those of one kind are alike."""
        tones = toned(rings)
        own = [tones[names == kind] for kind in self.kinds]
        self._tone = np.array([np.median(t, axis=0) for t in own])
        self._tone_spread = np.array([np.maximum(t.std(axis=0), TONES) for t in own])
        self.least_contrast = 0.5 * float(np.exp(self._tone[:, 3].min()))
        self._examples = spun(rings)
        self._of = names
        alike = agreeing(self._examples, self._examples)
        np.fill_diagonal(alike, -1.0)
        self.alike = np.ones(len(self.kinds))
        for n, kind in enumerate(self.kinds):
            mine = alike[np.ix_(names == kind, names == kind)]
            if len(mine) > 1:
                self.alike[n] = float(np.median(mine.max(axis=1)))

    def rings(self, sheet: Sheet, points_mm: Points) -> Floats:
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        return sampled(sheet.lab, sheet.at(points), self.width * PX_PER_MM)

    def features(self, rings: Floats) -> Floats:
        """What is seen on rings, in measures by which the examples of one kind differ by about one."""
        return np.asarray(described(rings) @ self._whiten, np.float32)

    def fits(self, rings: Floats, seen: Floats | None = None) -> Floats:
        """How far what is seen on rings is from each kind."""
        seen = self.features(rings) if seen is None else seen
        squares = (seen**2).sum(axis=1)[:, None] + (self._means**2).sum(axis=1)[None] - 2 * seen @ self._means.T
        odd = np.abs(toned(rings)[:, None] - self._tone[None]) / self._tone_spread[None] - USUAL
        return np.asarray(squares + ODD * (np.maximum(odd, 0) ** 2).sum(axis=2), np.float32)

    def doubts(self, rings: Floats, alike: Floats | None = None) -> Floats:
        """Fits, with what is unlike the examples of its kind counted against it; slower."""
        lacking = np.maximum(LIKE - (self.likeness(rings) if alike is None else alike), 0)
        return np.asarray(self.fits(rings) + UNLIKE * lacking, np.float32)

    def likeness(self, rings: Floats) -> Floats:
        """How like the likest example of each kind, as a share of how much that kind's examples are alike."""
        alike = agreeing(spun(rings), self._examples)
        best = np.stack([alike[:, self._of == kind].max(axis=1) for kind in self.kinds], axis=1)
        return np.asarray(best / self.alike, np.float32)


def spec_of(layout: Mapping[str, Any], first_marker: int | None = None) -> SurfaceSpec:
    surface = layout["surface"]
    first = int(surface["first_marker"]) if first_marker is None else first_marker
    return SurfaceSpec(str(surface["name"]), first, float(surface["width_mm"]), float(surface["height_mm"]))


def _hexes(entry: Mapping[str, Any], layout: Mapping[str, Any]) -> tuple[list[Any], list[str]]:
    """Where the hexes of a teaching picture lie, and their kinds."""
    places: list[Any] = []
    names: list[str] = []
    for tile in entry.get("tiles", []):
        places += tile["mm"]
        names += list(tile["hexes"])
    if "starting_tile" in entry:
        places += entry["starting_tile"]["mm"]
        names += [one["kind"] for one in layout["starting_tile"]["hexes"]]
    return places, names


def _varied(
    sheet: Floats, points: Points, width_mm: float, names: Sequence[str], seed: int
) -> tuple[Floats, list[str]]:
    """Hexes as they were shown, and as they might look under other light, off their place, blurred or noisy."""
    rng = np.random.default_rng(seed)
    count = len(points)
    found: list[Floats] = []
    for blur, noise in ((0.0, 0.0), (0.5, 5.0), (1.0, 3.0), (1.6, 0.0)):
        image = cv2.GaussianBlur(sheet, (0, 0), blur) if blur else sheet
        if noise:
            image = image + rng.normal(0, noise, image.shape).astype(np.float32)
        for _ in range(3):
            off = points + rng.normal(0, 0.6, points.shape)
            at = ((off + APRON_MM) * PX_PER_MM - 0.5).astype(np.float32)
            rings = sampled(np.asarray(image, np.float32), at, width_mm * PX_PER_MM)
            one, each = (count, 1, 1, 1), (count, 1, 1, 3)
            gain = np.exp(rng.normal(0, 0.10, one) + rng.normal(0, 0.05, each))
            curve = np.exp(rng.normal(0, 0.12, one))
            seen = 255 * np.clip(rings * gain / 255, 0, 1.3) ** curve + rng.uniform(0, 12, one)
            found.append(described(to_lab(seen.astype(np.float32))))
    return np.concatenate(found), list(names) * len(found)
