"""Several looks at one picture, at several sizes, and what they agree on: spots that may be dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.finder import FACES, Peak, peaks_at
from vision.pips import VALUES, agreed, ask_reader, looks_at

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

_SMALLEST_SHOWN = 112  # longer side of the smallest look, in pixels
_LARGEST_SHOWN = 1000  # and of the largest
_STEP = 1.5  # between the sizes of the first looks
_BEST_FACES = (21.0, 17.0, 26.0)  # widths at which the dice are looked at again
_SURE_HEAT = 0.3  # of a peak that has a say in how large dice are
_QUICK_TURNS = (10.0, 130.0, 250.0)  # of the quick looks that tell whether a value can be read
_MOST_QUICK = 16  # peaks of one size that are looked at so
_REACH = 0.62  # of a face's width: peaks nearer to each other are the same die


@dataclass(frozen=True)
class Spot:
    """A place where looks found a top face."""

    x: float
    y: float
    heat: float  # mean over all looks; a look that saw nothing counts as 0
    said: Floats  # what the looks agree on: values 1 to 6, then "not clear"
    edges: Floats
    looks: int  # how many looks saw it

    @property
    def face(self) -> float:
        """The face's width in pixels."""
        return 2 * float(np.sqrt(abs(np.linalg.det(self.edges))))


def first_scales(picture: Pixels) -> list[float]:
    """The sizes at which a picture is first looked through, as scales."""
    longer = max(picture.shape[:2])
    most = min(_LARGEST_SHOWN, 1.5 * longer)
    shown, scales = float(_SMALLEST_SHOWN), []
    while shown <= most * 1.01:
        scales.append(shown / longer)
        shown *= _STEP
    return scales or [most / longer]


def _readable(picture: Pixels, peaks: Sequence[Peak]) -> Floats:
    """How well a quick look reads a value at each of some peaks: 0 to 1."""
    crops = [
        looks_at(picture, np.array([peak.x, peak.y]), peak.edges, widths=(1.1,), turns=_QUICK_TURNS) for peak in peaks
    ]
    said = ask_reader([crop for looks in crops for crop in looks]).reshape(len(peaks), len(_QUICK_TURNS), VALUES + 1)
    return np.asarray([agreed(looks)[:VALUES].max() for looks in said], np.float64)


def die_size(picture: Pixels) -> float | None:
    """How wide most top faces are in a picture, in its pixels; None when no look sees any.

    A pip looks like a small round die that shows nothing, so those sizes count at which values can be read.
    """
    peaks: list[Peak] = []
    for scale in first_scales(picture):
        fitting = [peak for peak in peaks_at(picture, scale) if FACES[0] <= peak.face * scale <= FACES[1]]
        peaks += [peak for peak in fitting[:_MOST_QUICK] if peak.heat >= _SURE_HEAT]
    if not peaks:
        return None
    sizes = np.log([peak.face for peak in peaks])
    weights = np.array([peak.heat for peak in peaks]) * (_readable(picture, peaks) ** 2 + 1e-4)
    crowd = (np.exp(-((np.subtract.outer(sizes, sizes) / 0.25) ** 2)) * weights[None, :]).sum(1)
    near = np.abs(sizes - sizes[int(crowd.argmax())]) < 0.35
    return float(np.exp((sizes[near] * weights[near]).sum() / weights[near].sum()))


def _merge(looks: Sequence[Sequence[Peak]]) -> list[Spot]:
    """Peaks of several looks that lie on one face become one spot."""
    flat = sorted(((peak, n) for n, look in enumerate(looks) for peak in look), key=lambda pair: -pair[0].heat)
    groups: list[dict[int, Peak]] = []
    for peak, look in flat:
        for group in groups:
            head = next(iter(group.values()))
            if np.hypot(head.x - peak.x, head.y - peak.y) < _REACH * max(head.face, peak.face):
                group.setdefault(look, peak)
                break
        else:
            groups.append({look: peak})
    return [_spot(list(group.values()), len(looks)) for group in groups]


def _spot(peaks: list[Peak], looks: int) -> Spot:
    heats = np.array([peak.heat for peak in peaks])
    share = heats / heats.sum()
    said = np.exp((np.log(np.array([np.clip(peak.said, 1e-4, 1) for peak in peaks])) * share[:, None]).sum(0))
    best = max(peaks, key=lambda peak: peak.heat)
    size = float(np.exp((np.log([peak.face for peak in peaks]) * share).sum()))
    x, y = (float((np.array([getattr(peak, axis) for peak in peaks]) * share).sum()) for axis in "xy")
    return Spot(x, y, float(heats.sum()) / looks, said, best.edges * (size / best.face), len(peaks))


def spots(picture: Pixels, face: float) -> list[Spot]:
    """What several looks at a picture whose dice are about `face` pixels wide agree on, hottest first."""
    longer = max(picture.shape[:2])
    looks = []
    for shown in _BEST_FACES:
        scale = min(shown / face, 2.5, 1.5 * _LARGEST_SHOWN / longer)
        looks.append(peaks_at(picture, scale))
        if shown == _BEST_FACES[0]:
            looks.append(peaks_at(picture, scale, mirrored=True))
    return sorted(_merge(looks), key=lambda spot: -spot.heat)
