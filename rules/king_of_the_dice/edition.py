"""The 65 cards and six dice of one printing. The default is the usual edition; an owner's file may differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.forms import Form
from rules.king_of_the_dice.dice import COLOURS, DICE
from rules.king_of_the_dice.needs import TYPES, need_of
from rules.trouble import Trouble

ROW = 5  # citizens that lie open, each under a stack of villages
CARD_COLOURS = ("yellow", "brown", "blue", "green", "purple")


class Citizen(NamedTuple):
    """A citizen card. A fairy's points go by the number of fairies, so its own are 0."""

    type: str
    code: str
    colour: str | None
    vp: int
    copies: int = 1

    @property
    def label(self) -> str:
        return f"citizen/{self.type}/{self.code}"


class Village(NamedTuple):
    """A stack of villages; its cards from the top down."""

    name: str
    colour: str
    cards: tuple[int, ...]


class Edition(NamedTuple):
    """`dice` has one word for each die: the colours of its values 1 to 6."""

    citizens: tuple[Citizen, ...]
    villages: tuple[Village, ...]
    penalties: tuple[int, ...]
    dice: tuple[str, ...]


def _usual() -> tuple[Citizen, ...]:
    table: tuple[tuple[str, str | None, dict[str, int]], ...] = (
        ("snob", "yellow", {"even": 5, "odd": 5}),
        ("elf", "yellow", {"run6": 7, "run5": 3, "run4": 1}),
        ("dwarf", "brown", {"3x1": 4, "3x3": 4, "3x4": 4, "4x3": 6, "4x4": 6, "4x6": 6, "5x1": 10, "5x6": 10}),
        ("gnome", "blue", {"G3": 1, "G4": 2, "R4": 2, "R5": 3, "B5": 3, "B6": 8}),
        ("orc", "green", {"2+2": 1, "3": 2, "3+2": 3, "4": 3, "5": 7, "2+2+2": 7, "4+2": 8}),
        ("goblin", "purple", {"any4": 1, "any5": 2, "any6": 7}),
        ("apprentice", "purple", {"R2G2B2": 2, "R3B3": 3}),
        ("fairy", "purple", {"R2G2": 0, "R2G3": 0, "R3B2": 0, "G2B2": 0, "G2B3": 0}),
        ("hypnotist", None, {"max12": 1}),
        ("dragon", None, {"min25": -2, "min28": -4, "min30": -6}),
    )
    return tuple(Citizen(type, code, colour, vp) for type, colour, cards in table for code, vp in cards.items())


DEFAULT = Edition(
    citizens=_usual(),
    villages=tuple(
        Village(name, colour, (2, 3, 4))
        for name, colour in zip(("city", "mine", "workshop", "orc_village", "forest"), CARD_COLOURS, strict=True)
    ),
    penalties=(-1, -1, -1, -1, -2, -2, -2, -3, -3, -4),
    dice=("BGRRGB", "BGRRGB", "RBGGBR", "RBGGBR", "GRBBRG", "GRBBRG"),
)


def edition_from(data: Mapping[str, Any] | None) -> Edition:
    """An edition from JSON data; a list that is left out is as in the usual edition."""
    if data is None:
        return DEFAULT
    form = Form(data, "the King of the Dice edition")
    edition = Edition(
        tuple(_citizen(item) for item in form.forms("citizens")) if form.has("citizens") else DEFAULT.citizens,
        tuple(_village(item) for item in form.forms("villages")) if form.has("villages") else DEFAULT.villages,
        form.numbers("penalties", DEFAULT.penalties),
        form.texts("dice", DEFAULT.dice),
    )
    for key in ("citizens", "villages"):
        form.any(key, None)
    form.done()
    _check(edition)
    return edition


def _citizen(form: Form) -> Citizen:
    kind, _, rest = form.text("card").partition("/")
    type, _, code = rest.partition("/")
    if kind != "citizen" or type not in TYPES:
        raise Trouble(f"“card” of {form.name} must be citizen/TYPE/CODE with one of: {', '.join(TYPES)}")
    need_of(type, code)
    colour = form.text("colour", among=CARD_COLOURS) if form.has("colour") else None
    form.any("colour", None)
    vp = form.number("vp", 0) if type == "fairy" else form.number("vp")
    if type == "fairy" and vp:
        raise Trouble(f"“vp” of {form.name} must be left out: fairies score by their number")
    citizen = Citizen(type, code, colour, vp, form.number("copies", 1, low=1, high=40))
    form.done()
    return citizen


def _village(form: Form) -> Village:
    village = Village(form.text("name"), form.text("colour", among=CARD_COLOURS), form.numbers("cards"))
    form.done()
    if not village.cards or len(set(village.cards)) < len(village.cards) or min(village.cards) < 0:
        raise Trouble(f"“cards” of {form.name} must be different points of at least 0, from the top of the stack down")
    if not village.name or "/" in village.name:
        raise Trouble(f"“name” of {form.name} must be a word without a stroke")
    return village


def _check(edition: Edition) -> None:
    labels = [citizen.label for citizen in edition.citizens]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice:
        raise Trouble(f"“citizens” of the King of the Dice edition has {twice} twice; use “copies”")
    if sum(citizen.copies for citizen in edition.citizens) <= ROW:
        raise Trouble(f"“citizens” of the King of the Dice edition must be more than the {ROW} that lie in the row")
    if len(edition.villages) != ROW or len({village.name for village in edition.villages}) < ROW:
        raise Trouble(f"“villages” of the King of the Dice edition must be {ROW} stacks with names of their own")
    if not edition.penalties or max(edition.penalties) > 0:
        raise Trouble("“penalties” of the King of the Dice edition must be points of 0 or less, one for each card")
    if len(edition.dice) != DICE or any(len(die) != 6 or set(die) - set(COLOURS) for die in edition.dice):
        raise Trouble(f"“dice” of the King of the Dice edition must be {DICE} words of six letters out of R, G and B")


def data_of(edition: Edition) -> dict[str, Any]:
    return {
        "citizens": [_told(citizen) for citizen in edition.citizens],
        "villages": [{"name": v.name, "colour": v.colour, "cards": list(v.cards)} for v in edition.villages],
        "penalties": list(edition.penalties),
        "dice": list(edition.dice),
    }


def _told(citizen: Citizen) -> dict[str, Any]:
    data: dict[str, Any] = {"card": citizen.label, "colour": citizen.colour}
    if citizen.type != "fairy":
        data["vp"] = citizen.vp
    if citizen.copies > 1:
        data["copies"] = citizen.copies
    return data
