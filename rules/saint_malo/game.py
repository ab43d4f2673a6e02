"""Saint Malo on the shelf: the game's promises, kept by the modules beside this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.forms import Form, shown, whole
from rules.game import NOTHING_WAIVED, Allowed, Game, Given, Order, Refused, as_they_come
from rules.saint_malo import forms
from rules.saint_malo.city import blank
from rules.saint_malo.clauses import CLAUSES
from rules.saint_malo.edition import LETTERS, Edition, data_of, edition_from
from rules.saint_malo.judge import judge
from rules.saint_malo.legal import legal_turns
from rules.saint_malo.scoring import NO_POINTS, standing
from rules.saint_malo.state import DICE, FACES, SETTINGS, Action, Attack, City, End, State, Table, Turn
from rules.settings import Settings
from rules.standing import Standing
from rules.trouble import Trouble
from rules.words import Phrase, listed, say


class SaintMalo(Game[State, Action]):
    name = "saint-malo"
    title = "Saint Malo"
    version = 1
    numbers = (2, 3, 4, 5)
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
        told = Form(given or {}, "what is given for Saint Malo")
        alone = told.flag("alone", False)
        told.done()
        printing = edition_from(edition)
        table = Table(self._names(players, alone), Settings(SETTINGS, settings), printing, alone)
        city = City(blank(printing.printed_crates), printing.coins, printing.logs, 0, NO_POINTS)
        return State(table, (city,) * len(table.names), 0, 0, 0, False)

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
        if isinstance(action, Attack):
            return say("pirate attack {}", action.number)
        if isinstance(action, End):
            return say("the game has ended")
        return _turn_in_words(action)

    def judge(self, state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Allowed[State] | Refused:
        return judge(state, action, waived)

    def legal(self, state: State, given: Given | None = None, order: Order[Any] = as_they_come) -> Iterator[Action]:
        """The legal turns for `given["dice"]`; `given["rotated"]`, if told, is how many dice are turned."""
        if state.over:
            return iter(())
        given = given or {}
        told, turned = given.get("dice"), given.get("rotated")
        dice = tuple(told) if isinstance(told, (list, tuple)) else ()
        if len(dice) != DICE or not all(face in FACES for face in dice):
            raise Trouble(f"“dice” must be given as {DICE} faces out of {', '.join(FACES)}")
        if turned is not None and not whole(turned):
            raise Trouble(f"“rotated” must be how many dice were turned, not {shown(turned)}")
        return legal_turns(state, dice, turned, order)

    def standing(self, state: State, purses: bool = True) -> Standing:
        del purses  # nothing is secret in Saint Malo
        return standing(state, self.setting_notes(state.table.settings))

    def players(self, state: State) -> tuple[str, ...]:
        return state.table.names

    def turn(self, state: State) -> int | None:
        return None if state.over else state.seat

    def table_settings(self, state: State) -> Settings:
        return state.table.settings

    def with_settings(self, state: State, settings: Settings) -> State:
        return state._replace(table=state.table._replace(settings=settings))

    def letters(self, state: State) -> Mapping[str, str]:
        """Which letter stands for which person on this table's side of the boards."""
        return LETTERS[str(state.table.settings["board_side"])]


def _turn_in_words(turn: Turn) -> Phrase:
    if turn.symbol is None:
        return say("pass")
    if turn.symbol == "log":
        return say("logs: {}", turn.used if turn.used is not None else turn.dice.count("log"))
    where = listed(list(turn.cells))
    if turn.symbol == "head":
        who = turn.person or "nobody"
        if turn.houses:
            return say("{} on {}, houses on {}", who, where, listed(list(turn.houses)))
        return say("{} on {}", who, where)
    if turn.symbol == "cross":
        return say("church of size {} on {}", turn.used if turn.used is not None else "?", where)
    words = say("{} on {}", turn.symbol, where)
    for bonus in turn.bonus:
        place = listed(list(bonus.cells))
        if bonus.houses:
            words = say("{}; bonus: {} on {}, houses on {}", words, bonus.person, place, listed(list(bonus.houses)))
        else:
            words = say("{}; bonus: {} on {}", words, bonus.person, place)
    return words


SAINT_MALO = SaintMalo()
