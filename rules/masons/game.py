"""Masons on the shelf: the game's promises, kept by the modules beside this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.forms import Form
from rules.game import NOTHING_WAIVED, Allowed, Game, Given, Order, Refused, as_they_come
from rules.masons import forms
from rules.masons.clauses import CLAUSES
from rules.masons.edition import Edition, edition_from
from rules.masons.guild import guild
from rules.masons.judge import judge
from rules.masons.legal import legal
from rules.masons.position import position_from
from rules.masons.scoring import standing
from rules.masons.state import NO_POINTS, SETTINGS, Action, Build, Cards, EarlyRoll, Pieces, State, Table, Wall
from rules.settings import Settings
from rules.standing import Standing
from rules.trouble import Trouble
from rules.words import Phrase, listed, say


class Masons(Game[State, Action]):
    name = "masons"
    title = "Masons"
    version = 1
    numbers = (2, 3, 4)
    points = "vp"
    clauses = CLAUSES
    settings = SETTINGS

    def edition(self, data: Mapping[str, Any] | None = None) -> Edition:
        return edition_from(data)

    def edition_data(self, state: State) -> dict[str, Any]:
        return state.table.edition.data

    def set_up(
        self,
        players: Sequence[str],
        settings: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | None = None,
        given: Given | None = None,
    ) -> State:
        Form(given or {}, "what is given for Masons").done()
        box = edition_from(edition)
        table = Table(self.check_players(players), Settings(SETTINGS, settings), box)
        seats = len(table.names)
        if seats * box.hand > box.cards:
            raise Trouble(f"{box.cards} cards are too few for {seats} hands of {box.hand}")
        pieces = Pieces(0, (0, 0, 0), (0,) * len(box.board.spaces), (), box.supply)
        hands = (box.hand,) * seats
        deck = box.cards - sum(hands)
        return State(table, pieces, (NO_POINTS,) * seats, hands, deck, 0, 0, "wall", -1, (), (), 0, False)

    def position(self, data: Mapping[str, Any]) -> State:
        return position_from(data, self.check_players)

    def describe(self, state: State) -> dict[str, Any]:
        return forms.describe(state)

    def action(self, data: Mapping[str, Any]) -> Action:
        return forms.action_from(data)

    def told(self, action: Action) -> dict[str, Any]:
        return forms.told(action)

    def in_words(self, state: State, action: Action) -> Phrase:
        if isinstance(action, EarlyRoll):
            return say("rolled before building")
        if isinstance(action, Wall):
            return say("wall on {}", action.line)
        if isinstance(action, Build):
            return _turn_in_words(action)
        if isinstance(action, Cards):
            if action.discarded:
                return say("a card discarded unscored")
            if not action.faces:
                return say("no card played")
            if action.city and not state.scored:
                return say("{} for the city {}", listed(list(action.faces)), ", ".join(action.city))
            return say("{} played", listed(list(action.faces)))
        return say("cards swapped: {}", action.discarded)

    def judge(self, state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Allowed[State] | Refused:
        return judge(state, action, waived)

    def legal(self, state: State, given: Given | None = None, order: Order[Any] = as_they_come) -> Iterator[Action]:
        """The legal actions; in stage "end" for `given["dice"]`, or for every roll if that is not given."""
        rolled = forms.given_dice(given) if given else None
        if rolled and rolled[0] is None and self.needs_tower_die(state):
            raise Trouble("“dice” lack the tower die, which is rolled at a wall with an empty end")
        return legal(state, rolled, order)

    def standing(self, state: State, purses: bool = True) -> Standing:
        del purses  # only the faces of the cards are secret, and they are not known here
        return standing(state, self.setting_notes(state.table.settings))

    def players(self, state: State) -> tuple[str, ...]:
        return state.table.names

    def turn(self, state: State) -> int | None:
        if state.stage == "over":
            return None
        return state.to_act[0] if state.to_act else state.seat

    def table_settings(self, state: State) -> Settings:
        return state.table.settings

    def with_settings(self, state: State, settings: Settings) -> State:
        return state._replace(table=state.table._replace(settings=settings))

    # ---- what a table or a camera may ask
    def needs_tower_die(self, state: State) -> bool:
        """Has the wall just placed an end without a tower?"""
        black, white, grey = state.pieces.towers
        return state.stage == "end" and any(
            not (black | white | grey) >> point & 1 for point in state.table.edition.board.ends[state.wall]
        )

    def board(self, state: State) -> dict[str, Any]:
        """`board` as in the photo sets."""
        return forms.board_told(state)

    def supply(self, state: State) -> dict[str, Any]:
        """`supply` as in the photo sets."""
        return forms.supply_told(state.pieces.supply)

    def guild(self, state: State) -> dict[str, int | None]:
        """What each of the 27 card faces would score now; None for those about a city when none was just closed."""
        return guild(state.table.edition.board, state.pieces, state.scored)


def _turn_in_words(turn: Build) -> Phrase:
    towers = [f"{colour} on {point}" for point, colour in turn.towers]
    houses = [f"{colour} on {space}" for space, colour in turn.houses]
    parts = []
    if turn.wall is not None:
        parts.append(say("wall on {}", turn.wall))
    if towers:
        parts.append(say("towers: {}", listed(towers)))
    parts.append(say("houses: {}", listed(houses)))
    if turn.completed:
        parts.append(say("city completed, spaces: {}", len(turn.completed)))
    if turn.joined is not None:
        parts.append(say("joined to an older city, spaces: {}", len(turn.joined.older)))
    if turn.arrangement is not None:
        parts.append(say("its pieces moved about"))
    return Phrase("; ".join(["{}"] * len(parts)), tuple(parts))


MASONS = Masons()
