"""Arkadia on the shelf: the game's promises, kept by the modules beside this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.arkadia import describing, forms, position, retold
from rules.arkadia.clauses import CLAUSES, SETTINGS
from rules.arkadia.edition import COLOURS, FAMILIES, Edition, data_of, read_edition
from rules.arkadia.judge import judge
from rules.arkadia.legal import legal
from rules.arkadia.squares import names_of
from rules.arkadia.standing import standing
from rules.arkadia.state import BUILD, LOT, WORKERS, Action, State, Table, values
from rules.forms import Form
from rules.game import NOTHING_WAIVED, Allowed, Game, Given, Order, Refused, as_they_come
from rules.settings import Settings
from rules.standing import Standing
from rules.trouble import Trouble
from rules.words import Phrase, listed, say


class Arkadia(Game[State, Action]):
    name = "arkadia"
    title = "Arkadia"
    version = 1
    numbers = (2, 3, 4)
    points = "gold"
    clauses = CLAUSES
    settings = SETTINGS

    def edition(self, data: Mapping[str, Any] | None = None) -> Edition:
        return read_edition(data)

    def edition_data(self, state: State) -> dict[str, Any]:
        return data_of(state.table.edition)

    def set_up(
        self,
        players: Sequence[str],
        settings: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | None = None,
        given: Given | None = None,
    ) -> State:
        """`given`: the players' `colours`, where the `lot` lies, and the three cards `face_up`."""
        told = Form(given or {}, "what is given for Arkadia")
        names = self.check_players(players)
        decided, printing = Settings(SETTINGS, settings), read_edition(edition)
        of_names = list(names) if set(names) <= set(COLOURS) else list(COLOURS[: len(names)])
        colours = told.texts("colours", of_names, among=COLOURS)
        if len(colours) != len(names):
            raise Trouble(f"“colours” must name one for each of the {len(names)} players")
        if len(set(colours)) != len(colours):
            raise Trouble("two players cannot have the same colour")
        lot, printed = position.lot_from(told.any("lot", None), printing)
        table = Table(names, tuple(colours), printing, lot, printed, decided)
        faces = told.items("face_up", ["unknown"] * 3)
        if len(faces) != 3:
            raise Trouble("three cards lie face up at the start; a card that nobody has told is “unknown”")
        told.done()
        return position.beginning(table, faces)

    def position(self, data: Mapping[str, Any]) -> State:
        return position.position(data, self.check_players)

    def describe(self, state: State) -> dict[str, Any]:
        return describing.describe(state)

    def loosen(self, data: dict[str, Any], at: str) -> None:
        """A value set by hand: what merely follows from the rest follows anew."""
        key, *way = at.split(".")
        for following in (*describing.FOLLOWING, "turns_left"):
            if following != key:
                data.pop(following, None)
        if key == "players" and way[-1:] == ["gold"]:
            data["players"][int(way[0])].pop("cashed", None)
        if key == "buildings":
            data["at"] = {name: what for name, what in data["at"].items() if what[0] != "b"}

    def action(self, data: Mapping[str, Any]) -> Action:
        return forms.action_from(data)

    def told(self, action: Action) -> dict[str, Any]:
        return forms.told(action)

    def retold(self, before: State, action: Action, after: State) -> dict[str, Any]:
        """A turn in full, with all that came of it: the `move` of the photo sets."""
        return retold.retold(before, action, after)

    def in_words(self, state: State, action: Action) -> Phrase:
        words = _must_in_words(state.table, state, action)
        for piece in action.castle:
            words = say("{}; {} castle piece on {}", words, FAMILIES[piece.family], names_of(1 << piece.place)[0])
        if action.cash is not None:
            seals = [f"{number} {family}" for family, number in zip(FAMILIES, action.cash, strict=True) if number]
            words = say("{}; banner, seals exchanged: {}", words, listed(seals))
        return words

    def judge(self, state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Allowed[State] | Refused:
        return judge(state, action, waived)

    def legal(self, state: State, given: Given | None = None, order: Order[Any] = as_they_come) -> Iterator[Action]:
        """`given` may hold the player's real `hand`, as [form, family] each, and the `top` card of the stack."""
        return legal(state, given, order)

    def standing(self, state: State, purses: bool = True) -> Standing:
        return standing(state, purses, self.setting_notes(state.table.settings))

    def values(self, state: State) -> dict[str, int]:
        """What a seal of each family is worth now."""
        return dict(zip(FAMILIES, values(state.castle), strict=True))

    def players(self, state: State) -> tuple[str, ...]:
        return state.table.names

    def turn(self, state: State) -> int | None:
        return None if state.over else state.turn

    def table_settings(self, state: State) -> Settings:
        return state.table.settings

    def with_settings(self, state: State, settings: Settings) -> State:
        old = state.table
        return state._replace(table=Table(old.names, old.colours, old.edition, old.lot_at, old.printed, settings))


def _must_in_words(table: Table, state: State, action: Action) -> Phrase:
    if action.kind == BUILD:
        label = action.form.replace("_", " ")
        return say("{} for {} on {}", label, FAMILIES[action.family], listed(list(names_of(action.cells))))
    if action.kind == WORKERS:
        placed = [f"{colour} on {listed(list(names_of(mask)))}" for colour, mask in action.workers]
        words = say("workers: {}", "; ".join(placed))
        if action.building == LOT:
            return say("{}, beside the lot", words)
        if action.building is not None and action.building < len(state.buildings):
            form = table.forms[state.buildings[action.building].form]
            return say("{}, beside {} {}", words, form.label, action.building)
        return words
    return say("pass")


ARKADIA = Arkadia()
