"""A game's record: a text of JSON Lines. The first names the game and what it was played with; then one event a line.

Every line but the first carries `before`, the hash of the line before it, and every line ends with `check`, a hash of
itself: a torn, edited or reordered record is told by the line where it stops being true. A record whose lines carry
neither is replayed as unsealed. A line's end is no part of it: LF or CRLF, the same throughout.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.forms import Form, NotJson, from_json, shown, whole
from rules.game import AnyGame, Refused
from rules.shelf import game_called
from rules.sitting import Done, Sitting
from rules.trouble import Trouble

FORMAT = 1
_CHECK = re.compile(r',"check":"([0-9a-f]{16})"\}$')


def sha(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def line_of(body: Mapping[str, Any], before: str | None) -> str:
    """A sealed line; `before` is the whole line before it, None for the first."""
    data = dict(body) if before is None else {**body, "before": sha(before)}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f'{text[:-1]},"check":"{sha(text)[:16]}"}}'


def header_of(
    game: AnyGame,
    players: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    edition: Mapping[str, Any] | None = None,
    given: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The first line of a game from its set-up, or from a position entered by hand."""
    if position is not None:
        state = game.position(position)
        begun: dict[str, Any] = {"position": dict(position)}
    else:
        state = game.set_up(players, settings, edition, given)
        begun = {"given": dict(given)} if given else {}
    return {
        "umpire": "record",
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "players": list(game.players(state)),
        "settings": dict(game.table_settings(state)),
        "edition": game.edition_data(state),
        **begun,
    }


def sitting_of(header: Mapping[str, Any]) -> Sitting:
    """The sitting that a first line begins."""
    form = Form(header, "the first line")
    if form.any("umpire", None) != "record":
        raise Trouble("the first line does not say that this is an Umpire record")
    if not whole(known := form.any("format", None)) or known != FORMAT:
        raise Trouble(f"the record is written in format {shown(known)}, and this Umpire reads format {FORMAT}")
    game = game_called(form.text("game"))
    version = form.number("rules")
    if version != game.version:
        raise Trouble(
            f"the record was judged by version {version} of the {game.title} rules, and this Umpire has version "
            f"{game.version}; replay it with the Umpire that wrote it"
        )
    players, settings = form.texts("players"), form.form("settings", {}).data
    edition, given, position = (
        form.form(key).data if form.has(key) else None for key in ("edition", "given", "position")
    )
    for key in ("edition", "given", "position"):
        form.any(key, None)
    form.done()
    if position is None:
        return Sitting(game, game.set_up(players, settings, edition, given))
    if given is not None:
        raise Trouble("the first line gives a position, so nothing else can be given for a set-up")
    begun = dict(position)
    if settings:
        begun["settings"] = {**Form(position, "the position").form("settings", {}).data, **settings}
    if edition is not None:
        begun["edition"] = edition
    state = game.position(begun)
    if game.players(state) != players:
        raise Trouble("the first line names other players than its position does")
    return Sitting(game, state)


@dataclass(frozen=True)
class Replayed:
    """A record brought back to life: the sitting, what each event did, and whether the record was sealed."""

    header: Mapping[str, Any]
    sitting: Sitting
    done: tuple[Done, ...]
    sealed: bool
    left: int = 0  # events after the one that the replay was to stop at


def write(header: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> str:
    """The whole text of a record, sealed."""
    lines = [line_of(header, None)]
    for number, event in enumerate(events, 1):
        lines.append(line_of({"n": number, **event}, lines[-1]))
    return "\n".join(lines) + "\n"


def unsealed(text: str) -> tuple[str, bool, str | None]:
    """A line's text without its check, whether the check is true, and the check itself."""
    found = _CHECK.search(text)
    if not found:
        return text, True, None
    bare = text[: found.start()] + "}"
    return bare, sha(bare)[:16] == found[1], found[1]


def read(text: str, until: int | None = None) -> Replayed:
    """Replay a record, up to event `until` if it is given. Trouble names the line."""
    if until is not None and until < 0:
        raise Trouble(f"a replay cannot stop at event {until}; 0 is before the first")
    lines, ended = _lines(text)
    wanted = len(lines) if until is None else min(len(lines), until + 1)
    header, seal = _parse(lines, 0, None, ended)
    try:
        sitting = sitting_of(header)
    except Trouble as trouble:
        raise Trouble(f"line 1: {trouble}") from None
    sealed = seal is not None
    done: list[Done] = []
    for i in range(1, wanted):
        event, _ = _parse(lines, i, sealed, ended)
        number = event.pop("n", i)
        if not whole(number) or number != i:
            raise Trouble(
                f"line {i + 1} says that it is event {shown(number)}, but it is event {i}: a line is missing or moved"
            )
        try:
            answer = sitting.do(event)
        except Trouble as trouble:
            raise Trouble(f"line {i + 1}: {trouble}") from None
        if isinstance(answer, Refused):
            raise Trouble(f"line {i + 1}: the rules refuse this action ({answer.clause}): {answer.reason}")
        done.append(answer)
    return Replayed(header, sitting, tuple(done), sealed, len(lines) - wanted)


def _lines(text: str) -> tuple[list[str], bool]:
    """The lines without their ends, and whether the last one has its end. Only the first is sure to be looked at."""
    if not text:
        raise Trouble("the record is empty")
    if text[0] == "\ufeff":
        raise Trouble("line 1 begins with a byte order mark; save the record as UTF-8 without one")
    end = "\r\n" if text.split("\n", 1)[0].endswith("\r") else "\n"
    lines = text.split(end)
    ended = not lines[-1]
    if ended:
        lines.pop()
    else:
        lines[-1] = lines[-1].removesuffix(end[:-1])  # torn in the middle of its end
    return lines, ended


def _parse(lines: list[str], i: int, sealed: bool | None, ended: bool) -> tuple[dict[str, Any], str | None]:
    """Line `i` as an event (or header) and its check, after its hashes have been looked at."""
    bare, true, check = unsealed(lines[i])
    try:
        data = from_json(bare)
    except NotJson:
        torn = i == len(lines) - 1 and not ended
        what = "is torn off" if torn else "is empty" if not bare.strip() else "is not a line of a record"
        raise Trouble(f"line {i + 1} {what}{_saved(i)}") from None
    except Trouble as trouble:
        raise Trouble(f"line {i + 1} is not a line of a record: {trouble}{_saved(i)}") from None
    if not isinstance(data, dict):
        raise Trouble(f"line {i + 1} is not a line of a record{_saved(i)}")
    if not true or "check" in data:
        raise Trouble(f"line {i + 1} was changed after it was written: its check does not fit{_saved(i)}")
    if i == 0:
        return data, check
    before = data.pop("before", None)
    if not sealed:
        if before is not None or check is not None:
            raise Trouble(f"line {i + 1} carries a hash though the first line has none: lines were changed or mixed")
        return data, None
    if before is None or check is None:
        raise Trouble(f"line {i + 1} carries no hash though the lines before it do{_saved(i)}")
    if before != sha(lines[i - 1]):
        raise Trouble(f"line {i + 1} does not follow line {i}: one of them was changed, moved or left out{_saved(i)}")
    return data, check


def _saved(i: int) -> str:
    """What can still be replayed when line `i` cannot."""
    if i < 2:
        return "" if i == 0 else "; no event before it can be replayed"
    events = "the event before it is" if i == 2 else f"the {i - 1} events before it are"
    return f"; {events} whole (--until {i - 1} replays {'it' if i == 2 else 'them'})"
