"""What every game promises: set-up, state, action, judge, the legal actions, the standing. Read this first.

A state is an immutable value. An action is what a player did, with the chance that came into it (dice, drawn cards):
nothing here throws a die. `judge` answers an action with `Allowed` or `Refused` and changes nothing.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from rules.clauses import Clauses
from rules.forms import from_json, shown
from rules.ledger import Entry
from rules.settings import Setting, Settings
from rules.standing import Standing
from rules.trouble import Trouble
from rules.words import Phrase, say

S = TypeVar("S")  # a game's state
A = TypeVar("A")  # a game's action
T = TypeVar("T")

Order = Callable[[Sequence[T]], Sequence[T]]  # puts the choices of one step in the order in which they are to be tried
Given = Mapping[str, Any]  # what the table tells that nobody chose: dice rolled, cards drawn
NOTHING_WAIVED: frozenset[str] = frozenset()
LONGEST_NAME = 60


def as_they_come(choices: Sequence[T]) -> Sequence[T]:
    return choices


class Allowed(NamedTuple, Generic[S]):
    """The action stands: the state after it, what it was worth, and what the player may want to know."""

    state: S
    ledger: tuple[Entry, ...]
    warnings: tuple[Phrase, ...] = ()


class Refused(NamedTuple):
    """The action does not stand: the clause it breaks, why in a player's words, and the places concerned."""

    clause: str
    reason: Phrase
    places: tuple[str, ...] = ()


class Game(ABC, Generic[S, A]):
    """One game. It keeps nothing: whatever is going on is in the state."""

    name: ClassVar[str]  # as in commands and records: "saint-malo"
    title: ClassVar[str]  # as on the box
    version: ClassVar[int]  # of these rules; a record names the version it was judged by
    numbers: ClassVar[tuple[int, ...]]  # of players
    points: ClassVar[str]  # the ledger's word for what wins: "vp", "gold"
    clauses: ClassVar[Clauses]
    settings: ClassVar[tuple[Setting, ...]]

    # ---- beginning
    @abstractmethod
    def edition(self, data: Mapping[str, Any] | None = None) -> Any:
        """The edition value of these data, checked; the default edition without data."""

    @abstractmethod
    def edition_data(self, state: S) -> dict[str, Any]:
        """The JSON form of the state's edition; `edition` reads it back."""

    @abstractmethod
    def set_up(
        self,
        players: Sequence[str],
        settings: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | None = None,
        given: Given | None = None,
    ) -> S:
        """The state before the first action. Players are in turn order, the first to play first."""

    @abstractmethod
    def position(self, data: Mapping[str, Any]) -> S:
        """The state of a JSON form, entered by hand or written by `describe`; what is left out is as at the start."""

    # ---- forms
    @abstractmethod
    def describe(self, state: S) -> dict[str, Any]:
        """The state's JSON form, players, changed settings and an edition of one's own included."""

    @abstractmethod
    def action(self, data: Mapping[str, Any]) -> A:
        """The action of a JSON form. What cannot be understood at all is Trouble; what breaks a rule is for `judge`."""

    @abstractmethod
    def told(self, action: A) -> dict[str, Any]:
        """The action's JSON form; `action` reads it back."""

    @abstractmethod
    def in_words(self, state: S, action: A) -> Phrase:
        """What the action does, in a few words for a ledger or a screen; `state` is the one before it."""

    def text(self, state: S) -> str:
        """The state's text form: one line, the same for equal states."""
        return json.dumps(self.describe(state), ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    def from_text(self, text: str) -> S:
        try:
            data = from_json(text)
        except Trouble as trouble:
            raise Trouble(f"that is no text form of a {self.title} state: {trouble}") from None
        return self.position(data)

    # ---- play
    @abstractmethod
    def judge(self, state: S, action: A, waived: frozenset[str] = NOTHING_WAIVED) -> Allowed[S] | Refused:
        """Does the action stand? `waived` are clauses that the table sets aside for it (house rule)."""

    @abstractmethod
    def legal(self, state: S, given: Given | None = None, order: Order[Any] = as_they_come) -> Iterator[A]:
        """The legal actions, one after another as they are asked for, each once in one canonical form.

        `given` is the chance known so far. Each step's choices pass through `order`, so that any legal action can come
        first. What the table is not told (a card in a hidden hand) is listed as the state allows it to be.
        """

    @abstractmethod
    def standing(self, state: S, purses: bool = True) -> Standing:
        """How the players stand. Without `purses`, what is secret at the table stays secret."""

    @abstractmethod
    def players(self, state: S) -> tuple[str, ...]: ...

    @abstractmethod
    def turn(self, state: S) -> int | None:
        """The seat that is to act, None when the game is over."""

    @abstractmethod
    def table_settings(self, state: S) -> Settings: ...

    @abstractmethod
    def with_settings(self, state: S, settings: Settings) -> S:
        """The same state at a table that decided otherwise."""

    # ---- what all games share
    def may_change(self, state: S) -> tuple[Setting, ...]:
        """The settings that the table may still change."""
        del state
        return tuple(setting for setting in self.settings if setting.any_time)

    def loosen(self, data: dict[str, Any], at: str) -> None:
        """A value of a state's JSON form was set by hand at a path: take out, in place, what merely follows from it.

        Only a game whose forms tell some things twice, and whose `position` wants them to agree, has anything to do.
        """

    def check_players(self, players: Sequence[str], numbers: Sequence[int] | None = None) -> tuple[str, ...]:
        numbers = numbers or self.numbers
        if not all(isinstance(name, str) and name.strip() for name in players):
            raise Trouble("every player needs a name")
        if not all(name.isprintable() and len(name) <= LONGEST_NAME for name in players):
            raise Trouble(f"a player's name is one line of at most {LONGEST_NAME} letters")
        if len(set(players)) != len(players):
            raise Trouble("two players have the same name; give each a name of their own")
        if len(players) not in numbers:
            raise Trouble(f"{self.title} is played by {numbers[0]} to {numbers[-1]}, not by {len(players)}")
        return tuple(players)

    def seat_of(self, state: S, player: str | int) -> int:
        """The seat of a player given by name or by number (0 is the first)."""
        names = self.players(state)
        if isinstance(player, int) and not isinstance(player, bool) and 0 <= player < len(names):
            return player
        if player in names:
            return names.index(str(player))
        raise Trouble(f"nobody here is called {shown(player)}; the players are {', '.join(names)}")

    def setting_notes(self, settings: Settings) -> tuple[Phrase, ...]:
        """What a table decided otherwise than the default, for the notes of a standing."""
        return tuple(say("setting {}: {}", name, str(value).lower()) for name, value in settings.changed.items())


AnyGame = Game[Any, Any]
