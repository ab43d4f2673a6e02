"""Which face a tile of Akropolis shows: by the looks of its hexes and by how many tiles there are of each face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from rules.akropolis.edition import FACES
from vision.tiles import Hex

SOFT = 30.0  # differences of fits by which one kind is likelier than another, a power of e
UNHEARD = 0.02  # how much rarer a face is of which no tile is left than one of which a single tile is
SURE = 0.97  # a face is told from here on


def likely_faces(kinds: Sequence[str], hexes: Sequence[Hex], copies: Mapping[str, int]) -> list[tuple[str, float]]:
    """What three hexes, clockwise, may show, each hex by its letter; the likeliest first, with its chance."""
    chances = []
    for one in hexes:
        fits = np.array(one.fits)
        chances.append(np.exp((fits.min() - fits) / SOFT))
    weights: dict[str, float] = {}
    for a, b, c in product(range(len(kinds)), repeat=3):
        looks = float(chances[0][a] * chances[1][b] * chances[2][c])
        if looks > 1e-9:
            name = kinds[a] + kinds[b] + kinds[c]
            weights[name] = looks * max(copies.get(FACES.get(name, ""), 0), UNHEARD)
    whole = sum(weights.values())
    return sorted(((name, weight / whole) for name, weight in weights.items()), key=lambda pair: -pair[1])
