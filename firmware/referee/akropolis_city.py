"""Akropolis, one player's city: which tile was laid where and on which level, or why it may not lie there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from firmware.referee.akropolis_faces import SURE, likely_faces
from firmware.referee.companion import Difference
from firmware.referee.ruling import ASK, MOVE, NOT_ALLOWED, NOTHING, Look, Ruling
from rules.akropolis.game import AKROPOLIS as GAME
from rules.akropolis.state import State
from rules.game import Allowed, Refused
from rules.trouble import Trouble
from vision.city import CityEye, Lattice, Place
from vision.hexes import HexLooks, Sheet, sheet_of, spec_of
from vision.laid import Scene, Tiling, scene_of
from vision.markers import Image
from vision.plane import Surface
from vision.satchel import Satchel
from vision.surface import find_surfaces
from vision.tiles import Hex

MISLAID = ("gap", "uneven", "one_tile", "not_touching")  # what a picture shows of a tile that may not lie where it does
TILE = "tile"
MANY = 3  # places that a tile has
ASKED = 3  # places that a question names


class AkropolisCityReader:
    """Has learnt the hexes of a copy."""

    def __init__(self, satchel: Satchel) -> None:
        self.layout = satchel.layout
        self.looks = HexLooks(satchel)
        self.eye = CityEye(self.looks, satchel.layout)

    def begin(self, about: Mapping[str, Any], start: Mapping[str, Any]) -> AkropolisCity:
        surfaces = about.get("surfaces") or [{}]
        first = surfaces[0].get("first_marker")
        return AkropolisCity(self, first if isinstance(first, int) else None)


class AkropolisCity:
    """Sits beside one city."""

    def __init__(self, reader: AkropolisCityReader, first_marker: int | None) -> None:
        self.looks, self.eye = reader.looks, reader.eye
        named = [first_marker] if first_marker is not None else _possible(reader.layout)
        self.specs = [spec_of(reader.layout, first) for first in named]
        self.held: State | None = None
        self.base: Sheet | None = None  # the last picture that was understood
        self.glimpsed: dict[Place, set[str]] = {}  # kinds seen since then that were not understood
        self.middles: dict[Place, tuple[float, float]] = {}  # of the city's hexes in it, in mm

    # ---- a device's side
    @property
    def state(self) -> State | None:
        return self.held

    def hold(self, state: State) -> None:
        """The table is in this state now: the next picture that shows it is what later ones are compared with."""
        self.held, self.base, self.glimpsed = state, None, {}

    def differs(self, picture: Image) -> tuple[Difference, ...]:
        """Where the whole picture clearly shows another city than the one that is held."""
        surface = self._surface(picture)
        if self.held is None or not surface.seen:
            return ()
        sheet = sheet_of(picture, surface)
        lattice = self._lattice(sheet)
        return () if lattice is None else self._differing(sheet, lattice)[0]

    # ---- a picture
    def look(self, picture: Image, given: Mapping[str, Any]) -> Look:
        surface = self._surface(picture)
        if not surface.seen:
            return self._said(("all",), Ruling(ASK, text=surface.advice))
        sheet = sheet_of(picture, surface)
        if self.held is None:
            return self._begin(sheet)
        if self.base is None:
            return self._again(sheet)
        return self._judged(sheet, scene_of(self.eye, self.base, sheet, self.middles, self._levels()))

    def _surface(self, picture: Image) -> Surface:
        found = find_surfaces(picture, self.specs)
        return next((surface for surface in found if surface.seen), found[0])

    def _begin(self, sheet: Sheet) -> Look:
        """The first picture: the starting tile alone, or a city that is read by itself."""
        found = self.eye.find_start(sheet)
        if found is None:
            return Look({"city": []}, ("all",), Ruling(ASK, text="where is the starting tile?"))
        lattice, start = found
        hexes, doubtful = self.eye.survey(sheet, lattice)
        unsure = (TILE, *map(_name, doubtful)) if doubtful else ()
        joined = self.eye.joined(start, hexes)
        doubtful += [place for place in hexes if place not in joined]
        hexes = {place: one for place, one in hexes.items() if place in joined}
        if hexes.keys() - start.keys():
            return self._alone({**hexes, **start}, unsure)
        if len(doubtful) < MANY:  # too little for a tile
            unsure = ()
        self.held = GAME.set_up(("city",), given={"alone": True, "stones": 0})
        self._take(sheet, start)
        certainty = {_name(place): self._chance(one) for place, one in start.items()}
        ruling = Ruling(ASK, places=unsure[:ASKED]) if unsure else Ruling(NOTHING, text="the starting tile")
        return self._said(unsure, ruling, certainty)

    def _alone(self, hexes: Mapping[Place, Hex], unsure: tuple[str, ...]) -> Look:
        """A city without a history: on which levels it lies cannot be told."""
        kinds = self.looks.kinds
        city = [
            {"at": list(place), "kind": kinds[int(np.argmin(one.fits))], "level": None}
            for place, one in sorted(hexes.items())
        ]
        certainty = {_name(place): self._chance(one) for place, one in hexes.items()}
        ruling = Ruling(ASK, text="on which levels does it lie?")
        return Look({"city": city}, unsure, ruling, None, certainty)

    def _again(self, sheet: Sheet) -> Look:
        """After the table told what lies there: the picture has to show it."""
        lattice = self._lattice(sheet)
        if lattice is None:
            return self._said(("all",), Ruling(ASK, text="where is the city?"))
        differing, unclear, hexes = self._differing(sheet, lattice)
        places = (*(one.place for one in differing), *map(_name, unclear))
        if places:
            return self._said(places, Ruling(ASK, places=places[:ASKED], text="the city lies otherwise than held"))
        self._take(sheet, hexes)
        return self._said((), Ruling(NOTHING, text="the city as it is held"))

    def _judged(self, sheet: Sheet, scene: Scene) -> Look:
        """What changed, and what it means."""
        if scene.quiet:
            self._take(sheet, scene.hexes)
            return self._said((), Ruling(NOTHING, text="nothing new"))
        for place, one in scene.new.items():
            self._glimpse(place, one)
        if scene.pair and not self._buried(scene.pair) and (look := self._caught_up(sheet, scene)) is not None:
            return look
        if scene.tile is None:
            if len(scene.doubtful) > MANY and not scene.pair:
                hexes, doubtful = self.eye.survey(sheet, scene.lattice)
                if not doubtful and {*scene.hexes, *scene.doubtful} <= hexes.keys():
                    told = replace(self._alone(hexes, ()), state=self._state())
                    return replace(told, ruling=Ruling(ASK, text="more than one tile came: which was laid when?"))
            pairs = [place for tile in scene.pair for place in tile.places]
            unsure = (TILE, *map(_name, (*scene.doubtful, *pairs)))
            if not pairs and not scene.doubtful and not scene.strange:
                return self._said((), Ruling(NOTHING, text="nothing new"))
            return self._said(unsure, Ruling(ASK, places=unsure[:ASKED], text="what lies there?"))
        return self._laid(sheet, scene, scene.tile)

    def _laid(self, sheet: Sheet, scene: Scene, tile: Tiling) -> Look:
        assert self.held is not None
        faces = likely_faces(self.looks.kinds, tile.hexes, self.held.unseen)
        at = [list(place) for place in tile.places]
        names = tuple(map(_name, tile.places))
        face, chance = faces[0]
        certainty = {name: self._chance(one) for name, one in zip(names, tile.hexes, strict=True)} | {TILE: chance}
        if self._buried((tile,)):
            ruling = Ruling(ASK, places=names, text="does it lie on a tile that has not been told?")
            return self._said((TILE, *names), ruling, certainty)
        if chance < SURE:
            for place, one in zip(tile.places, tile.hexes, strict=True):
                self._glimpse(place, one)
            ruling = Ruling(ASK, places=names, text="which tile is it?")
            return self._said((TILE, *names), ruling, certainty)
        verdict = self._judge({"placed": {"hexes": face, "at": at}})
        if isinstance(verdict, Allowed):
            state: State = verdict.state
            level = max(c["level"] for c in _columns(state) if c["at"] in at)
            placed = {"placed": {"hexes": face, "at": at, "level": level}}
            others = tuple(
                {"placed": {"hexes": other, "at": at, "level": level}}
                for other, _ in faces[1:4]
                if isinstance(self._judge({"placed": {"hexes": other, "at": at}}), Allowed)
            )
            text = str(GAME.in_words(self.held, GAME.action(placed)))
            self.held = state
            self._take(sheet, {**scene.hexes, **dict(zip(tile.places, tile.hexes, strict=True))})
            return self._said((), Ruling(MOVE, action=placed, text=text, done=placed, others=others), certainty)
        if isinstance(verdict, Refused) and verdict.clause in MISLAID:
            places = tuple(dict.fromkeys((*names, *verdict.places)))
            return self._said(
                (), Ruling(NOT_ALLOWED, reason=verdict.clause, places=places, text=str(verdict.reason)), certainty
            )
        return self._said((TILE, *names), Ruling(ASK, places=names, text="how does this tile lie?"), certainty)

    def _caught_up(self, sheet: Sheet, scene: Scene) -> Look | None:
        """Two tiles came since the last picture that was understood: both are taken in, but not which was the last."""
        assert self.held is not None
        before, hexes = self.held, dict(scene.hexes)
        for order in (scene.pair, scene.pair[::-1]):
            self.held = before
            for tile in order:
                face, chance = likely_faces(self.looks.kinds, tile.hexes, self.held.unseen)[0]
                verdict = self._judge({"placed": {"hexes": face, "at": [list(place) for place in tile.places]}})
                if chance < SURE or not isinstance(verdict, Allowed):
                    break
                self.held = verdict.state
                hexes.update(zip(tile.places, tile.hexes, strict=True))
            else:
                self._take(sheet, hexes)
                return self._said((), Ruling(ASK, places=(TILE,), text="two tiles came: which was the last?"))
        self.held = before
        return None

    def _glimpse(self, place: Place, one: Hex) -> None:
        if one.clear:
            self.glimpsed.setdefault(place, set()).add(self.looks.kinds[int(np.argmin(one.fits))])

    def _buried(self, tiles: Iterable[Tiling]) -> bool:
        """Whether something else was seen where a tile lies now, and never understood: it may lie beneath."""
        for tile in tiles:
            for place, one in zip(tile.places, tile.hexes, strict=True):
                if self.glimpsed.get(place, set()) - {self.looks.kinds[int(np.argmin(one.fits))]}:
                    return True
        return False

    def _judge(self, action: Mapping[str, Any]) -> Allowed[State] | Refused | None:
        assert self.held is not None
        try:
            return GAME.judge(self.held, GAME.action(action))
        except Trouble:
            return None

    # ---- what is held
    def _take(self, sheet: Sheet, hexes: Mapping[Place, Hex]) -> None:
        """This picture is understood: later ones are compared with it."""
        self.base, self.glimpsed = sheet, {}
        self.middles = {place: (one.x, one.y) for place, one in hexes.items()}

    def _levels(self) -> dict[Place, int]:
        return {(c["at"][0], c["at"][1]): int(c["level"]) for c in _columns(self.held)}

    def _kinds(self) -> dict[Place, str]:
        return {(c["at"][0], c["at"][1]): str(c["kind"]) for c in _columns(self.held)}

    def _lattice(self, sheet: Sheet) -> Lattice | None:
        """Where the city that is held lies, by what was seen before or by its starting tile."""
        if self.middles:
            lattice = Lattice.through(self.middles, self.eye.pitch)
            return self.eye.settled(sheet, lattice, self._kinds(), self._levels())
        found = self.eye.find_start(sheet)
        return found[0] if found else None

    def _differing(
        self, sheet: Sheet, lattice: Lattice
    ) -> tuple[tuple[Difference, ...], list[Place], dict[Place, Hex]]:
        """Places that clearly show something else than is held, those of the city that are not clear, and its hexes."""
        kinds, levels = self._kinds(), self._levels()
        places = self.eye.places(lattice)
        seen = self.eye.read(sheet, lattice, list(dict.fromkeys((*kinds, *places))), levels)
        table = self.eye.bare(sheet, list(seen.values()))
        middles = self.eye.read(sheet, lattice, list(kinds), {}, reach=0.0)
        gone = {p for p, (_, plain) in zip(kinds, self.eye.bare(sheet, list(middles.values())), strict=True) if plain}
        differing, unclear = [], []
        for n, (place, one) in enumerate(seen.items()):
            kind = self.looks.kinds[int(np.argmin(one.fits))]
            no_hex, _ = table[n]
            if one.clear and not no_hex:
                if kinds.get(place, "empty") != kind:
                    differing.append(Difference(_name(place), kinds.get(place, "empty"), kind))
            elif place in gone:
                differing.append(Difference(_name(place), kinds[place], "empty"))
            elif place in kinds:
                unclear.append(place)
        return tuple(differing), unclear, {place: one for place, one in seen.items() if place in kinds}

    # ---- what is said
    def _chance(self, one: Hex) -> float:
        fits = np.sort(np.array(one.fits))
        return float(1 / np.exp((fits[0] - fits) / 30).sum()) if one.clear else 0.5

    def _said(self, unsure: Iterable[str], ruling: Ruling, certainty: Mapping[str, float] | None = None) -> Look:
        city = [{"at": c["at"], "kind": c["kind"], "level": c["level"]} for c in _columns(self.held)]
        return Look({"city": city}, tuple(dict.fromkeys(unsure)), ruling, self._state(), dict(certainty or {}))

    def _state(self) -> dict[str, Any] | None:
        if self.held is None:
            return None
        gained = GAME.describe(self.held)["players"][0]["stones_gained_so_far"]
        return {"score": GAME.score_sheet(self.held, 0), "stones_gained_so_far": gained}


def _possible(layout: Mapping[str, Any]) -> list[int]:
    surface = layout["surface"]
    return [int(surface["first_marker"]), *map(int, surface.get("other_first_markers", ()))]


def _columns(state: State | None) -> Sequence[Mapping[str, Any]]:
    columns: Sequence[Mapping[str, Any]] = [] if state is None else GAME.describe(state)["players"][0]["city"]
    return columns


def _name(place: Place) -> str:
    return f"{place[0]},{place[1]}"
