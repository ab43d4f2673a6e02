"""What is to be shown, as plain values: the table loop makes views, `firmware.screens.draw` makes pictures of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.game import AnyGame
from rules.ledger import Entry
from rules.words import SILENCE, Phrase


@dataclass(frozen=True)
class Keys:
    """What each button does now, in a word or two; SILENCE: nothing. Shown by help, and in short at the foot."""

    confirm: Phrase = SILENCE
    back: Phrase = SILENCE
    previous: Phrase = SILENCE
    next: Phrase = SILENCE
    hold_confirm: Phrase = SILENCE
    hold_back: Phrase = SILENCE
    hold_previous: Phrase = SILENCE
    hold_next: Phrase = SILENCE


@dataclass(frozen=True)
class Notice:
    """A title and sentences; `page` of the pages they need is shown. `tone`: "plain", "trouble", "refused" or "ask"."""

    title: Phrase
    lines: tuple[Phrase, ...] = ()
    keys: Keys = Keys()
    tone: str = "plain"
    page: int = 0


@dataclass(frozen=True)
class Choice:
    """One of several: a menu, a question, a step of an entry by hand. `chosen` is marked; the rest scrolls."""

    title: Phrase
    options: tuple[Phrase, ...]
    chosen: int = 0
    keys: Keys = Keys()
    about: Phrase = SILENCE  # what has been answered so far, or what the question is about
    marked: frozenset[int] = frozenset()  # options that are ticked or unsure, shown with a sign of their own


@dataclass(frozen=True)
class Proposal:
    """What Umpire takes the picture for, and what it is worth. Nothing counts before it is confirmed."""

    game: AnyGame
    state: Any  # before the action
    seat: int | None
    words: Phrase
    worth: tuple[Entry, ...]
    warnings: tuple[Phrase, ...] = ()
    dice: tuple[str, ...] = ()  # the dice as seen
    certainty: float = 1.0
    keys: Keys = Keys()
    trial: bool = False  # "may I?": nothing will be recorded
    page: int = 0  # of the pages it needs (`firmware.screens.page_count`), the one shown


@dataclass(frozen=True)
class TablePage:
    """A page of a game (see `firmware.screens.pages_of`). `peek` is the seat whose secrets may be shown, if any."""

    game: AnyGame
    state: Any
    page: str
    keys: Keys = Keys()
    peek: int | None = None
    open_purses: bool = False
    note: Phrase = SILENCE  # one line at the foot: "look: c7 is hidden", "hand in the picture"
    dice: tuple[str, ...] = ()


@dataclass(frozen=True)
class Why:
    """Ledger entries of one event, with their arithmetic and clause; `at` counts entries from the newest."""

    game: AnyGame
    names: tuple[str, ...]
    words: Phrase
    entries: tuple[Entry, ...]
    at: int = 0
    of: int = 1
    house_rule: tuple[str, ...] = ()
    keys: Keys = Keys()
    page: int = 0  # of the pages it needs (`firmware.screens.page_count`), the one shown


@dataclass(frozen=True)
class Name:
    """A word being written letter by letter: a player's name."""

    title: Phrase
    written: str
    letter: str
    keys: Keys = Keys()


@dataclass(frozen=True)
class Picture:
    """A small grey picture for aiming, with what was found in it: one line a surface."""

    title: Phrase
    picture: Any  # a grey array, any size
    lines: tuple[Phrase, ...] = ()
    keys: Keys = Keys()


View = Notice | Choice | Proposal | TablePage | Why | Name | Picture


@dataclass(frozen=True)
class Screen:
    """A view and what lies over it: a bar while a button is held, a mark for a lost camera, one for help."""

    view: View
    held: float = 0.0  # 0 to 1: how far a hold has come
    held_for: Phrase = SILENCE
    help: bool = False
    signs: Mapping[str, bool] = field(default_factory=dict)  # "camera", "power", "house_rule": small signs in a corner
