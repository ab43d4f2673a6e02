"""One value set by hand: whose, which, and what it becomes. The event stays marked as a house rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware.byhand.asking import Answer, Hearing, Interview, Kind, Steps
from firmware.byhand.entry import Entry
from firmware.byhand.vocabulary import items_at, parts_at, places_at, secret_at, values_at
from rules.game import AnyGame
from rules.words import SILENCE, Phrase, say

# What follows from other things, or is no business of a game that is going on.
NEVER = frozenset(("game", "settings", "edition", "options", "name", "colour", "defence", "unseen", "lot", "cities"))
ROOM = 50  # so much more than now a number can become
MOST_BEHIND_A_SCREEN = 199
TABLE = -1


def set_for(game: AnyGame, state: Any, seen: Mapping[str, Any] | None = None) -> Entry:
    """Asks for an event `set` of the sitting, in its JSON form. `seen` is such an event, to put the marker on."""
    data = game.describe(state)
    path = str(seen["at"]).split(".") if seen is not None else []
    like = [seen["value"]] if seen is not None else []

    def script(hearing: Hearing) -> Steps[Mapping[str, Any]]:
        return (yield from _script(game, state, data, path, like, hearing))

    return Interview(script)


def _script(
    game: AnyGame, state: Any, data: Mapping[str, Any], path: list[str], like: Sequence[Any], hearing: Hearing
) -> Steps[Mapping[str, Any]]:
    names = game.players(state)
    seats = [Answer(seat, say("{}", name)) for seat, name in enumerate(names)]
    where = (int(path[1]) if path[0] == "players" else TABLE,) if path else ()
    seat = yield from hearing.choose(say("set whose value?"), [*seats, Answer(TABLE, say("the table"))], where)
    whose = say("the table") if seat == TABLE else say("{}", names[seat])
    hearing.note(whose)
    node: Any = {key: value for key, value in data.items() if key != "players"}
    at = ""
    if seat != TABLE:
        node, at, path = data["players"][seat], f"players.{seat}", path[2:]
    while not _is_value(game, state, at, node):
        key, node = yield from _within(game, state, at, node, path[:1], hearing)
        path, at = path[1:], f"{at}.{key}" if at else key
    value = yield from _value(game, state, at, node, like, hearing)
    return {"do": "set", "at": at, "value": value, "clause": "by-hand"}


def _is_value(game: AnyGame, state: Any, at: str, node: Any) -> bool:
    known = (values_at, items_at, parts_at)
    return isinstance(node, int) or any(find(game, state, at) is not None for find in known)


def _value(game: AnyGame, state: Any, at: str, node: Any, like: Sequence[Any], hearing: Hearing) -> Steps[Any]:
    """What it becomes; the marker stands on what it is now, unless that is a secret."""
    title = say("what is it?")
    if (values := values_at(game, state, at)) is not None:
        return (yield from hearing.choose_by_kind(title, values, like or [node]))
    if (items := items_at(game, state, at)) is not None:
        return (yield from _listed(say("what is there?"), items, node or [], like[0] if like else None, hearing))
    if (parts := parts_at(game, state, at)) is not None:
        whole: dict[str, Any] = {}
        for name, kinds in parts.items():
            wanted = like[0].get(name, []) if like and like[0] else None
            whole[name] = yield from _listed(say("{}?", name), kinds, (node or {}).get(name, []), wanted, hearing)
        return whole
    if isinstance(node, bool):
        return (yield from hearing.yes(say("is it so?"), like or [node], usual=not node))
    if secret_at(game, at):
        return (yield from hearing.number(title, 0, MOST_BEHIND_A_SCREEN, like, 0))
    return (yield from hearing.number(title, min(0, node), max(99, node + ROOM), like, node))


def _within(
    game: AnyGame, state: Any, at: str, node: Any, like: Sequence[str], hearing: Hearing
) -> Steps[tuple[str, Any]]:
    """One of the things that a part of the form holds, or of the places where it may hold one."""
    inside: dict[str, Any] = dict(node) if isinstance(node, Mapping) else {str(n): one for n, one in enumerate(node)}
    if (places := places_at(game, state, at)) is not None:
        key = yield from hearing.choose_by_kind(say("which place?"), places, like)
        hearing.note(say("{}", key))
        return key, inside.get(key)
    able = [
        key
        for key, value in inside.items()
        if key not in NEVER and _leads(game, state, f"{at}.{key}".strip("."), value)
    ]
    answers = [
        Answer(key, _called(key, inside[key]), _now(game, state, f"{at}.{key}".strip("."), inside[key])) for key in able
    ]
    key = yield from hearing.choose_by_kind(say("which value?"), [Kind(a.words, [a]) for a in answers], like)
    hearing.note(_called(key, inside[key]))
    return key, inside[key]


def _leads(game: AnyGame, state: Any, at: str, value: Any) -> bool:
    """Is there a value down this way that can be set?"""
    if any(find(game, state, at) is not None for find in (values_at, items_at, parts_at, places_at)):
        return True
    if isinstance(value, (int, bool)):
        return True
    if isinstance(value, Mapping):
        return any(key not in NEVER and _leads(game, state, f"{at}.{key}", one) for key, one in value.items())
    return isinstance(value, list) and any(_leads(game, state, f"{at}.{n}", one) for n, one in enumerate(value))


def _called(key: str, value: Any) -> Phrase:
    """A field by its name; one of several by its number, and by where it lies if that is told."""
    if not key.isdigit():
        return say("{}", key.replace("_", " "))
    if isinstance(value, Mapping) and isinstance(value.get("at"), list):
        return say("on {},{}", *value["at"])
    return say("number {}", int(key) + 1)


def _now(game: AnyGame, state: Any, at: str, value: Any) -> Phrase:
    """What it is now, where that can be said in a word."""
    if secret_at(game, at):
        return SILENCE
    for kind in values_at(game, state, at) or ():
        for answer in kind.answers:
            if answer.value == value:
                return answer.words
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return say("{}", value) if isinstance(value, int) else SILENCE


def _listed(
    title: Phrase, kinds: Sequence[Kind[Any]], now: Sequence[Any], like: Sequence[Any] | None, hearing: Hearing
) -> Steps[Any]:
    """Several things: one more, or one taken out, until it is as it ought to be."""
    held = list(now)
    words = {repr(answer.value): answer.words for kind in kinds for answer in kind.answers}
    begun = list(hearing.notes)
    while True:
        hearing.notes = [*begun, *[words.get(repr(one), say("{}", str(one))) for one in held]]
        answers = [Answer(ALL, say("that is all")), Answer(MORE, say("one more"))]
        answers += [Answer(n, say("without {}", words.get(repr(one), str(one)))) for n, one in enumerate(held)]
        what = yield from hearing.choose(title, answers, _next(held, like))
        if what == ALL:
            hearing.notes = begun
            return held
        if what == MORE:
            missing = [] if like is None else like[len(held) : len(held) + 1]
            held.append((yield from hearing.choose_by_kind(say("one more"), kinds, missing)))
        else:
            del held[what]


ALL, MORE = -1, -2


def _next(held: Sequence[Any], like: Sequence[Any] | None) -> tuple[int, ...]:
    """What brings a list nearer to the one that was seen."""
    if like is None or list(held) == list(like):
        return (ALL,)
    wrong = next((n for n, one in enumerate(held) if n >= len(like) or like[n] != one), None)
    return (MORE,) if wrong is None else (wrong,)
