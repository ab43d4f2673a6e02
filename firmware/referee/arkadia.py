"""Arkadia: the town board picture by picture, and the turn that each shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from firmware.referee.arkadia_turns import (
    BREAKS,
    MOST,
    SEAL_GONE,
    SEAL_SEEN,
    Apparent,
    Way,
    apparent,
    beginning,
    board_of,
    castle_of,
    held,
    pieces,
    subsets,
    town_of,
    ways,
)
from firmware.referee.companion import Difference
from firmware.referee.ruling import ASK, MOVE, NOT_ALLOWED, NOTHING, Look, Ruling
from rules.arkadia.game import ARKADIA as GAME
from rules.arkadia.state import State
from vision.markers import Image
from vision.satchel import Satchel
from vision.town_alone import read_alone
from vision.town_looks import TownLooks
from vision.town_memory import News, TownMemory
from vision.town_view import TownReader, TownView

ASKED = 3  # places that a question names


class ArkadiaReader:
    """Has learnt a town board and its pieces."""

    def __init__(self, satchel: Satchel) -> None:
        self.layout = satchel.layout
        self.town = TownReader(TownLooks(satchel))

    def begin(self, about: Mapping[str, Any], start: Mapping[str, Any]) -> ArkadiaTable:
        states = [beginning(start, self.layout)] if start else []
        return ArkadiaTable(self.town, states)


class ArkadiaTable:
    """Sits at one game. `states` are those the table may be in, the likeliest first; they look the same."""

    def __init__(self, town: TownReader, states: list[State]) -> None:
        self.town = town
        self.plan = town.looks.plan
        self.states = states
        self.memory = TownMemory()

    @property
    def state(self) -> State | None:
        return self.states[0] if self.states else None

    def hold(self, state: State) -> None:
        before = self._expected() if self.states else {}
        self.states = [state]
        after = self._expected()
        self.memory.known -= {s for s in {*before, *after} if before.get(s) != after.get(s)}

    def _expected(self) -> dict[str, Any]:
        state = self.states[0]
        return {**town_of(state), **castle_of(state, self.plan.ring)}

    def look(self, picture: Image, given: Mapping[str, Any]) -> Look:
        view = self.town.view(picture, self.memory.log)
        if isinstance(view, str):
            return Look(self._board(), ("all",), Ruling(ASK, text=view), self._held())
        if not self.states:
            return read_alone_look(view)
        state = self.states[0]
        castle = castle_of(state, self.plan.ring)
        news = self.memory.compare(view, town_of(state), castle)
        if news.quiet and self.memory.known:
            self.memory.keep(view, [*news.anew, *news.again])
            return Look(self._board(), (), Ruling(NOTHING, text="nothing new"), self._held())
        if news.quiet:
            self.memory.keep(view, self._all())
            return Look(self._board(), (), Ruling(NOTHING, text="nothing new"), self._held())
        if not self.memory.known:
            self.memory.keep(view, news.same)
            return self._asked(view, news, [], (*news.unclear, *news.changed, *news.tops))
        return self._explained(view, news, given)

    def _all(self) -> Iterable[str]:
        return [square for square in self.plan.squares if square not in self.plan.inner]

    def _explained(self, view: TownView, news: News, given: Mapping[str, Any]) -> Look:
        state = self.states[0]
        seems, where = apparent(view, news, state)
        if not seems:
            return self._asked(view, news, [], where or tuple(news.tops))
        below = castle_of(state, self.plan.ring)
        castles = [pieces({**news.tops, **{s: news.again[s] for s in some}}, below) for some in subsets(news.again)]
        seat = GAME.turn(state)
        player = given.get("player")
        if not player or seat is None or player not in (state.table.colours[seat], state.table.names[seat]):
            return self._asked(view, news, seems, seems[0].squares)
        legal, faults = ways(self.states, seems, castles, given)
        doubt = tuple(dict.fromkeys(place for one in seems for place in one.doubt))
        if legal:
            amiss = self._amiss(view, news, legal[0])
            told = _once([way.told for way in legal])
            if amiss or doubt:
                return self._asked(view, news, seems, amiss or doubt)
            if len({_visible(one) for one in told}) > 1:
                self._follow(view, news, seems, legal)
                cells = tuple(legal[0].told.get("cells", ()))
                text = "more than one turn leads to this board: which seal was on the building, or where came a piece?"
                cells = (*cells, *news.again) if news.again else cells
                return Look(self._board(), cells, Ruling(ASK, text=text, places=cells[:ASKED]), self._held())
            before = legal[0].before
            self._follow(view, news, seems, legal)
            done = {key: told[0][key] for key in told[0] if key not in ("completed", "could_mean", "tents_covered")}
            words = str(GAME.in_words(before, GAME.action(_plain(done))))
            ruling = Ruling(MOVE, told[0], text=words, done=_plain(done), others=tuple(map(_plain, told[1:])))
            return Look(self._board(), (), ruling, self._held())
        clauses = {fault.clause for fault in faults}
        if len(clauses) == 1 and not doubt and clauses <= set(BREAKS):
            fault = faults[0]
            places = fault.places or seems[0].squares
            seen, unsure = self._seen(view, news, seems)
            ruling = Ruling(NOT_ALLOWED, reason=fault.clause, places=places, text=fault.text)
            return Look(seen, tuple(unsure), ruling, self._held())
        return self._asked(view, news, seems, doubt or (*news.tops, *seems[0].squares))

    def _follow(self, view: TownView, news: News, seems: Sequence[Apparent], legal: Sequence[Way]) -> None:
        self.states = list(dict.fromkeys(way.after for way in legal))[:MOST]
        self.memory.keep(view, [*news.anew, *seems[0].squares, *news.tops, *news.again])

    def _amiss(self, view: TownView, news: News, way: Way) -> tuple[str, ...]:
        """Where seals do not lie as they should after a turn: gone too early, or still there."""
        amiss: list[str] = []
        finished = {done["building"] for done in way.told["completed"]}
        for building in GAME.describe(way.after)["buildings"]:
            cells = building["cells"]
            if building["id"] in finished:
                if self._seal(view, building) >= SEAL_SEEN:
                    amiss += cells
            elif not building["done"] and set(cells) & news.anew and self._seal(view, building) < SEAL_GONE:
                amiss += cells
        return tuple(amiss)

    def _seal(self, view: TownView, building: Mapping[str, Any]) -> float:
        """How much a building's own seal gains on it."""
        return max(view.seals(cell, building["form"])[building["family"]] for cell in building["cells"])

    def _seen(self, view: TownView, news: News, seems: Sequence[Apparent]) -> tuple[dict[str, Any], list[str]]:
        """The board as it looks, right or wrong, and where its seals cannot be told."""
        board = self._board()
        squares, lot = board["squares"], board["lot"]
        unsure: list[str] = []
        described = GAME.describe(self.states[0])
        for building in described["buildings"]:
            cells = building["cells"]
            if building["done"] or not set(cells) & (news.anew | set(news.unclear)):
                continue
            if set(cells) & set(news.unclear):
                unsure += cells
                continue
            gain = self._seal(view, building)
            if gain < SEAL_GONE:
                squares.update({cell: {**squares[cell], "seal": None} for cell in cells})
            elif gain < SEAL_SEEN:
                unsure += cells
        for square, reading in news.changed.items():
            kind, _, what = reading.best.what.partition(":")
            squares[square] = {"worker": what} if kind == "worker" else {"building": "new", "form": what, "seal": None}
        if seems and seems[0].turn["type"] == "build":
            turn = seems[0].turn
            one = {
                "building": len(described["buildings"]),
                "form": turn["form"],
                "seal": None if turn.get("unsealed") else turn["seal"],
            }
            squares.update({cell: dict(one) for cell in turn["cells"]})
        elif seems:
            squares.update({square: {"worker": colour} for square, colour in seems[0].turn["workers"].items()})
        for square, seal in news.tops.items():
            lot[square] = {"visible": seal, "height": lot[square]["height"] + 1}
        return board, unsure

    def _asked(self, view: TownView, news: News, seems: Sequence[Apparent], where: Sequence[str]) -> Look:
        """Not settled: what is seen, what is not, and the places that would settle it."""
        seen, unsure = self._seen(view, news, seems)
        unsure += [*news.unclear, *news.changed, *news.tops]
        hidden_only = not news.changed and not news.tops and set(news.unclear) <= news.hidden
        if hidden_only:
            return Look(seen, tuple(_once(unsure)), Ruling(NOTHING, text="a hand is over the board"), self._held())
        places = tuple(_once([p for p in where if p not in news.hidden] or list(where)))[:ASKED]
        text = "what is on " + ", ".join(places) + "?" if places else "look again"
        return Look(seen, tuple(_once(unsure)), Ruling(ASK, places=places, text=text), self._held())

    def differs(self, picture: Image) -> tuple[Difference, ...]:
        """Where the whole picture clearly shows something else than what is held."""
        view = self.town.view(picture, self.memory.log)
        if isinstance(view, str) or not self.states:
            return ()
        state = self.states[0]
        town, castle = town_of(state), castle_of(state, self.plan.ring)
        news = TownMemory().compare(view, town, castle)
        found = []
        for square, reading in {**news.changed, **news.unclear}.items():
            if square in news.hidden or square in castle:
                continue
            best = reading.best
            if best.what != "strange" and best.explains >= 0.5 and reading.margin > 0.6:
                found.append(Difference(square, town.get(square, "bare"), best.what))
        for square, (family, height) in castle.items():
            if square in news.same or square in news.hidden:
                continue
            best_top, next_top = view.tops(square, (height,) if height else (0, 1))[:2]
            if best_top[0] != family and best_top[2] - next_top[2] > 0.6:
                found.append(Difference(square, str(family), str(best_top[0])))
        return tuple(found)

    def _board(self) -> dict[str, Any]:
        return board_of(self.states[0], self.plan.ring) if self.states else {"squares": {}, "lot": {}}

    def _held(self) -> Mapping[str, Any] | None:
        return held(self.states[0]) if self.states else None


