"""Sample screens, one of every kind: what the contact sheet shows and what the golden pictures hold fast."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

import numpy as np

from firmware.screens.pages import pages_of
from firmware.screens.views import Choice, Keys, Name, Notice, Picture, Proposal, Screen, TablePage, Why
from rules.record import read
from rules.shelf import GAMES
from rules.sitting import Sitting
from rules.words import say

KEYS = Keys(say("look"), say("take back"), say("page"), say("page"), say("menu"), say("why?"), say("help"))
ANSWER = Keys(say("choose"), say("back"), say("up"), say("down"))
# How many events of each sample evening have been played when its pages are drawn.
MOMENTS = {"saint-malo": 24, "akropolis": 30, "arkadia": 30, "king-of-the-dice": 24, "masons": 40}
# Dice as the table tells them, for games that have some.
DICE = {
    "saint-malo": ("log", "crate", "wall", "cross", "swords"),
    "king-of-the-dice": ("6 B", "2 R", "3 G", "1 B", "1 B", "2 G"),
    "masons": ("black", "green", "?"),
}


@lru_cache(maxsize=16)
def evening(game: str, events: int | None = None) -> Sitting:
    """A sample evening as it stood after some events."""
    record = files("firmware.evenings").joinpath(f"{game}.jsonl").read_text(encoding="utf-8")
    return read(record, events).sitting


def scenes() -> Iterator[tuple[str, Screen]]:
    """Every sample with its name: “views/…” for those of no game's own, else “game/page”."""
    yield from _views()
    for game in GAMES:
        yield from _of_game(game)


def _of_game(name: str) -> Iterator[tuple[str, Screen]]:
    sitting = evening(name, MOMENTS[name])
    game, state = sitting.game, sitting.state
    dice = DICE.get(name, ())
    for page in pages_of(game, state):
        yield f"{name}/{page}", Screen(TablePage(game, state, page, KEYS))
    if dice:
        yield f"{name}/dice", Screen(TablePage(game, state, "dice", KEYS, dice=dice))
        yield f"{name}/standing with dice", Screen(TablePage(game, state, "standing", KEYS, dice=dice))
    if name == "arkadia":
        yield f"{name}/purse:0 peeked at", Screen(TablePage(game, state, "purse:0", KEYS, peek=0))
        yield f"{name}/players, open", Screen(TablePage(game, state, "players", KEYS, open_purses=True))
        yield f"{name}/standing, open", Screen(TablePage(game, state, "standing", KEYS, open_purses=True))
    step = sitting.steps[-1]
    before = evening(name, MOMENTS[name] - 1).state
    proposal = Proposal(game, before, step.seat, step.words, step.ledger, step.warnings, dice, keys=KEYS)
    yield f"{name}/proposal", Screen(proposal)
    yield f"{name}/why", Screen(Why(game, game.players(state), step.words, step.ledger, keys=KEYS))
    last = evening(name)
    yield f"{name}/over", Screen(TablePage(game, last.state, "standing", KEYS))


def _views() -> Iterator[tuple[str, Screen]]:
    sitting = evening("saint-malo", MOMENTS["saint-malo"])
    game, state = sitting.game, sitting.state
    standing = TablePage(game, state, "standing", KEYS)
    answers = (say("log"), say("crate"), say("wall"), say("cross"), say("head"), say("pass"))
    yield "views/notice", Screen(Notice(say("Umpire"), (say("the game is over"), say("most points")), KEYS))
    yield "views/trouble", Screen(Notice(say("No camera"), (_LONG,), ANSWER, "trouble"), signs=_SIGNS)
    yield "views/trouble, last page", Screen(Notice(say("No camera"), (_LONG,), ANSWER, "trouble", 9))
    yield "views/refused", Screen(Notice(say("Not allowed"), (say("{} is filled already", "3,4"),), ANSWER, "refused"))
    yield "views/choice", Screen(Choice(say("which symbol?"), answers, 1, ANSWER, say("a turn"), frozenset((2,))))
    yield "views/choice, last", Screen(Choice(say("which symbol?"), answers, 5, ANSWER))
    yield "views/name", Screen(Name(say("who is number {}?", 2), "Jürg", "e", ANSWER))
    yield "views/long name", Screen(Name(say("who is number {}?", 2), "Maximiliane-Sophie", "A", ANSWER))
    grey = np.add.outer(np.arange(90), np.arange(160)).astype(np.uint8)
    seen = (say("I see {}.", "tray"), say("Looking..."))
    yield "views/picture", Screen(Picture(say("Where things lie"), grey, seen, ANSWER))
    trial = sitting.steps[-1]
    before = evening("saint-malo", MOMENTS["saint-malo"] - 1).state
    sample = Proposal(game, before, 0, trial.words, trial.ledger, (), (), 0.6, KEYS, trial=True)
    yield "views/may I", Screen(sample)
    yield "views/hold", Screen(standing, held=0.6, held_for=say("menu"))
    yield "views/help", Screen(standing, help=True)
    yield "views/signs", Screen(standing, signs=_SIGNS)
    yield "views/note", Screen(TablePage(game, state, "standing", KEYS, note=say("look: {}", "3,4")))
    gone = say("The camera does not answer: everything goes by hand now.")
    yield "views/long note", Screen(TablePage(game, state, "standing", KEYS, note=gone))
    yield "views/long note on a map", Screen(TablePage(game, state, "city:0", KEYS, note=gone))
    house = Why(game, game.players(state), trial.words, trial.ledger, house_rule=("may-not-pass",), keys=KEYS)
    yield "views/house rule", Screen(house)


_SIGNS = {"camera": True, "power": True, "house_rule": True}
_LONG = say("The buttons cannot be read. Nothing is lost; check their wires, they are tried again and again.")
