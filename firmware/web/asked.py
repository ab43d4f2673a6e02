"""What a page may ask of the box. Whoever asks was let in by a code; what it asks is checked here all the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from firmware.doors.ports import BACK, BUTTONS, CONFIRM, Press
from firmware.table.byhand import Telling, faces
from firmware.table.disputes import moved
from firmware.table.looking import Looking
from firmware.table.notices import Picking
from firmware.table.playing import Playing
from firmware.table.proposing import Proposing, propose
from rules.trouble import Trouble

if TYPE_CHECKING:
    from firmware.byhand.entry import Entry
    from firmware.table.table import Table
    from firmware.web.window import Window

_PARTS = re.compile(r"[a-z]+|[0-9]+")
LONGEST_WAY = 200  # questions gone through to reach the one about a place


def do(window: Window, message: Mapping[str, Any]) -> Any:
    """What comes of it; Trouble says why not."""
    what = message.get("do")
    if not isinstance(what, str) or what not in ASKED:
        raise Trouble("the box does not know what the page wants; bring both up to date")
    if what not in UNTOUCHED:
        window.loop.glass.touched()
    return ASKED[what](window, message)


def _whole(message: Mapping[str, Any], key: str) -> int:
    value = message.get(key)
    if type(value) is not int or not 0 <= value < 10**9:
        raise Trouble(f"the box needs to know “{key}”; load the page anew")
    return value


def _current(window: Window, message: Mapping[str, Any]) -> None:
    """What somebody taps is meant for the screen they saw."""
    if _whole(message, "serial") != window.serial:
        raise Trouble("The panel has changed meanwhile; look at it again.")


def press(window: Window, message: Mapping[str, Any]) -> str:
    button, kind = message.get("button"), message.get("kind")
    if button not in BUTTONS or kind not in ("tap", "hold"):
        raise Trouble("there are four buttons, and each is tapped or held")
    _current(window, message)
    loop = window.loop
    if kind == "hold" and button == BACK and isinstance(loop.table.now, Playing):
        raise Trouble("What lies behind a screen is looked at on the panel.")
    if kind == "hold" and button not in loop.table.now.holds():
        kind = "tap"
    loop.pressed(Press(str(button), str(kind), loop.doors.clock.now()))
    return "pressed"


def choose(window: Window, message: Mapping[str, Any]) -> str:
    """One of what the panel offers, without scrolling to it."""
    _current(window, message)
    option, loop = _whole(message, "option"), window.loop
    loop.table.helping = False
    now = loop.table.now
    match now:
        case Picking() if option < len(now.options):
            now.chosen = option
        case Telling(asked=asked) if asked is not None and option < len(asked.options):
            now.chosen = option
        case Proposing() if option < len(now.choices):
            now.at, now.page = option, 0
            return "shown"
        case _:
            raise Trouble("That is not offered any more; look at the panel again.")
    loop.pressed(Press(CONFIRM, "tap", loop.doors.clock.now()))
    return "chosen"


def place(window: Window, message: Mapping[str, Any]) -> str:
    """A finger on a place: what was read is told anew from the question about that place on."""
    name = message.get("place")
    if not isinstance(name, str) or not 0 < len(name) <= 40:
        raise Trouble("the box needs to know which place is meant; load the page anew")
    _current(window, message)
    table = window.loop.table
    if table.evening is None or table.over:
        raise Trouble("There is no turn to be told.")
    seen, trial = _seen(table)
    table.guarded(lambda: from_place(table, name, seen, trial))
    return "asked"


def _seen(table: Table) -> tuple[Mapping[str, Any] | None, bool]:
    """What is proposed, or was read and is asked about; nothing but a turn's action is corrected by a finger."""
    now = table.now
    if isinstance(now, Looking):
        raise Trouble("A picture is being read; wait for it.")
    if isinstance(now, Proposing):
        event = now.choices[now.at].event
        if event["do"] != "action":
            raise Trouble("This is put right with the buttons.")
        return event["action"], now.trial
    if table.reading is not None and table.reading.actions:
        return table.reading.actions[0], False
    return None, False


