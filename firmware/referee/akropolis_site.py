"""Akropolis: the tiles of the Construction Site, from first to last, each picture by itself. Nothing is ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from firmware.referee.akropolis_faces import SURE, likely_faces
from firmware.referee.ruling import Look
from rules.akropolis.edition import DEFAULT, FACES
from vision.hexes import HexLooks, sheet_of, spec_of
from vision.markers import Image
from vision.satchel import Satchel
from vision.surface import find_surfaces
from vision.tiles import Found, Tile, TileFinder


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
        """The likeliest face of a whole tile and its chance."""
        name, chance = likely_faces(self.looks.kinds, tile.hexes, self.copies)[0]
        return FACES[name], chance


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
