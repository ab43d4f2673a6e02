"""What can stand where in the games' state forms, where it is no number: marks on spaces, cards in slots, pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware.byhand.asking import Answer, Kind, words_of
from rules.game import AnyGame
from rules.words import Phrase, say

Kinds = list[Kind[Any]]
Table = Mapping[str, Sequence[tuple[str, Callable[[Any], Kinds]]]]  # game -> paths, and what can stand there
NOTHING_THERE = say("nothing")
EMPTY = Kind[Any](NOTHING_THERE, [Answer(None, NOTHING_THERE)])


def values_at(game: AnyGame, state: Any, at: str) -> Kinds | None:
    """The words that one value can be."""
    return _found(VALUES, game, state, at)


def items_at(game: AnyGame, state: Any, at: str) -> Kinds | None:
    """What a list can hold that is set as a whole."""
    return _found(ITEMS, game, state, at)


def parts_at(game: AnyGame, state: Any, at: str) -> dict[str, Kinds] | None:
    """The lists of which a value consists that is set as a whole."""
    if game.name == "masons" and re.fullmatch(r"board\.spaces\.[^.]+", at):
        return {"houses": _masons_colours(state), "palaces": _masons_colours(state)}
    return None


def secret_at(game: AnyGame, at: str) -> bool:
    """Does the value lie behind a screen, so that the panel does not say what it is?"""
    return game.name == "arkadia" and bool(re.fullmatch(r"players\.\d+\.(workers|neutral|gold|seals\..+)", at))


def places_at(game: AnyGame, state: Any, at: str) -> Kinds | None:
    """The places where something can be set, though nothing lies there now."""
    return _found(PLACES, game, state, at)


def _found(table: Table, game: AnyGame, state: Any, at: str) -> Kinds | None:
    for path, kinds in table.get(game.name, ()):
        if re.fullmatch(path, at):
            return kinds(state)
    return None


def _each(values: Sequence[Any], words: Callable[[Any], Phrase] = lambda value: words_of(str(value))) -> Kinds:
    return [Kind(words(value), [Answer(value, words(value))]) for value in values]


# ---- Saint Malo
def _malo_spaces(_state: Any) -> Kinds:
    from firmware.byhand.malo_spaces import by_row
    from rules.saint_malo.city import PLACES as NAMES
    from rules.saint_malo.city import SPACES

    return [
        Kind(kind.words, [Answer(NAMES[answer.value], answer.words) for answer in kind.answers])
        for kind in by_row(SPACES)
    ]


def _malo_marks(_state: Any) -> Kinds:
    from rules.saint_malo.city import MARK_OF

    return [EMPTY, *_each(list(MARK_OF.values()))]


# ---- King of the Dice
def _king_citizens(state: Any) -> Kinds:
    from firmware.byhand.king_cards import citizen_kinds

    none = Answer[Any]("empty", NOTHING_THERE)
    kinds: Kinds = [Kind(kind.words, list(kind.answers)) for kind in citizen_kinds(state.cards, None)]
    return [*kinds, Kind(NOTHING_THERE, [none])]


def _king_stack(number: int) -> Callable[[Any], Kinds]:
    def kinds(state: Any) -> Kinds:
        cards = state.cards
        there = [cards.label[card] for card in reversed(cards.stacks[number][1:])]
        return [*_each(there, _king_short), *_each(["empty"], lambda _: NOTHING_THERE)]

    return kinds


def _king_penalty(state: Any) -> Kinds:
    from firmware.byhand.king_cards import penalty_answers

    shown: Kinds = [Kind(answer.words, [answer]) for answer in penalty_answers(state.cards, None)]
    return [*shown, *_each([None], lambda _: say("nobody looked"))]


def _king_pile(state: Any) -> Kinds:
    villages = [label for label in state.cards.label if label.startswith("village/")]
    penalties = [label for label in state.cards.label if label.startswith("penalty/")]
    others = [
        Kind(words, [Answer(label, _king_short(label)) for label in labels])
        for words, labels in ((say("village"), villages), (say("scoundrel"), penalties))
    ]
    return [*_king_citizens(state)[:-1], *others]


def _king_short(label: str) -> Phrase:
    from firmware.byhand.king_cards import short

    return short(label)


# ---- Masons
def _masons_points(state: Any) -> Kinds:
    from firmware.byhand.masons_board import points_kinds

    return list(points_kinds(state, state.table.edition.board.points))


def _masons_towers(_state: Any) -> Kinds:
    from rules.masons.edition import TOWERS

    return [EMPTY, *_each(TOWERS)]


def _masons_lines(state: Any) -> Kinds:
    board = state.table.edition.board
    return [
        Kind(
            say("{} to {}", board.lines[group[0]], board.lines[group[-1]]),
            [Answer(board.lines[line], say("{}", board.lines[line])) for line in group],
        )
        for group in board.groups
    ]


def _masons_spaces(state: Any) -> Kinds:
    from firmware.byhand.masons_board import spaces_by_region

    return [
        Kind(words_of(region), [Answer(name, say("{}", name)) for name in names])
        for region, names in spaces_by_region(state)
    ]


def _masons_colours(_state: Any) -> Kinds:
    from rules.masons.edition import COLOURS

    return _each(COLOURS)


# ---- Akropolis
def _akropolis_kinds(_state: Any) -> Kinds:
    from firmware.byhand.akropolis_tiles import KIND_WORDS

    return _each(list(KIND_WORDS), lambda kind: KIND_WORDS[kind])


def _akropolis_faces(state: Any) -> Kinds:
    """The faces of the edition, by their first hex."""
    from firmware.byhand.akropolis_tiles import KIND_WORDS, face_words

    faces = sorted({face for face, _, _ in state.table.edition.tiles})
    return [
        Kind(KIND_WORDS[kind], [Answer(face, face_words(face)) for face in faces if face[0] == kind])
        for kind in dict.fromkeys(face[0] for face in faces)
    ]


# ---- Arkadia
def _arkadia_squares(state: Any) -> Kinds:
    from firmware.byhand.arkadia_board import squares
    from rules.arkadia.squares import name_of, places_of

    free = places_of(state.table.board & ~state.table.lot)
    return [
        Kind(kind.words, [Answer(name_of(answer.value), answer.words) for answer in kind.answers])
        for kind in squares(free)
    ]


def _arkadia_workers(state: Any) -> Kinds:
    from rules.arkadia.edition import NEUTRAL

    return [
        EMPTY,
        *_each([["w", colour] for colour in (*state.table.colours, NEUTRAL)], lambda held: words_of(held[1])),
    ]


def _arkadia_families(_state: Any) -> Kinds:
    from rules.arkadia.edition import FAMILIES

    return _each(FAMILIES)


def _arkadia_cards(state: Any) -> Kinds:
    from rules.arkadia.edition import FAMILIES

    cards = [
        Kind[Any](
            words_of(form.name),
            [Answer([form.name, family], say("{} {}", words_of(family), words_of(form.name))) for family in FAMILIES],
        )
        for form in state.table.forms
    ]
    return [*cards, *_each(["unknown"], lambda _: say("nobody told"))]


PLACES: Table = {
    "saint-malo": [(r"players\.\d+\.cells", _malo_spaces)],
    "masons": [(r"board\.towers", _masons_points), (r"board\.spaces", _masons_spaces)],
    "arkadia": [(r"at", _arkadia_squares)],
}
VALUES: Table = {
    "saint-malo": [(r"players\.\d+\.cells\..+", _malo_marks)],
    "king-of-the-dice": [
        (r"slots\.C\d", _king_citizens),
        *[(rf"slots\.V{n + 1}", _king_stack(n)) for n in range(5)],
        (r"slots\.penalty", _king_penalty),
    ],
    "masons": [(r"board\.towers\..+", _masons_towers), (r"wall_placed", _masons_lines)],
    "akropolis": [
        (r"players\.\d+\.city\.\d+\.kind", _akropolis_kinds),
        (r"site\.tiles\.\d+\.hexes", _akropolis_faces),
    ],
    "arkadia": [(r"at\..+", _arkadia_workers), (r"face_up\.\d+", _arkadia_cards)],
}
ITEMS: Table = {
    "king-of-the-dice": [(r"players\.\d+\.pile", _king_pile)],
    "masons": [(r"board\.walls", _masons_lines)],
    "arkadia": [(r"castle\..+", _arkadia_families), (r"players\.\d+\.holds", _arkadia_cards)],
}
