"""King of the Dice: the row of cards, picture by picture, and what was done with the dice."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from firmware.referee.companion import Difference
from firmware.referee.king_turns import (
    action_of,
    all_ways,
    beginnings,
    differing,
    fault,
    held,
    slots_of,
    visible,
)
from firmware.referee.ruling import ASK, MOVE, NOT_ALLOWED, NOTHING, Look, Ruling
from rules.king_of_the_dice.cards import C_SLOTS, V_SLOTS
from rules.king_of_the_dice.game import KING_OF_THE_DICE as GAME
from rules.king_of_the_dice.state import State
from rules.trouble import Trouble
from vision.cards import CardReader, Glance, Row
from vision.markers import Image
from vision.satchel import Satchel

ASKED = 3  # places a question names at most


class KingRowReader:
    """Has learnt a deck of King of the Dice."""

    def __init__(self, satchel: Satchel) -> None:
        self.cards = CardReader(satchel)

    def begin(self, about: Mapping[str, Any], start: Mapping[str, Any]) -> KingRow:
        return KingRow(self.cards, about, start)


class KingRow:
    """Sits at one game. `states` are those the table may be in, the likeliest first."""

    def __init__(self, cards: CardReader, about: Mapping[str, Any], start: Mapping[str, Any]) -> None:
        self.cards = cards
        self.about, self.start = about, start
        self.glance: Glance | None = None
        self.states: list[State] = []
        self.later: list[State] = []  # where an unsettled turn may lead, once the next turn begins
        self.turn = ""  # by what is given, the turn that the last picture belonged to

    # ---- a device's side
    @property
    def state(self) -> State | None:
        return self.states[0] if self.states else None

    def hold(self, state: State) -> None:
        """The table is in this state now, whatever was seen before."""
        self.states, self.later, self.turn = [state], [], ""
        self.start = self.start or {"told": True}

    def differs(self, picture: Image) -> tuple[Difference, ...]:
        """The slots where surely another card lies than is held."""
        row, _ = self.cards.read(picture, self.glance)
        seen = {slot: place.label for slot, place in row.places.items() if place.sure and place.label is not None}
        if not self.states:
            return ()
        known = slots_of(self.states[0])
        return tuple(Difference(slot, str(known[slot]), seen[slot]) for slot in differing(self.states[0], seen))

    def look(self, picture: Image, given: Mapping[str, Any]) -> Look:
        row, glance = self.cards.read(picture, self.glance)
        if not row.places:
            ruling = Ruling(ASK, text=row.advice)
            return Look(self._slots({}), ("all",), ruling, self._held())
        self.glance = glance
        seen = {slot: place.label for slot, place in row.places.items() if place.sure and place.label is not None}
        unsure = tuple(slot for slot, place in row.places.items() if slot not in seen)
        ruling = self.rule(given, seen, unsure)
        certainty = {slot: place.certainty for slot, place in row.places.items()}
        return Look(self._slots(_labels(row)), unsure, ruling, self._held(), certainty)

    def rule(self, given: Mapping[str, Any], seen: Mapping[str, str], unsure: Sequence[str]) -> Ruling:
        """What the row means; the companion goes on only when it is settled."""
        turn = json.dumps([given.get(key) for key in ("player", "dice", "rolls")])
        if turn != self.turn and self.later:
            self.states = self.later
        self.turn, self.later = turn, []
        if not self.start:
            return _ask(unsure) if unsure else Ruling(NOTHING, text="read by itself")
        if not self.states:
            return self._begin(seen, unsure)
        if unsure:
            if given.get("dice") and any(differing(state, seen) for state in self.states):
                self.later = _once([way.after for way in all_ways(self.states, given, seen)])
            return _ask(unsure)
        same = [state for state in self.states if not differing(state, seen)]
        if same:
            return Ruling(NOTHING, text="nothing new")
        if not given.get("dice"):
            return _ask(differing(self.states[0], seen))
        found = all_ways(self.states, given, seen)
        if len(visible(found)) == 1:
            before = self.states[0]
            self.states = _once([way.after for way in found])
            told = _once_told([action_of(way.turn) for way in found])
            text = str(GAME.in_words(before, found[0].turn))
            return Ruling(MOVE, told[0], text=text, done=told[0], others=tuple(told[1 : ASKED + 1]))
        if found:
            self.later = _once([way.after for way in found])
            several = tuple(_once_told([action_of(way.turn) for way in found])[: ASKED + 1])
            text = "more than one turn leads to this row: which was it?"
            return Ruling(ASK, text=text, places=("penalty",), others=several)
        faults = {one for state in self.states if (one := fault(state, given, seen)) is not None}
        if len({one.clause for one in faults}) == 1:
            one = next(iter(faults))
            return Ruling(NOT_ALLOWED, reason=one.clause, places=one.places, text=_why(one.clause))
        return _ask(differing(self.states[0], seen))

    def _begin(self, seen: Mapping[str, str], unsure: Sequence[str]) -> Ruling:
        if any(slot in unsure for slot in (*C_SLOTS, *V_SLOTS, "penalty")):
            return _ask(unsure)
        try:
            self.states = [beginnings(self.about, self.start, seen)]
        except Trouble as trouble:
            return Ruling(ASK, text=str(trouble))
        return _ask(unsure) if unsure else Ruling(NOTHING, text="the row as the sitting begins")

    def _slots(self, read: Mapping[str, str | None]) -> dict[str, Any]:
        """Every slot: as read, or as it is remembered."""
        known = slots_of(self.states[0]) if self.states else {}
        return {"slots": {slot: read.get(slot) or known.get(slot) for slot in self.cards.slots}}

    def _held(self) -> Mapping[str, Any] | None:
        return held(self.states[0]) if self.states else None


def _labels(row: Row) -> dict[str, str | None]:
    return {slot: place.label for slot, place in row.places.items()}


def _once_told(actions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [action for n, action in enumerate(actions) if action not in actions[:n]]


def _once(states: Sequence[State]) -> list[State]:
    return list(dict.fromkeys(states))


def _ask(places: Sequence[str]) -> Ruling:
    named = tuple(places[:ASKED])
    return Ruling(ASK, places=named, text="what lies on " + ", ".join(named) + "?" if named else "look again")


def _why(clause: str) -> str:
    return GAME.clauses[clause].sentence
