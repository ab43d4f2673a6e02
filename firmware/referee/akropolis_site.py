"""Akropolis: the tiles of the Construction Site, from first to last, each picture by itself. Nothing is ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from firmware.referee.ruling import Look
from rules.akropolis.edition import DEFAULT, FACES
from vision.hexes import HexLooks, sheet_of, spec_of
from vision.markers import Image
from vision.satchel import Satchel
from vision.surface import find_surfaces
from vision.tiles import Found, Tile, TileFinder

SOFT = 40.0  # differences of fits by which one kind is likelier than another, a power of e
UNHEARD = 0.02  # how much rarer a face is that no tile of the usual edition has than one that a single tile has
SURE = 0.97  # a tile is told from here on


class AkropolisSiteReader:
    """Has learnt the hexes of a copy."""

    def __init__(self, satchel: Satchel) -> None:
        self.layout = satchel.layout
        self.looks = HexLooks(satchel)
        self.finder = TileFinder(self.looks)
        self.copies: Counter[str] = Counter()
        for face, _, count in DEFAULT.tiles:
            self.copies[face] += count

    def begin(self, about: Mapping[str, Any], start: Mapping[str, Any]) -> AkropolisSite:
        surfaces = about.get("surfaces") or [{}]
        first = surfaces[0].get("first_marker")
        return AkropolisSite(self, first if isinstance(first, int) else None)

    def face(self, tile: Tile) -> tuple[str, float]:
        """The likeliest face of a whole tile and how likely it is, by its looks and by how many tiles have it."""
        kinds = self.looks.kinds
        weights: dict[str, float] = {}
        chances = []
        for one in tile.hexes:
            fits = np.array(one.fits)
            chances.append(np.exp((fits.min() - fits) / SOFT))
        for a, b, c in product(range(len(kinds)), repeat=3):
            face = FACES.get(kinds[a] + kinds[b] + kinds[c], "")
            looks = float(chances[0][a] * chances[1][b] * chances[2][c])
            if looks > 1e-9:
                weights[face] = weights.get(face, 0.0) + looks * max(self.copies[face], UNHEARD)
        best = max(weights, key=weights.__getitem__)
        return best, weights[best] / sum(weights.values())


class AkropolisSite:
    """Looks at the site, one picture after another."""

    def __init__(self, reader: AkropolisSiteReader, first_marker: int | None) -> None:
        self.reader = reader
        self.spec = spec_of(reader.layout, first_marker)

    def look(self, picture: Image, given: Mapping[str, Any]) -> Look:
        surface = find_surfaces(picture, [self.spec])[0]
        if not surface.seen:
            return Look({"tiles": [], "advice": surface.advice}, ("all",))
        return self.told(self.reader.finder.find(sheet_of(picture, surface)))

    def told(self, found: Found) -> Look:
        """The row as it is told: a tile that cannot be read keeps its place in it."""
        places: list[tuple[float, Tile | None]] = [(tile.x, tile) for tile in found.tiles]
        places += [(x, None) for x in found.hidden]
        places.sort(key=lambda place: place[0])
        tiles: list[dict[str, Any]] = []
        sure: list[bool] = []
        certainty: dict[str, float] = {}
        for number, (_, tile) in enumerate(places, 1):
            if tile is None or not tile.whole:
                tiles.append({"hexes": None})
                sure.append(False)
                continue
            face, chance = self.reader.face(tile)
            tiles.append({"hexes": face, "mm": [[round(one.x, 1), round(one.y, 1)] for one in tile.hexes]})
            certainty[str(number)] = chance
            sure.append(chance >= SURE and tile.clear)
        if found.hidden:  # how many tiles lie there cannot be told, nor which place the later ones have
            first = next(n for n, (_, tile) in enumerate(places) if tile is None)
            sure = [told and n < first for n, told in enumerate(sure)]
        sure = [told and not twice for told, twice in zip(sure, self._too_many(tiles, sure), strict=True)]
        unsure = tuple(n for n, told in enumerate(sure, 1) if not told)
        return Look({"tiles": tiles}, unsure, certainty=certainty)

    def _too_many(self, tiles: Sequence[Mapping[str, Any]], sure: Sequence[bool]) -> list[bool]:
        """Tiles of which there are more than the game holds: some of them were misread."""
        counts = Counter(tile["hexes"] for tile, told in zip(tiles, sure, strict=True) if told)
        copies = self.reader.copies
        return [bool(copies[tile["hexes"]]) and counts[tile["hexes"]] > copies[tile["hexes"]] for tile in tiles]
