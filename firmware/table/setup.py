"""A new game, question by question: which, who in which order, colours, what the table decides, what lies there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from firmware.byhand.asking import Answer, Hearing, Interview, Steps
from firmware.profile import Player
from firmware.table.beginnings import begun_with
from firmware.table.byhand import Telling
from firmware.table.firstrun import where_things_lie
from firmware.table.handset import value_in_words
from firmware.table.notices import Sure
from rules.game import LONGEST_NAME, AnyGame
from rules.record import header_of
from rules.shelf import GAMES, game_called
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
DONE, RUB_OUT, WRITE = "", "<", None


def new_game(table: Table) -> None:
    """Ask, show what will be begun, begin it. No game that was kept before is touched."""

    def told(begun: Mapping[str, Any]) -> None:
        game = game_called(begun["game"])
        rest = {key: value for key, value in begun.items() if key != "game"}
        header = header_of(game, **rest)
        names = header["players"]
        lines = [say("{} begins.", names[0]), say("Players: {}", ", ".join(names))]
        changed = [s.name for s in game.settings if header["settings"].get(s.name) != s.default]
        lines += [say("{}: {}", name.replace("_", " "), str(header["settings"][name]).lower()) for name in changed]
        sure = Sure(
            table,
            Phrase(game.title),
            lines,
            lambda: begin(table, header),
            telling.once_more,
            (say("begin"), say("back")),
        )
        table.open(sure)

    telling = Telling(table, Interview(lambda hearing: script(table, hearing)), told)
    telling.begin()


def begin(table: Table, header: Mapping[str, Any]) -> None:
    """The game is in the journal before it is shown."""
    table.take_up(table.journal.begin(header))
    colours = header.get("given", {}).get("colours", ())
    names = header["players"]
    players = tuple(Player(name, colours[n] if n < len(colours) else "") for n, name in enumerate(names))
    table.home()
    kept = table.keep_profile(_with_game(table, players, header["game"]))
    if kept and table.sight.sees:
        where_things_lie(table)


def _with_game(table: Table, players: tuple[Player, ...], game: str) -> Any:
    from dataclasses import replace

    return replace(table.profile.seated(players), last_game=game)


def script(table: Table, hearing: Hearing) -> Steps[Mapping[str, Any]]:
    """What `header_of` is to be told, and the game's name."""
    names = list(GAMES)
    answers = [Answer(name, Phrase(game_called(name).title)) for name in names]
    name = yield from hearing.choose(say("which game?"), answers, (table.profile.last_game,))
    game = game_called(name)
    hearing.note(Phrase(game.title))
    players = yield from _players(table, game, hearing)
    settings = yield from _settings(game, hearing)
    eyes = table.sight.eyes
    edition = eyes.edition_of(game) if eyes is not None and table.sight.sees else None
    given = yield from begun_with(game, players, hearing, table, edition)
    begun: dict[str, Any] = {"game": name, "players": list(players), "settings": settings}
    if edition is not None:
        begun["edition"] = edition
    return {**begun, "given": given} if given else begun


# ---- who plays
def _players(table: Table, game: AnyGame, hearing: Hearing) -> Steps[tuple[str, ...]]:
    numbers = [Answer(n, say("{} players", n)) for n in game.numbers]
    known = [player.name for player in table.profile.players]
    count = yield from hearing.choose(
        say("how many?"), numbers, start=max(0, game.numbers.index(2) if 2 in game.numbers else 0)
    )
    seated: list[str] = []
    for seat in range(count):
        free = [name for name in known if name not in seated]
        spare = next(name for n in range(seat + 1, 99) if (name := f"Player {n}") not in (*known, *seated))
        answers: list[Answer[str | None]] = [Answer(one, say("{}", one)) for one in free]
        answers += [Answer(spare, say("{}", spare)), Answer(WRITE, say("write a name"))]
        title = say("who begins?") if seat == 0 else say("who is number {}?", seat + 1)
        picked = yield from hearing.choose(title, answers)
        if picked is None:
            picked = yield from written(hearing, [*seated])
        seated.append(picked)
        hearing.note(say("{}", picked))
    return tuple(seated)


def written(hearing: Hearing, taken: Sequence[str]) -> Steps[str]:
    """A name, letter by letter; the first letter of each word is a capital."""
    name = ""
    begun = list(hearing.notes)
    while True:
        hearing.notes = [*begun, say("{}_", name)]
        large = not name or name.endswith(" ")
        letters = [
            Answer(letter if large else letter.lower(), say("{}", letter if large else letter.lower()))
            for letter in LETTERS
        ]
        if name and not name.endswith(" "):
            letters.append(Answer(" ", say("(a gap)")))
        if name.strip() and name.strip() not in taken:
            letters.insert(0, Answer(DONE, say("done: {}", name.strip())))
        if name:
            letters.append(Answer(RUB_OUT, say("rub out")))
        letter = yield from hearing.choose(say("which letter?"), letters, start=1 if name else 0)
        if letter == DONE:
            hearing.notes = begun
            return name.strip()
        name = name[:-1] if letter == RUB_OUT else (name + letter)[:LONGEST_NAME]


# ---- what the table decides
def _settings(game: AnyGame, hearing: Hearing) -> Steps[dict[str, Any]]:
    chosen: dict[str, Any] = {}
    while game.settings:
        now = {setting.name: chosen.get(setting.name, setting.default) for setting in game.settings}
        answers: list[Answer[str | None]] = [Answer(None, say("play like this") if chosen else say("as usual"))]
        for setting in game.settings:
            is_now = value_in_words(now[setting.name])
            answers.append(Answer(setting.name, say("{}: {}", setting.name.replace("_", " "), is_now)))
        name = yield from hearing.choose(say("the table decides"), answers)
        if name is None:
            break
        picked = next(setting for setting in game.settings if setting.name == name)
        choices = [Answer(choice, value_in_words(choice)) for choice in picked.choices]
        at = picked.choices.index(now[name])
        value = yield from hearing.choose(Phrase(picked.sentence), choices, start=at)
        if value == picked.default:
            chosen.pop(name, None)
        else:
            chosen[name] = value
    return chosen