def from_place(table: Table, name: str, seen: Mapping[str, Any] | None, trial: bool) -> None:
    """The entry's own answers are followed up to the first question that offers the place where it was not chosen.

    There the place is taken, and the next question is asked; what is told in the end is proposed and has to be
    confirmed. Where no question offers the place, the entry begins at its start.
    """
    from firmware.byhand.actions import entry_for

    def told(action: Mapping[str, Any]) -> None:
        events = [{"do": "action", "action": dict(action)}]
        propose(table, events, dice=faces(table.given), trial=trial, leave=telling.once_more)

    table.home()
    entry = entry_for(table.game, table.state, table.given or None, seen)
    if not _led_to(entry, name, seen is not None):
        entry = entry_for(table.game, table.state, table.given or None, seen)
    telling = Telling(table, entry, told)
    telling.begin()


def _led_to(entry: Entry, name: str, seen: bool) -> bool:
    """The answers that the marker stands on are given until a question offers the place."""
    for _ in range(LONGEST_WAY):
        asked = entry.question()
        if asked is None:
            return False
        offering = [n for n, option in enumerate(asked.options) if names(str(option.words), name)]
        if offering:
            if asked.chosen not in offering:
                entry.answer(offering[0])
            return True  # else it was read so, and here is where to say otherwise
        for n, option in enumerate(asked.options):
            if n != asked.chosen and _leads_on(str(option.words), name):  # “row 3”: the place may be in it
                entry.answer(n)
                behind = entry.question()
                there = [i for i, other in enumerate(behind.options) if names(str(other.words), name)] if behind else []
                if there:
                    entry.answer(there[0])
                    return True
                entry.back()
        if not seen:
            return False
        entry.answer(asked.chosen)
    return False


def _leads_on(words: str, place: str) -> bool:
    return bool(set(_PARTS.findall(place.casefold())) & set(words.casefold().split()))


def names(words: str, place: str) -> bool:
    return place.casefold() in words.casefold().replace(";", " ").split() or words.casefold() == place.casefold()


def undo(window: Window, message: Mapping[str, Any]) -> str:
    """Take back all after an event; `events` is how many there were when somebody decided on it."""
    table, to, events = window.loop.table, _whole(message, "to"), _whole(message, "events")
    if table.evening is None or message.get("game") != table.evening.id:
        raise Trouble("That game is not on the table.")
    if events != len(table.sitting.events):
        raise Trouble("Something was done meanwhile; look again before taking back.")
    count = sum(1 for step in table.sitting.steps if step.event > to)
    if not count:
        raise Trouble("There is nothing to be taken back.")
    table.guarded(lambda: moved(table, "undo", count))
    if len(table.sitting.events) != events + 1:
        raise Trouble("That was not taken back; the panel says why.")
    return "taken back"


def take_up(window: Window, message: Mapping[str, Any]) -> str:
    """A game from the list: as it stands, on the panel, with the question whether to go on with it."""
    from firmware.table.resume import ask_about

    table, id = window.loop.table, _whole(message, "game")
    kept = next((one for one in table.journal.games() if one.id == id), None)
    if kept is None:
        raise Trouble("That game is not in the journal.")
    table.home()
    table.guarded(lambda: ask_about(table, kept))
    return "shown"


def pair(window: Window, message: Mapping[str, Any]) -> Mapping[str, Any]:
    digits = message.get("code")
    code = window.switch.pairing.answered(digits) if isinstance(digits, str) and len(digits) == 6 else None
    if code is None:
        raise Trouble("That is not the code on the panel, or it has run out.")
    return {"game": code.whose[0], "seat": code.whose[1]} if code.whose else {}


def aim(window: Window, message: Mapping[str, Any]) -> str:
    """One picture as the camera sees the table now. Readings of the game come first."""
    loop = window.loop
    if window.aiming is not None or isinstance(loop.table.now, Looking):
        return "waiting"
    if not loop.table.sight.sees:
        raise Trouble("There is no camera that answers.")
    window.aiming = loop.table.sight.look(lambda eyes, frame: frame)
    return "looking"


def light(window: Window, message: Mapping[str, Any]) -> str:
    from firmware.table.firstrun import light as find
    from firmware.table.notices import nothing

    table = window.loop.table
    if not table.sight.sees:
        raise Trouble("There is no camera that answers.")
    table.home()
    table.guarded(lambda: find(table, nothing))
    return "asked"


ASKED: Mapping[str, Callable[[Window, Mapping[str, Any]], Any]] = {
    "press": press,
    "choose": choose,
    "place": place,
    "undo": undo,
    "take_up": take_up,
    "pair": pair,
    "aim": aim,
    "light": light,
}
UNTOUCHED = ("pair", "aim")  # a panel is not woken by these
