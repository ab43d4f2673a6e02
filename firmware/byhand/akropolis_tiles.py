"""The tiles of Akropolis as they are asked for: hex by hex, clockwise, begun with whichever the player likes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from firmware.byhand.asking import Answer, Hearing, Kind, Steps
from rules.akropolis.edition import FACES, KINDS
from rules.akropolis.grid import at_of
from rules.words import Phrase, say

KIND_WORDS = {
    "h": say("house"),
    "m": say("market"),
    "b": say("barracks"),
    "t": say("temple"),
    "g": say("garden"),
    "H": say("house plaza"),
    "M": say("market plaza"),
    "B": say("barracks plaza"),
    "T": say("temple plaza"),
    "G": say("garden plaza"),
    "q": say("quarry"),
}
ORDINALS = (say("first hex"), say("second hex"), say("third hex"))


def face_words(face: str) -> Phrase:
    return say("{}, {}, {}", *(KIND_WORDS[kind] for kind in face))


def at_words(cell: int) -> Phrase:
    q, r = at_of(cell)
    return say("{},{}", q, r)


def row_kinds(cells: Iterable[int]) -> list[Kind[int]]:
    """Places row by row, as they are named."""
    rows: dict[int, list[int]] = {}
    for cell in sorted(cells):
        rows.setdefault(at_of(cell)[1], []).append(cell)
    return [
        Kind(say("row {}", r), [Answer(cell, at_words(cell)) for cell in there]) for r, there in sorted(rows.items())
    ]


def tile(hearing: Hearing, title: Phrase, unseen: Mapping[str, int], seen: str = "") -> Steps[str]:
    """One tile that has not turned up yet; any other after “something else”."""
    begun = ""
    for n in range(3):
        able = {turned[n] for face in unseen for turned in _turnings(face) if turned.startswith(begun)}
        if len(able) == 1 and n and not hearing.free:
            begun += able.pop()
            continue
        every = [Answer(kind, KIND_WORDS[kind]) for kind in KINDS]
        usual = [answer for answer in every if answer.value in able]
        said = [KIND_WORDS[kind] for kind in begun]
        heading = say("{}: {}", title, ORDINALS[n])
        hearing.notes += said
        begun += yield from hearing.choose(heading, usual, seen[n : n + 1], every)
        del hearing.notes[len(hearing.notes) - len(said) :]
    return FACES[begun]


def _turnings(face: str) -> tuple[str, str, str]:
    return face, face[1:] + face[0], face[2] + face[:2]


def tiles(hearing: Hearing, unseen: Mapping[str, int], count: int, seen: Sequence[str] = ()) -> Steps[tuple[str, ...]]:
    """Several tiles in their order; then each can be put right."""
    found: list[str] = []
    begun = list(hearing.notes)
    for n in range(count):
        hearing.notes = [*begun, *map(face_words, found)]
        found.append(
            (yield from tile(hearing, say("tile {} of {}", n + 1, count), _left(unseen, found), *seen[n : n + 1]))
        )
    while True:
        hearing.notes = begun
        answers = [Answer(-1, say("yes, so they lie"))]
        answers += [Answer(n, say("{}: {}", n + 1, face_words(face))) for n, face in enumerate(found)]
        wrong = yield from hearing.choose(say("the new tiles?"), answers)
        if wrong < 0:
            return tuple(found)
        others = [face for n, face in enumerate(found) if n != wrong]
        found[wrong] = yield from tile(
            hearing, say("tile {} of {}", wrong + 1, count), _left(unseen, others), found[wrong]
        )


def _left(unseen: Mapping[str, int], faces: Sequence[str]) -> Mapping[str, int]:
    """What can still turn up when these have."""
    left = dict(unseen)
    for face in faces:
        left[face] = left.get(face, 0) - 1
    return {face: number for face, number in left.items() if number > 0}
