"""Conversations: a script asks one question after another, and an interview answers it, goes back, and starts anew.

A script is a generator: it yields questions and is sent the number of the answer. It may look at nothing but what it
was begun with and what it was answered, for going back tells it all the answers but the last once more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from firmware.byhand.entry import Asked, Option
from rules.words import SILENCE, Phrase, say

T = TypeVar("T")
Steps = Generator[Asked, int, T]  # a part of a conversation that comes to a T
Script = Callable[["Hearing"], Steps[Mapping[str, Any]]]

ELSE = say("something else...")
FEW = 7  # so many answers and fewer are asked for at once; more are asked for in two steps
IN_A_ROW = 12  # numbers that are listed one by one
RECENT = 3  # answers that are said back: a small panel has no room for more, and the newest matter most


class Answer(NamedTuple, Generic[T]):
    """A value, how it is said, and what is known of its worth."""

    value: T
    words: Phrase
    worth: Phrase = SILENCE


class Kind(NamedTuple, Generic[T]):
    """Answers that go together, when there are too many for one question: a row of spaces, a group of cards."""

    words: Phrase
    answers: Sequence[Answer[T]]


def joined(parts: Sequence[Phrase]) -> Phrase:
    """Several phrases as one, each in its own words."""
    if len(parts) < 2:
        return parts[0] if parts else SILENCE
    return Phrase(", ".join(["{}"] * len(parts)), tuple(parts))


def words_of(word: str) -> Phrase:
    """A word of the rules as it is shown; the catalogue may know it."""
    return say("{}", word.replace("_", " "))


class Hearing:
    """What has been answered so far. `free`: the table has asked for what the rules refuse, and all is offered.

    `astray`: what was seen is refused by the rules, so the marker looks for it behind the first “something else”.
    """

    def __init__(self, astray: bool = False) -> None:
        self.notes: list[Phrase] = []
        self.free = False
        self.astray = astray

    def note(self, words: Phrase) -> None:
        self.notes.append(words)

    def choose(
        self,
        title: Phrase,
        answers: Sequence[Answer[T]],
        seen: Sequence[T] = (),
        beyond: Sequence[Answer[T]] = (),
        start: int = 0,
    ) -> Steps[T]:
        """One of the answers; `beyond` are those that the rules refuse, offered after “something else”.

        The marker stands on the first answer that is `seen`, else on the one numbered `start`; on “something else”
        where what was seen is not among the answers.
        """
        known = [answer.value for answer in answers]
        rest = [answer for answer in beyond if answer.value not in known]
        if self.free or not answers:
            answers, rest = [*answers, *rest], []
        chosen = _first(answers, seen)
        if chosen is None or (self.astray and rest):
            elsewhere = self.astray or _first(rest, seen) is not None
            chosen = len(answers) if elsewhere and rest else min(start, len(answers) - 1)
        picked = yield from self._ask(title, answers, chosen, bool(rest))
        if picked == len(answers):
            self.free = True
            return (yield from self.choose(title, [*answers, *rest], seen, (), start))
        return answers[picked].value

    def choose_by_kind(
        self,
        title: Phrase,
        kinds: Sequence[Kind[T]],
        seen: Sequence[T] = (),
        beyond: Sequence[Kind[T]] = (),
        start: int = 0,
        second: Phrase | None = None,
    ) -> Steps[T]:
        """One of many answers in two steps, or in one where they are few. `beyond` are all kinds, refused ones too."""
        if (self.free or not kinds) and beyond:
            kinds, beyond = beyond, ()
        if beyond and sum(len(kind.answers) for kind in kinds) <= FEW:
            kinds = [Kind(answer.words, [answer]) for kind in kinds for answer in kind.answers]
        firsts = [Answer(i, *_heading(kind)) for i, kind in enumerate(kinds)]
        chosen = next((i for i, kind in enumerate(kinds) if _first(kind.answers, seen) is not None), None)
        if chosen is None or (self.astray and beyond):
            elsewhere = self.astray or any(_first(kind.answers, seen) is not None for kind in beyond)
            chosen = len(kinds) if elsewhere and beyond else min(start, len(kinds) - 1)
        picked = yield from self._ask(title, firsts, chosen, bool(beyond))
        if picked == len(kinds):
            self.free = True
            return (yield from self.choose_by_kind(title, beyond, seen, (), 0, second))
        words, answers = kinds[picked]
        if len(answers) == 1:
            return answers[0].value
        self.notes.append(words)
        which = yield from self._ask(second or title, answers, _first(answers, seen) or 0, False)
        self.notes.pop()
        return answers[which].value

    def number(
        self, title: Phrase, low: int, high: int, seen: Sequence[int] = (), start: int | None = None
    ) -> Steps[int]:
        """A number between limits: straight away where there are few, else tens first, and hundreds before tens."""
        size = 1
        while (high - low) // size + 1 > IN_A_ROW:
            size *= 10
        at = start if start is not None else low
        while size > 1:
            firsts = list(range(low // size * size, high + 1, size))
            spans = [(max(first, low), min(first + size - 1, high)) for first in firsts]
            answers = [Answer(span, say("{} to {}", *span)) for span in spans]
            near = next((i for i, span in enumerate(spans) if span[0] <= at <= span[1]), 0)
            low, high = yield from self.choose(
                title, answers, [span for span in spans if any(span[0] <= n <= span[1] for n in seen)], start=near
            )
            size //= 10
        numbers = [Answer(n, say("{}", n)) for n in range(low, high + 1)]
        return (yield from self.choose(title, numbers, seen, start=max(0, min(at, high) - low)))

    def yes(self, title: Phrase, seen: Sequence[bool] = (), usual: bool = True) -> Steps[bool]:
        """Yes or no, the usual one first."""
        answers = [Answer(usual, YES if usual else NO), Answer(not usual, NO if usual else YES)]
        return (yield from self.choose(title, answers, seen))

    def _ask(self, title: Phrase, answers: Sequence[Answer[Any]], chosen: int, with_else: bool) -> Steps[int]:
        """The number of the answer; what leaves no choice at all is not asked."""
        if len(answers) == 1 and not with_else:
            return 0
        options = [Option(answer.words, answer.worth) for answer in answers]
        if with_else:
            options.append(Option(ELSE))
        return (yield Asked(title, tuple(options), chosen, joined(self.notes[-RECENT:])))


YES, NO = say("yes"), say("no")


def _heading(kind: Kind[Any]) -> tuple[Phrase, Phrase]:
    """What stands for a kind: its own words, or its only answer."""
    only = kind.answers[0] if len(kind.answers) == 1 else None
    return (only.words, only.worth) if only else (kind.words, SILENCE)


def _first(answers: Sequence[Answer[T]], seen: Sequence[T]) -> int | None:
    return next((i for i, answer in enumerate(answers) if answer.value in seen), None) if seen else None


class Interview:
    """An Entry made of a script."""

    def __init__(self, script: Script, astray: bool = False) -> None:
        self._script = script
        self._astray = astray
        self._answers: list[int] = []
        self._begin()

    def _begin(self) -> None:
        self._asked: Asked | None = None
        self._told: Mapping[str, Any] = {}
        self._steps = self._script(Hearing(self._astray))
        self._go(None)
        for answer in self._answers:
            self._go(answer)

    def _go(self, answer: int | None) -> None:
        try:
            self._asked = next(self._steps) if answer is None else self._steps.send(answer)
        except StopIteration as end:
            self._asked, self._told = None, end.value

    def question(self) -> Asked | None:
        return self._asked

    def answer(self, option: int) -> None:
        if self._asked is None or not 0 <= option < len(self._asked.options):
            raise ValueError(f"there is no answer {option} to give")
        self._answers.append(option)
        self._go(option)

    def back(self) -> bool:
        if not self._answers:
            return False
        self._answers.pop()
        self._begin()
        return True

    def action(self) -> Mapping[str, Any]:
        if self._asked is not None:
            raise ValueError("not everything has been answered yet")
        return self._told
