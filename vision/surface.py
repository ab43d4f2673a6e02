"""The table's surfaces in a picture: found by their markers, and followed once found."""

from __future__ import annotations

from collections.abc import Sequence

from vision.fitting import settle
from vision.lens import Lens
from vision.markers import Image, find_markers, grey_of, shrink_factor
from vision.plane import LeftOut, Surface, SurfaceSpec, carry

__all__ = ["LeftOut", "Surface", "SurfaceSpec", "carry", "find_surfaces"]


def find_surfaces(image: Image, specs: Sequence[SurfaceSpec], lens: Lens | None = None) -> list[Surface]:
    """Each surface asked for, in the order given, seen or with advice what to do."""
    grey = grey_of(image)
    found = settle(find_markers(grey), specs, grey, lens)
    if all(surface.seen for surface in found) or shrink_factor(grey) == 1:
        return found
    return settle(find_markers(grey, shrink=1), specs, grey, lens)
