"""Looking, in the worker: readers of dice, companions at the boards, and where things lie. Here pictures are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2

from firmware.doors.ports import Picture
from firmware.profile import ONE, Place, Profile
from firmware.referee.companion import READERS, Companion, Difference, Reader, TableCompanion, reader_of
from firmware.referee.ruling import ASK, MOVE
from firmware.table.boards import BOARDS, Board, reading_of
from firmware.table.readings import Reading, SeenDice, Where
from firmware.table.tray import reader_of as tray_reader
from firmware.table.tray import seen_dice
from rules.game import AnyGame
from rules.words import say
from vision.light import Light, measure, said
from vision.plane import SurfaceSpec
from vision.satchel import Satchel
from vision.satchel import load as load_satchel
from vision.surface import find_surfaces
from vision.tables import DiceReader
from vision.taught import load as load_looks

TRAY, SHARED, READING = "tray", "board", "reading"  # places of the profile; a player's own is "player 1" and so on
USUAL = {TRAY: Place(0, 200.0, 150.0)}
FIRST = {TRAY: 0, SHARED: 4, READING: 8}
SITE = "akropolis_site"
AIMING_PX = 160
FIRST_OWN, STEP = 8, 4  # first markers of the players' boards


class Watch:
    def __init__(self, profile: Callable[[], Profile]) -> None:
        self._profile = profile
        self._dice: dict[Path, DiceReader] = {}
        self._satchels: dict[Path, Satchel] = {}
        self._readers: dict[Path, Reader] = {}
        self._companions: dict[tuple[Path, int], tuple[Companion, Any]] = {}  # and what each was told last
        self._differed: dict[Difference, int] = {}  # at whose board

    # ---- dice
    def dice(self, picture: Picture, file: Path, game: AnyGame, state: Any) -> SeenDice:
        place = self._place(TRAY, USUAL[TRAY])
        if file not in self._dice:
            self._dice[file] = tray_reader(load_looks(file), place)
        return seen_dice(self._dice[file], picture, place, thrown(game, state))

    # ---- boards
    def reads(self, set: str) -> bool:
        return set in READERS

    def board(
        self, picture: Picture, files: Mapping[str, Path], game: AnyGame, state: Any, given: Mapping[str, Any]
    ) -> Reading:
        board, seat = BOARDS[game.name], game.turn(state) or 0
        if game.name == "akropolis" and state.waits:
            return self._site(picture, files, game, state)
        companion = self._in_step(board, files[board.set], game, state, seat)
        look = companion.look(picture, board.given(game, state, seat, given))
        return reading_of(board, look, game, state, given)

    def _site(self, picture: Picture, files: Mapping[str, Path], game: AnyGame, state: Any) -> Reading:
        """Akropolis: the tiles that fill the Construction Site, if all of them are sure."""
        if SITE not in files:
            return Reading(ASK, text=say("The site waits to be filled: tell its tiles by hand."))
        spec = self._spec(self._satchel(files[SITE]), SHARED)
        about = {"surfaces": [{"first_marker": spec.first_marker}]}
        look = self._reader(files[SITE]).begin(about, {}).look(picture, {})
        faces = [tile["hexes"] for tile in look.seen.get("tiles", ())]
        places = tuple(map(str, look.unsure))
        if places or None in faces:
            return Reading(ASK, places=places, text=say("Not all tiles of the site are clear."))
        new = tuple(faces)
        for there in state.site:  # what is left of the last round opens the row
            if there not in new:
                return Reading(ASK, text=say("The tile that was left is not seen in the site."))
            at = new.index(there)
            new = (*new[:at], *new[at + 1 :])
        certainty = min(look.certainty.values(), default=1.0)
        return Reading(MOVE, ({"refill": list(new)},), certainty=certainty)

    def differs(self, picture: Picture, files: Mapping[str, Path], game: AnyGame, state: Any) -> tuple[Difference, ...]:
        """At every board in the picture; with one reading place, at the board of whose turn it is."""
        board, players = BOARDS[game.name], len(game.players(state))
        turn = game.turn(state) or 0
        seats = range(players) if board.own and self._profile().boards != ONE else (turn,)
        self._differed = {}
        found: list[Difference] = []
        for seat in seats:
            companion = self._in_step(board, files[board.set], game, state, seat)
            if not isinstance(companion, TableCompanion):
                continue
            for difference in companion.differs(picture):
                self._differed[difference] = seat
                found.append(difference)
        return tuple(found)

    def event_of(self, difference: Difference, game: AnyGame, state: Any) -> Mapping[str, Any] | None:
        seat = self._differed.get(difference, game.turn(state) or 0)
        return BOARDS[game.name].event_of(difference, game, state, seat)

    def _in_step(self, board: Board, file: Path, game: AnyGame, state: Any, seat: int) -> Companion:
        """The companion at this board, holding what is confirmed now, whatever was done or undone meanwhile."""
        whose = seat if board.own else 0
        wanted = board.held(game, state, seat)
        companion, told = self._companions.get((file, whose), (None, None))
        if companion is not None and not isinstance(companion, TableCompanion) and told != wanted:
            companion = None  # it cannot be told, so another sits down
        if companion is None:
            spec = self._spec(self._satchel(file), self._name(board, seat))
            surface = {"name": spec.name, "first_marker": spec.first_marker}
            surface |= {"width_mm": spec.width_mm, "height_mm": spec.height_mm}
            about = {"surfaces": [surface], "players": len(game.players(state)), "player": whose}
            companion = self._reader(file).begin(about, board.start(game, state, seat))
        if isinstance(companion, TableCompanion):
            here = companion.state
            if not board.same(game, here, wanted) if here is not None else not board.begins_by_looking(game, wanted):
                companion.hold(wanted)
        self._companions[file, whose] = companion, wanted
        return companion

    def _reader(self, file: Path) -> Reader:
        if file not in self._readers:
            self._readers[file] = reader_of(self._satchel(file))
        return self._readers[file]

    def _satchel(self, file: Path) -> Satchel:
        if file not in self._satchels:
            self._satchels[file] = load_satchel(file)
        return self._satchels[file]

    # ---- where things lie
    def where(self, picture: Picture, files: Mapping[str, Path], game: AnyGame | None, state: Any) -> Where:
        """Which places of this game, or of the profile, are in the picture; and how the light is.

        The boards are looked at once as they lie: only against such a picture can it be told what is new in the next.
        """
        wanted = self._wanted(files, game, len(game.players(state)) if game is not None else 0)
        surfaces = find_surfaces(picture, list(wanted.values()))
        by_name = dict(zip(wanted, surfaces, strict=True))
        seen = {name: surface for name, surface in by_name.items() if surface.seen}
        missing = tuple((name, surface.advice) for name, surface in by_name.items() if not surface.seen)
        spec = {name: (s.spec.first_marker, s.spec.width_mm, s.spec.height_mm) for name, s in seen.items()}
        light = measure(picture, next(iter(seen.values()))) if seen else None
        measured = (light.paper, light.edge_mm) if light else None
        notes = (*self._notes(light), *(self._first_looks(picture, files, game, state, tuple(seen)) if game else ()))
        return Where(tuple(seen), missing, notes, spec, small_grey(picture), measured)

    def _first_looks(
        self, picture: Picture, files: Mapping[str, Path], game: AnyGame, state: Any, seen: tuple[str, ...]
    ) -> Iterator[str]:
        """What the companions have to say to the boards as they lie."""
        board = BOARDS[game.name]
        if board.set not in files or board.set not in READERS or game.turn(state) is None:
            return
        for seat in range(len(game.players(state))) if board.own else (game.turn(state) or 0,):
            name = self._name(board, seat)
            if name not in seen or (name == READING and seat != game.turn(state)):
                continue
            look = self._in_step(board, files[board.set], game, state, seat).look(picture, {})
            ruling = look.ruling
            if ruling is not None and ruling.verdict == ASK and (ruling.places or ruling.text):
                yield f"{name}: {ruling.text or 'not clear'} {', '.join(map(str, ruling.places))}".strip()

    def _notes(self, light: Light | None) -> tuple[str, ...]:
        if light is None:
            return ()
        paper = self._profile().paper
        note = said(Light(paper.colour, paper.edge_mm), light) if paper else light.advice
        return (note,) if note else ()

    def _wanted(self, files: Mapping[str, Path], game: AnyGame | None, players: int) -> dict[str, SurfaceSpec]:
        if game is None:
            kept = self._profile().places or USUAL
            return {name: SurfaceSpec(name, p.first_marker, p.width_mm, p.height_mm) for name, p in kept.items()}
        wanted: dict[str, SurfaceSpec] = {}
        board = BOARDS[game.name]
        if any(set.startswith("dice") for set in files):
            place = self._place(TRAY, USUAL[TRAY])
            wanted[TRAY] = SurfaceSpec(TRAY, place.first_marker, place.width_mm, place.height_mm)
        if board.set in files and board.set in READERS:
            satchel = self._satchel(files[board.set])
            seats = range(players) if board.own and self._profile().boards != ONE else range(1)
            names = [self._name(board, seat) for seat in seats]
            wanted |= {name: self._spec(satchel, name) for name in names}
        return wanted

    def _name(self, board: Board, seat: int) -> str:
        if not board.own:
            return SHARED
        return READING if self._profile().boards == ONE else f"player {seat + 1}"

    def _spec(self, satchel: Satchel, name: str) -> SurfaceSpec:
        surface = satchel.layout["surface"]
        first = FIRST[name] if name in FIRST else FIRST_OWN + STEP * (int(name.split()[-1]) - 1)
        place = self._place(name, Place(first, float(surface["width_mm"]), float(surface["height_mm"])))
        return SurfaceSpec(str(surface["name"]), place.first_marker, place.width_mm, place.height_mm)

    def _place(self, name: str, usual: Place) -> Place:
        return self._profile().places.get(name, usual)


def small_grey(picture: Picture) -> Any:
    """What the panel can show of a picture."""
    height = max(1, round(picture.shape[0] * AIMING_PX / picture.shape[1]))
    return cv2.cvtColor(cv2.resize(picture, (AIMING_PX, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)


def thrown(game: AnyGame, state: Any) -> Mapping[str, int]:
    """How many dice of each kind are thrown now."""
    if game.name != "masons":
        return {"": {"saint-malo": 5, "king-of-the-dice": 6}[game.name]}
    from rules.masons.game import MASONS

    return {"tower": 1 if MASONS.needs_tower_die(state) else 0, "house": 2}
