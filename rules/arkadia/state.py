"""What is on the table: the table's own decisions, the town, the castle, the purses - and what a player did."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.arkadia.edition import BLANK, COLOURS, FAMILIES, BuildingForm, Edition
from rules.arkadia.squares import around, places_of
from rules.ledger import Entry
from rules.settings import Settings
from rules.words import Phrase

BUILD, WORKERS, PASS = "build", "workers", "pass"
LOT = -1  # the lot, where a building's number is asked for
DECK, UNTOLD = -1, -2  # where a card was drawn from, besides the three face-up places
UNKNOWN = -2  # a face-up card that nobody has told
FACE_UP = 3
HAND = 4
STARTING_WORKERS = 3
BANNERS = 4
BANNER_WORKERS = 2
NOTHING = (0, 0, 0, 0)
VACANT = 255  # a castle square without a piece, or without a printed seal
Four = tuple[int, int, int, int]  # a number for each family


@lru_cache(maxsize=256)
def shapes_of(form: BuildingForm, mirror: bool) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """How a form may lie: each shape, and how far its other squares are from its first."""
    shapes = form.shapes + form.mirrored if mirror else form.shapes
    return tuple((shape, tuple(places_of(shape)[1:])) for shape in shapes)


@lru_cache(maxsize=64)
def words_of(forms: tuple[BuildingForm, ...]) -> tuple[tuple[Phrase, ...], tuple[tuple[Entry, ...], ...]]:
    """For each card, how a ledger says that it was played; and what it says of each seat that took it face up."""
    told = [(form.label, family) for form in forms for family in FAMILIES]
    played = tuple(Phrase("played: {}, {}", card) for card in told)
    return played, tuple(of_each_seat("cards", 1, Phrase("taken face up: {}, {}", card), "card-drawn") for card in told)


def of_each_seat(what: str, change: int, why: Phrase, clause: str) -> tuple[Entry, ...]:
    """A line of the ledger that is always the same but for the seat, made beforehand for every seat."""
    return tuple(Entry(seat, what, change, why, clause) for seat in range(len(COLOURS)))


class Table:
    """What stays as it is for a whole game: who plays, with which edition, and where the lot lies."""

    __slots__ = (
        "board",
        "card_of",
        "colours",
        "edition",
        "faces",
        "form_of",
        "forms",
        "key",
        "labels",
        "lot",
        "lot_at",
        "lot_border",
        "mirror",
        "names",
        "near_lot",
        "played",
        "printed",
        "rim",
        "rim_index",
        "seat_of_colour",
        "settings",
        "shapes",
        "short",
        "taken",
        "tents",
    )

    def __init__(
        self,
        names: tuple[str, ...],
        colours: tuple[str, ...],
        edition: Edition,
        lot_at: int,
        printed: tuple[int, ...],
        settings: Settings,
    ) -> None:
        self.names, self.colours, self.edition, self.settings = names, colours, edition, settings
        self.lot_at, self.printed = lot_at, printed
        self.key = (names, colours, edition, lot_at, printed, settings)
        self.board = edition.board
        self.lot = edition.lot_at(lot_at)
        self.lot_border = around(self.lot) & self.board
        self.rim = edition.rim_at(lot_at)
        self.rim_index = {place: i for i, place in enumerate(self.rim)}
        self.tents = edition.tents
        self.forms = edition.forms
        self.faces = tuple((form.name, family) for form in edition.forms for family in range(len(FAMILIES)))
        self.labels = tuple(form.label for form in edition.forms)
        self.played, self.taken = words_of(edition.forms)
        self.card_of = {(name, FAMILIES[family]): card for card, (name, family) in enumerate(self.faces)}
        self.form_of = {form.name: i for i, form in enumerate(edition.forms)}
        self.short = [form.number < sum(form.cards) for form in edition.forms]  # fewer buildings than cards
        self.seat_of_colour = {colour: seat for seat, colour in enumerate(colours)}
        self.near_lot = bool(settings["workers_near_lot"])
        self.mirror = bool(settings["mirror"])
        self.shapes = tuple(shapes_of(form, self.mirror) for form in edition.forms)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Table) and self.key == other.key)

    def __hash__(self) -> int:
        return hash((self.names, self.colours, self.lot_at, self.printed))

    def __repr__(self) -> str:
        return f"Table({', '.join(self.names)})"


def plus(numbers: Four, family: int, change: int) -> Four:
    """The numbers of all families after one of them changed."""
    red, olive, silver, black = numbers
    if family == 0:
        return red + change, olive, silver, black
    if family == 1:
        return red, olive + change, silver, black
    if family == 2:
        return red, olive, silver + change, black
    return red, olive, silver, black + change


class Player(NamedTuple):
    """What a player has behind the screen, and the banners on it. `holds` are the cards that all have seen him take."""

    workers: int
    neutral: int
    banners: int
    gold: int
    cashed: Four  # of that gold, what each family's seals brought
    seals: Four
    hand: int
    holds: tuple[int, ...] = ()


class Building(NamedTuple):
    form: int
    family: int
    cells: int
    border: int
    done: bool


class Castle(NamedTuple):
    """Each byte stands for a rim square, row by row: a family, or `VACANT`."""

    floors: tuple[bytes, ...]  # what lies on each of the three floors
    tops: bytes  # what is seen from above, a printed seal included


class State(NamedTuple):
    """A moment between two turns. Cards are numbers: form x 4 + family."""

    table: Table
    turn: int
    ply: int  # turns played
    buildings: tuple[Building, ...]
    under_way: tuple[int, ...]  # the buildings that are not completed
    sides: tuple[int, ...]  # their borders
    taken: int  # squares of buildings, workers and the lot
    workers: tuple[int, ...]  # squares of each seat's workers; the neutral ones last
    castle: Castle
    face_up: tuple[int, ...]
    deck: int
    unseen: bytes  # how many cards of each face are neither played, nor face up, nor known to be in a hand
    trigger: int | None  # the seat that finished the second floor
    turns_left: int | None  # turns still to come once the end has begun
    over: bool
    players: tuple[Player, ...]
    by_hand: tuple[int, ...] = ()  # buildings said to be completed though they are not enclosed
    passes: int = 0  # turns passed one after another, without a banner


class Piece(NamedTuple):
    family: int
    place: int
    floor: int | None = None


class Draw(NamedTuple):
    source: int
    card: tuple[str, int] | None = None
    refill: tuple[str, int] | None = None


class Action(NamedTuple):
    """A whole turn. `claims` is what was told of its consequences, as JSON; they are checked, not needed."""

    kind: str
    form: str = ""
    family: int = 0
    cells: int = 0
    neutral_gained: int | None = None  # None: as many as there are
    draw: Draw | None = None
    workers: tuple[tuple[str, int], ...] = ()  # colour and squares
    building: int | None = None
    castle: tuple[Piece, ...] = ()
    cash: Four | None = None  # None: no banner was used
    player: str | int | None = None
    claims: str = ""


def bare(printed: tuple[int, ...]) -> Castle:
    """The lot before anything is built on it."""
    return Castle((bytes([VACANT] * len(printed)),) * 3, bytes(VACANT if seal == BLANK else seal for seal in printed))


def values(castle: Castle) -> Four:
    """What one seal of each family is worth: the squares of the castle that show it from above."""
    tops = castle.tops
    return tops.count(0), tops.count(1), tops.count(2), tops.count(3)


def card_name(table: Table, card: int) -> tuple[str, str]:
    return table.forms[card // 4].name, FAMILIES[card % 4]


def taken_squares(table: Table, buildings: tuple[Building, ...], workers: tuple[int, ...]) -> int:
    taken = table.lot
    for mask in (*(building.cells for building in buildings), *workers):
        taken |= mask
    return taken
