"""Guild cards by hand: how many, which faces with what each would score, and how many are swapped."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.byhand.asking import Answer, Hearing, Kind, Steps, words_of
from firmware.byhand.masons_board import city_words
from firmware.byhand.worths import signed
from rules.masons.cards import cards_beyond
from rules.masons.game import MASONS
from rules.masons.guild import ABOUT_CITY, ABOUT_OUTSIDE, NUMBER, OF_CITY
from rules.masons.state import Cards, State, Swap
from rules.words import SILENCE, say

DISCARD = -1  # instead of a number of cards played
MOST_PLAYED = 3


def cards_played(state: State, seen: Cards | None, hearing: Hearing) -> Steps[Cards]:
    held, last = state.hands[state.to_act[0]], state.scored == 0
    words = {n: say("{}", n) for n in range(2, MOST_PLAYED + 1)}
    words |= {0: say("none"), 1: say("one"), DISCARD: say("one away, unscored")}
    counts = [n for n in (1, 2) if n <= held] + [0 if last or not held else DISCARD]
    like: Sequence[int] = ()
    if seen is not None:
        like = (DISCARD if seen.discarded else len(seen.faces),)
    count = yield from hearing.choose(
        say("how many cards?"), [Answer(n, words[n]) for n in counts], like, [Answer(n, words[n]) for n in words]
    )
    beyond = cards_beyond(state)
    if count == DISCARD:
        return Cards((), 1, (yield from _drawn(min(2, beyond + 1), seen, hearing)))
    faces: list[str] = []
    wanted = list(seen.faces) if seen is not None else []
    for number in range(count):
        title = say("card {} of {}", number + 1, count)
        face = yield from hearing.choose_by_kind(title, _faces(state), wanted[:1])
        if face in wanted:
            wanted.remove(face)
        faces.append(face)
        hearing.note(words_of(face))
    usual = None if last else 1 if count else min(1, beyond)
    drawn = yield from _drawn(usual, seen, hearing)
    city = None
    cities = state.pieces.cities
    if count and last and len(cities) > 1 and any(face in OF_CITY for face in faces):
        board = state.table.edition.board
        answers = [Answer(one, say("{}", city_words(state, one))) for one in cities]
        named = [one for one in cities if seen is not None and seen.city == board.names(one)]
        city = board.names((yield from hearing.choose(say("for which city?"), answers, named)))
    return Cards(tuple(sorted(faces, key=NUMBER.__getitem__)), 0, drawn, city)


def _faces(state: State) -> list[Kind[str]]:
    """What scores most comes first; faces that score the same in the order of the rules."""
    worth = MASONS.guild(state)

    def kind(faces: Sequence[str]) -> list[Answer[str]]:
        best = sorted(faces, key=lambda face: -(worth[face] or 0))
        return [Answer(face, words_of(face), SILENCE if (n := worth[face]) is None else signed(n)) for face in best]

    return [
        Kind(say("about the city"), kind(ABOUT_CITY)),
        Kind(say("about outside"), kind(ABOUT_OUTSIDE)),
        Kind(say("cities"), kind(("cities",))),
    ]


def _drawn(usual: int | None, seen: Cards | None, hearing: Hearing) -> Steps[int | None]:
    """How many cards were drawn: as the rules have it, unless the table tells all freely."""
    if not hearing.free or usual is None:
        return usual
    like = (seen.drawn,) if seen is not None and seen.drawn is not None else ()
    return (yield from hearing.number(say("how many drawn?"), 0, MOST_PLAYED, like, usual))


def swapped(state: State, seen: Swap | None, hearing: Hearing) -> Steps[Swap]:
    held = state.hands[state.to_act[0]]
    usual = [Answer(n, say("{}", n) if n else say("none")) for n in range(held + 1)]
    more = [Answer(n, say("{}", n)) for n in range(held + 1, held + 3)]
    like = (seen.discarded,) if seen is not None else ()
    count = yield from hearing.choose(say("how many cards swapped?"), usual, like, more)
    drawn = count
    if hearing.free:
        drawn = yield from hearing.number(say("how many drawn?"), 0, held + 2, like, count)
    return Swap(count, drawn)