def read_alone_look(view: TownView) -> Look:
    """A picture without a history."""
    read = read_alone(view)
    numbers = {cell: number for number, building in enumerate(read.buildings) for cell in building.cells}
    squares: dict[str, Any] = {square: {"worker": colour} for square, colour in read.workers.items()}
    for building in read.buildings:
        for cell in building.cells:
            squares[cell] = {"building": numbers[cell], "form": building.form, "seal": building.seal}
    lot = {square: {"visible": seal, "height": None} for square, seal in read.tops.items()}
    unsure = tuple(read.unsure)
    ruling = Ruling(ASK if unsure else NOTHING, places=unsure[:ASKED])
    return Look({"squares": squares, "lot": lot}, unsure, ruling, None, read.certainty)


def _visible(told: Mapping[str, Any]) -> str:
    """What a camera can tell of a turn."""
    keys = ("type", "form", "cells", "seal", "workers", "castle")
    return str([told.get(key) for key in keys])


def _plain(told: Mapping[str, Any]) -> dict[str, Any]:
    """A turn as the rules take it, without what follows from it."""
    kept = ("type", "form", "seal", "cells", "neutral_gained", "draw", "workers", "castle")
    plain = {key: told[key] for key in kept if key in told}
    banner = told.get("banner")
    plain["banner"] = {"cash": banner["cash"]} if banner else None
    return plain


def _once(things: Iterable[Any]) -> list[Any]:
    once: list[Any] = []
    for thing in things:
        if thing not in once:
            once.append(thing)
    return once
