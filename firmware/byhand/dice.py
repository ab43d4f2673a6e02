"""Dice told one by one, looked over, and each of them put right without telling the others again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from firmware.byhand.asking import Answer, Hearing, Steps, joined
from rules.words import Phrase, say

T = TypeVar("T")
RIGHT = -1


def dice(
    hearing: Hearing,
    count: int,
    ask: Callable[[Phrase, Sequence[T]], Steps[T]],
    words: Callable[[T], Phrase],
    seen: Sequence[T] = (),
    read: bool = False,
) -> Steps[tuple[T, ...]]:
    """`count` faces; `ask` asks for one, given its title and where the marker is to stand.

    With `read`, what was seen is put before the table at once, to be looked over.
    """
    told: list[T] = list(seen) if read and len(seen) == count else []
    begun = list(hearing.notes)
    for number in range(len(told), count):
        hearing.notes = said(begun, list(map(words, told)))
        near = seen[number : number + 1] or told[-1:]
        told.append((yield from ask(say("die {} of {}", number + 1, count), near)))
    while True:
        hearing.notes = said(begun, list(map(words, told)))
        answers = [Answer(RIGHT, say("yes, so they lie"))]
        answers += [Answer(i, say("die {}: {}", i + 1, words(face))) for i, face in enumerate(told)]
        wrong = yield from hearing.choose(say("the dice?"), answers)
        if wrong == RIGHT:
            return tuple(told)
        told[wrong] = yield from ask(say("die {} of {}", wrong + 1, count), told[wrong : wrong + 1])


def said(begun: list[Phrase], faces: list[Phrase]) -> list[Phrase]:
    """All dice are one thing said."""
    return [*begun, joined(faces)] if faces else list(begun)
