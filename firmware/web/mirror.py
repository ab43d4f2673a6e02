"""What the page may know of the panel: its picture and its words, but for what is only meant for whoever sits there."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from firmware.screens import Catalogue
from firmware.screens.views import Choice, Name, Notice, Picture, Proposal, Screen, TablePage, View, Why
from firmware.table.proposing import Proposing
from firmware.web.pairing import ShowingCode
from rules.ledger import Entry
from rules.words import Phrase, say

if TYPE_CHECKING:
    from PIL.Image import Image as Drawing

    from firmware.table.moment import Moment

HIDDEN = say("This is only for those at the panel.")


def private(moment: Moment, view: View) -> bool:
    """A code that only the panel shows; a purse that its owner looks at."""
    return isinstance(moment, ShowingCode) or (isinstance(view, TablePage) and view.peek is not None)


def mirrored(screen: Screen, moment: Moment, drawing: Drawing | None, words: Catalogue) -> dict[str, Any]:
    """The panel as a message to the page."""
    if private(moment, screen.view):
        return {"kind": "hidden", "title": words.say(HIDDEN), "lines": []}
    told = in_words(screen.view, words)
    told["keys"] = {key: words.say(phrase) for key, phrase in vars(screen.view.keys).items() if phrase.pattern}
    told["keys"].pop("hold_back", None) if isinstance(screen.view, TablePage) else None  # peeking is for the panel
    told["help"] = screen.help
    if isinstance(moment, Proposing):
        told["others"] = [words.say(one.words) for one in moment.choices]
        told["at"] = moment.at
    if drawing is not None:
        flat = drawing.convert("1")
        told["size"], told["dots"] = list(flat.size), b64encode(flat.tobytes()).decode()
    return told


def in_words(view: View, words: Catalogue) -> dict[str, Any]:
    """The same for ears: a title, lines, and what can be chosen."""

    def told(phrase: Phrase) -> str:
        return words.say(phrase)

    def entries(some: tuple[Entry, ...], names: tuple[str, ...]) -> list[str]:
        return [told(worth_of(entry, names)) for entry in some]

    match view:
        case Notice():
            return _told(view.tone, told(view.title), [told(line) for line in view.lines])
        case Choice():
            choice = _told("choice", told(view.title), [told(view.about)] if view.about.pattern else [])
            options = [told(option) for option in view.options]
            return {**choice, "options": options, "chosen": view.chosen, "marked": sorted(view.marked)}
        case Proposal():
            names = view.game.players(view.state)
            lines = entries(view.worth, names) + [told(warning) for warning in view.warnings]
            title = say("may I?") if view.trial else say("Umpire proposes")
            dice = [words.word(die) for die in view.dice]
            about = {"words": told(view.words), "dice": dice, "certainty": round(view.certainty, 2)}
            return {**_told("proposal", told(title), lines), **about, "seat": view.seat}
        case TablePage():
            turn = view.game.turn(view.state)
            whose = say("The game is over.")
            if turn is not None:
                whose = say("{} is to act.", view.game.players(view.state)[turn])
            note = [told(view.note)] if view.note.pattern else []
            return _told("game", view.game.title, [told(whose), *note])
        case Why():
            return _told("why", told(view.words), entries(view.entries, view.names))
        case Name():
            return _told("name", told(view.title), [view.written + view.letter])
        case Picture():
            return _told("picture", told(view.title), [told(line) for line in view.lines])


def _told(kind: str, title: str, lines: list[str]) -> dict[str, Any]:
    return {"kind": kind, "title": title, "lines": lines}


def worth_of(entry: Entry, names: tuple[str, ...]) -> Phrase:
    """An entry in one sentence: who, how much, why."""
    who: Phrase | str = names[entry.seat] if entry.seat >= 0 else say("table")
    return say("{}: {} {} – {}", who, f"{entry.change:+d}", say("{}", entry.what), entry.why)
