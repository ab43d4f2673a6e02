"""The table's surfaces in a picture: found by their markers, and followed once found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.fitting import settle
from vision.lens import Lens
from vision.markers import (
    SIDE_MM,
    Image,
    Points,
    Sighting,
    find_markers,
    grey_of,
    refine,
    shows,
    shrink_factor,
    side_of,
)
from vision.plane import LeftOut, Surface, SurfaceSpec, carry

__all__ = ["LeftOut", "Surface", "SurfaceSpec", "carry", "find_surfaces", "follow"]

NEAR_MM = 14.0  # how far a marker may have moved and still be found where it was


def find_surfaces(image: Image, specs: Sequence[SurfaceSpec], lens: Lens | None = None) -> list[Surface]:
    """Each surface asked for, in the order given, seen or with advice what to do."""
    grey = grey_of(image)
    sightings = find_markers(grey)
    found = settle(sightings, specs, grey, lens)
    if not all(surface.seen for surface in found) and shrink_factor(grey) > 1:
        sightings = find_markers(grey, shrink=1)
        found = settle(sightings, specs, grey, lens)
    overlooked = [
        sighting
        for surface in found
        if surface.seen
        for number in surface.spec.markers
        if number not in {s.number for s in sightings}
        for sighting in _near(grey, number, surface.to_picture(surface.spec.marker_corners(number)))
    ]
    return settle([*sightings, *overlooked], specs, grey, lens) if overlooked else found


def follow(previous: Surface, image: Image) -> Surface:
    """The same surface in the next picture: looked for where its markers were, and anew if they are not there.

    What is foreign or lies elsewhere on the table is not looked at; `find_surfaces` does that.
    """
    if not previous.seen or previous.size != (image.shape[1], image.shape[0]):
        return find_surfaces(image, [previous.spec], previous.lens)[0]
    before = {s.number: s.corners for s in previous.sightings}
    sightings: list[Sighting] = []
    for number in previous.spec.markers:
        corners = before.get(number)
        if corners is None:
            corners = previous.to_picture(previous.spec.marker_corners(number))
        sightings.extend(_near(image, number, corners))
    surface = settle(sightings, [previous.spec], image, previous.lens)[0]
    return surface if surface.seen else find_surfaces(image, [previous.spec], previous.lens)[0]


def _near(image: Image, number: int, corners: Points) -> list[Sighting]:
    """The marker where it was, or moved a little; none when it is hidden."""
    side = side_of(corners)
    reach = side * NEAR_MM / SIDE_MM
    left, top = np.maximum(np.floor(corners.min(axis=0) - reach).astype(int), 0)
    right, bottom = np.ceil(corners.max(axis=0) + reach).astype(int)
    grey = grey_of(image[top:bottom, left:right])
    if min(grey.shape[:2]) < side / 2:
        return []
    origin = np.array([left, top], np.float64)
    exact = refine(grey, [corners - origin])[0]
    if shows(grey, number, exact) and _hardly_moved(exact, corners - origin, side):
        return [Sighting(number, exact + origin)]
    around = find_markers(grey, shrink=max(1, int(side / 40)))
    return [Sighting(s.number, s.corners + origin) for s in around if s.number == number]


def _hardly_moved(now: Points, before: Points, side: float) -> bool:
    """Whether four corners are where they were, none of them caught by another edge nearby."""
    moved = now - before
    together = moved.mean(axis=0)
    return bool(np.abs(together).max() < side * 0.04 and np.abs(moved - together).max() < side * 0.02)
