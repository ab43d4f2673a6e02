"""Which of the markers seen belong together, and how the surface lies that they mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.lens import Lens
from vision.markers import Image, Points, Sighting
from vision.plane import CORNER_NAMES, LeftOut, Surface, SurfaceSpec, carry, inverse

LIMIT_MM = 2.0  # a marker off by more than this does not fit the others
LIMIT_OF_THREE_MM = 1.5  # three fit more easily than four, so they must fit better
SAME_PLACE_MM = 6.0  # two ways to lay the surface differ if a corner of it moves by more than this
CLEARLY = 1.6  # the best three must fit this much better than any other way
NEEDED = 3
COPIES = 3  # of one marker seen many times, so many copies are tried


@dataclass(frozen=True)
class Fit:
    """One way to lay the surface: by these sightings, off by so many mm at each of them."""

    sightings: tuple[Sighting, ...]
    matrix: Points
    off_mm: tuple[float, ...]

    @property
    def error_mm(self) -> float:
        return float(np.sqrt(np.mean(np.square(self.off_mm))))

    @property
    def holds(self) -> bool:
        return max(self.off_mm) <= (LIMIT_MM if len(self.sightings) == 4 else LIMIT_OF_THREE_MM)


def fit(spec: SurfaceSpec, sightings: Sequence[Sighting], lens: Lens | None, size: tuple[int, int]) -> Fit | None:
    """The surface laid by every corner of these markers, or None if no camera could see them so."""
    table = np.concatenate([spec.marker_corners(s.number) for s in sightings])
    seen = np.concatenate([s.corners for s in sightings])
    if lens is not None:
        seen = lens.straighten(seen, size)
    found, _ = cv2.findHomography(table, seen, 0)
    if found is None or not np.all(np.isfinite(found)):
        return None
    matrix: Points = np.asarray(found, np.float64)
    depth = np.concatenate([spec.outline, table]) @ matrix[2, :2] + matrix[2, 2]
    if depth.min() <= 0 or depth.max() > 3 * depth.min() or np.linalg.det(matrix) <= 0:
        return None
    back = carry(inverse(matrix), seen)
    off = np.sqrt(np.square(back - table).sum(axis=1).reshape(-1, 4).mean(axis=1))
    return Fit(tuple(sightings), matrix, tuple(float(o) for o in off))


def apart_mm(spec: SurfaceSpec, one: Fit, other: Fit) -> float:
    """How far the corners of the surface lie apart in two ways of laying it."""
    there = carry(inverse(one.matrix), carry(other.matrix, spec.outline))
    return float(np.linalg.norm(there - spec.outline, axis=1).max())


def _ways(candidates: Sequence[Sequence[Sighting]], many: int) -> Iterator[tuple[Sighting, ...]]:
    choices = [(None, *copies[:COPIES]) for copies in candidates]
    for chosen in product(*choices):
        taken = tuple(s for s in chosen if s is not None)
        if len(taken) == many:
            yield taken


def agree(
    spec: SurfaceSpec, candidates: Sequence[Sequence[Sighting]], lens: Lens | None, size: tuple[int, int]
) -> Fit | None:
    """The one way to lay the surface on which at least three markers agree; None if there is none, or more than one."""
    for many in (4, NEEDED):
        tried = [f for way in _ways(candidates, many) if (f := fit(spec, way, lens, size)) is not None]
        held = sorted((f for f in tried if f.holds), key=lambda f: f.error_mm)
        if not held:
            continue
        best = held[0]
        rivals = [f for f in held[1:] if apart_mm(spec, best, f) > SAME_PLACE_MM]
        clear = all(f.error_mm > CLEARLY * max(best.error_mm, 0.1) for f in rivals)
        return best if clear else None
    return None


def settle(
    sightings: Sequence[Sighting], specs: Sequence[SurfaceSpec], grey: Image, lens: Lens | None = None
) -> list[Surface]:
    """Every surface asked for, from all the markers seen in a picture."""
    size = (grey.shape[1], grey.shape[0])
    belonging = {number for spec in specs for number in spec.markers}
    foreign = [
        LeftOut(s.number, *s.centre, f"marker {s.number} belongs to no surface in use")
        for s in sightings
        if s.number not in belonging
    ]
    return [_settle_one(spec, sightings, foreign, size, lens) for spec in specs]


def _settle_one(
    spec: SurfaceSpec,
    sightings: Sequence[Sighting],
    foreign: Sequence[LeftOut],
    size: tuple[int, int],
    lens: Lens | None,
) -> Surface:
    candidates = [[s for s in sightings if s.number == number] for number in spec.markers]
    best = agree(spec, candidates, lens, size)
    used = best.sightings if best else ()
    left_out = list(foreign)
    for copies in candidates:
        for s in copies:
            if not any(s is u for u in used):
                left_out.append(LeftOut(s.number, *s.centre, _reason(s, copies, best)))
    if best is None:
        return Surface(spec, size, left_out=tuple(left_out), advice=_advice(spec, candidates), lens=lens)
    return Surface(spec, size, best.matrix, best.error_mm, used, tuple(left_out), lens=lens)


def _reason(sighting: Sighting, copies: Sequence[Sighting], best: Fit | None) -> str:
    if len(copies) > 1:
        return f"marker {sighting.number} is seen {'twice' if len(copies) == 2 else f'{len(copies)} times'}"
    if best is None:
        return f"marker {sighting.number} agrees with too few others"
    return f"marker {sighting.number} does not fit the others"


def _advice(spec: SurfaceSpec, candidates: Sequence[Sequence[Sighting]]) -> str:
    name = f"The surface “{spec.name}” is not seen"
    missing = [
        f"{number} ({corner})"
        for number, corner, copies in zip(spec.markers, CORNER_NAMES, candidates, strict=True)
        if not copies
    ]
    twice = [str(number) for number, copies in zip(spec.markers, candidates, strict=True) if len(copies) > 1]
    if len(missing) == 4:
        first, last = spec.markers[0], spec.markers[3]
        return f"{name}: none of its markers {first} to {last} is in the picture; lay it under the camera, markers up."
    if len(missing) > 1:
        return f"{name}: uncover its markers {', '.join(missing[:-1])} and {missing[-1]}, three of four are needed."
    if twice:
        return f"{name}: marker {' and '.join(twice)} lies on the table twice; take the one away that is not its own."
    return f"{name}: its markers do not agree; lay each one flat at its own corner, its inner corner on the corner."
