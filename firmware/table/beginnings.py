"""What lies on the table before the first action, told by hand: King of the Dice's row, Arkadia's lot and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from firmware.byhand.asking import Answer, Hearing, Kind, Steps, words_of
from rules.game import AnyGame
from rules.words import say

if TYPE_CHECKING:
    from firmware.table.table import Table

Edition = Mapping[str, Any] | None
Telling = Callable[[AnyGame, Sequence[str], Hearing, "Table", Edition], Steps[dict[str, Any]]]


def begun_with(
    game: AnyGame, players: Sequence[str], hearing: Hearing, table: Table, edition: Edition = None
) -> Steps[Mapping[str, Any]]:
    """The `given` of the game's set-up; empty for games that begin with nothing to tell.

    Akropolis begins without its site: the first thing that is told or seen is what fills it.
    """
    if game.name not in TOLD:
        return {}
    return (yield from TOLD[game.name](game, players, hearing, table, edition))


def _king(
    game: AnyGame, players: Sequence[str], hearing: Hearing, table: Table, edition: Edition
) -> Steps[dict[str, Any]]:
    from firmware.byhand.king_cards import citizen_kinds, penalty_answers, short
    from rules.king_of_the_dice.cards import C_SLOTS, USUAL

    hidden = (1 << len(USUAL.label)) - 1
    slots: dict[str, str] = {}
    begun = list(hearing.notes)
    for slot in C_SLOTS:
        hearing.notes = [*begun, *(short(label) for label in slots.values())]
        kinds = citizen_kinds(USUAL, hidden)
        slots[slot] = yield from hearing.choose_by_kind(say("which card lies on {}?", slot), kinds)
        same = (n for n in range(USUAL.citizens) if USUAL.label[n] == slots[slot])
        hidden &= ~next(USUAL.bits[n] for n in same if hidden & USUAL.bits[n])
    penalties = {answer.value: answer for answer in penalty_answers(USUAL, None)}
    answers = [*penalties.values(), Answer("", say("nobody looks"))]
    slots["penalty"] = yield from hearing.choose(say("the penalty card on top?"), answers)
    return {"slots": {slot: label for slot, label in slots.items() if label}}


def _arkadia(
    game: AnyGame, players: Sequence[str], hearing: Hearing, table: Table, edition: Edition
) -> Steps[dict[str, Any]]:
    from rules.arkadia.edition import COLOURS, FAMILIES

    given: dict[str, Any] = {}
    known = {player.name: player.colour for player in table.profile.players}
    colours: list[str] = []
    for name in players:
        free = [Answer(colour, words_of(colour)) for colour in COLOURS if colour not in colours]
        colours.append((yield from hearing.choose(say("{} plays?", name), free, (known.get(name, ""),))))
    given["colours"] = colours
    printed = game.edition(edition)
    usual = yield from hearing.choose(
        say("where does the castle lot lie?"),
        [Answer(True, say("on {}, as usual", _square(printed.lot))), Answer(False, say("somewhere else"))],
    )
    if not usual:
        given["lot"] = yield from hearing.choose_by_kind(
            say("top left corner of the lot?"), _corners(game, players, edition)
        )
    cards: list[Any] = []
    for place in (1, 2, 3):
        forms = [Answer(form.name, words_of(form.name)) for form in printed.forms]
        form = yield from hearing.choose(say("open card {} of 3?", place), [*forms, Answer("", say("nobody told"))])
        if not form:
            cards.append("unknown")
            continue
        family = yield from hearing.choose(words_of(form), [Answer(one, words_of(one)) for one in FAMILIES])
        cards.append([form, family])
    return {**given, "face_up": cards}


def _square(place: int) -> str:
    from rules.arkadia.squares import name_of

    return name_of(place)


def _corners(game: AnyGame, players: Sequence[str], edition: Edition) -> list[Kind[str]]:
    """The places where the lot covers no tent, by row."""
    from rules.trouble import Trouble

    kinds: list[Kind[str]] = []
    printed = game.edition(edition)
    for row in range(1, printed.rows + 1):
        answers: list[Answer[str]] = []
        for column in "abcdefghijklmnopqrstuvwxyz"[: printed.columns]:
            name = f"{column}{row}"
            try:
                game.set_up(players, edition=edition, given={"lot": name})
            except Trouble:
                continue
            answers.append(Answer(name, say("{}", name)))
        if answers:
            kinds.append(Kind(say("row {}", row), answers))
    return kinds


TOLD: dict[str, Telling] = {"king-of-the-dice": _king, "arkadia": _arkadia}
