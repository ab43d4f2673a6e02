"""Akropolis on the shelf: the game's promises, kept by the modules beside this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.akropolis import forms
from rules.akropolis.clauses import CLAUSES
from rules.akropolis.edition import Edition, data_of, edition_from
from rules.akropolis.grid import place
from rules.akropolis.judge import judge
from rules.akropolis.legal import legal_actions
from rules.akropolis.scoring import sheet
from rules.akropolis.standing import standing
from rules.akropolis.state import SETTINGS, Action, End, Fill, State, Table, lacking, starting_city, taken_out
from rules.forms import Form
from rules.game import NOTHING_WAIVED, Allowed, Game, Given, Order, Refused, as_they_come
from rules.settings import Setting, Settings
from rules.standing import Standing
from rules.trouble import Trouble
from rules.words import Phrase, listed, say


class Akropolis(Game[State, Action]):
    name = "akropolis"
    title = "Akropolis"
    version = 1
    numbers = (2, 3, 4)
    points = "vp"
    clauses = CLAUSES
    settings = SETTINGS

    def edition(self, data: Mapping[str, Any] | None = None) -> Edition:
        return edition_from(data)

    def edition_data(self, state: State) -> dict[str, Any]:
        return data_of(state.table.edition)

    def set_up(
        self,
        players: Sequence[str],
        settings: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | None = None,
        given: Given | None = None,
    ) -> State:
        """`given["site"]` are the faces of the first site; without it the first action fills the site.

        `given["alone"]` keeps one player's city without the others and the site; `given["stones"]` it begins with.
        """
        told = Form(given or {}, "what is given for Akropolis")
        alone = told.flag("alone", False)
        printing = edition_from(edition)
        table = Table(self._names(players, alone), Settings(SETTINGS, settings), printing, alone)
        faces = forms.faces_of(table)
        if alone:
            state = State(table, (starting_city(printing, told.number("stones", low=0)),), (), 0, 0, faces, False)
            told.done()
            return state
        site = forms.faces_from(told, "site") if told.has("site") else ()
        told.any("site", None)
        told.done()
        cities = tuple(starting_city(printing, stones) for stones in printing.stones[: len(table.names)])
        if site and len(site) != len(cities) + 2:
            raise Trouble(f"the first site of {len(cities)} players has {len(cities) + 2} tiles, not {len(site)}")
        if face := lacking(faces, site):
            raise Trouble(f"the first site cannot hold {site.count(face)} tiles {face}: there are {faces.get(face, 0)}")
        return State(table, cities, site, forms.stacks_of(table), 0, taken_out(faces, site), False)

    def _names(self, players: Sequence[str], alone: bool) -> tuple[str, ...]:
        return self.check_players(players, (1,) if alone else self.numbers)

    def position(self, data: Mapping[str, Any]) -> State:
        return forms.position_from(data, self._names)

    def describe(self, state: State) -> dict[str, Any]:
        return forms.describe(state)

    def action(self, data: Mapping[str, Any]) -> Action:
        return forms.action_from(data)

    def told(self, action: Action) -> dict[str, Any]:
        return forms.told(action)

    def in_words(self, state: State, action: Action) -> Phrase:
        if isinstance(action, End):
            return say("the game has ended")
        if isinstance(action, Fill):
            return say("the site is filled up: {}", listed(list(action.refill)))
        where = " ".join(place(cell) for cell in action.at)
        take = action.take or (state.site.index(action.face) + 1 if action.face in state.site else 0)
        level = action.level or 1 + max((c.level for cell in action.at if (c := _top(state, cell))), default=0)
        words = say("{} on {}, level {}", action.face, where, level)
        if take:
            words = say("tile {} of the site, {}", take, words)
        return say("{}; site filled up", words) if action.refill is not None else words

    def judge(self, state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Allowed[State] | Refused:
        return judge(state, action, waived)

    def legal(self, state: State, given: Given | None = None, order: Order[Any] = as_they_come) -> Iterator[Action]:
        """The legal actions; `given["refill"]`, if told, are the faces that come into the site next."""
        refill = None
        if given:
            refill = forms.refill_from(given)
        return legal_actions(state, refill, order)

    def standing(self, state: State, purses: bool = True) -> Standing:
        del purses  # nothing is secret in Akropolis
        return standing(state, self.setting_notes(state.table.settings))

    def players(self, state: State) -> tuple[str, ...]:
        return state.table.names

    def turn(self, state: State) -> int | None:
        return None if state.over else state.seat

    def table_settings(self, state: State) -> Settings:
        return state.table.settings

    def with_settings(self, state: State, settings: Settings) -> State:
        return state._replace(table=state.table._replace(settings=settings))

    def may_change(self, state: State) -> tuple[Setting, ...]:
        """The disputed readings, until the end is scored by them."""
        return () if state.over else super().may_change(state)

    # ---- beyond the contract
    def chief(self, state: State) -> int:
        """The seat of the Chief Architect."""
        return state.chief

    def score_sheet(self, state: State, seat: int) -> dict[str, Any]:
        """A city's points by colour under the names of the photo sets, with each variant and each other reading."""
        return sheet(state.cities[seat], state.table.edition, state.table.settings)


def _top(state: State, cell: int) -> Any:
    return state.cities[state.seat].columns.get(cell)


AKROPOLIS = Akropolis()
