"""What people decide: one value set by hand, marked as a house rule; and the settings that are still open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from firmware.table.notices import Act, Picked, Picking, Sure, nothing
from firmware.table.proposing import Proposed, proposed
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table

NOT_SET = ("settings", "edition", "options")


def set_by_hand(table: Table) -> None:
    """Whose value, which value, what it becomes."""
    data = table.game.describe(table.state)
    options: list[Picked] = []
    for seat, name in enumerate(table.names):
        options.append((say("{}", name), _values(table, say("{}", name), data["players"][seat], f"players.{seat}")))
    rest = {key: value for key, value in data.items() if key not in ("players", *NOT_SET)}
    options.append((say("the table"), _values(table, say("the table"), rest, "")))
    table.open(Picking(table, say("Set whose value?"), options, about=say("a house rule: it stays marked")))


def _values(table: Table, whose: Phrase, data: Mapping[str, Any], at: str) -> Act:
    def act() -> None:
        found = list(numbers_in(data, at))
        options: list[Picked] = [
            (say("{}: {}", shown, value), _number(table, path, value)) for path, shown, value in found
        ]
        table.open(Picking(table, whose, options))

    return act


def numbers_in(data: Any, at: str, shown: str = "") -> Iterator[tuple[str, str, int]]:
    """Every number of a state's form, with its path and the last words of it."""
    items = data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        path, words = f"{at}.{key}" if at else str(key), f"{shown} {key}".strip().replace("_", " ")
        if type(value) is int:
            yield path, words, value
        elif isinstance(value, Mapping) and "." not in str(key):
            yield from numbers_in(value, path, words)


def _number(table: Table, path: str, value: int) -> Act:
    return lambda: table.open(Setting(table, path, value))


class Setting(Picking):
    """A number counted up and down; confirm proposes it."""

    name = "setting a value"

    def __init__(self, table: Table, path: str, value: int) -> None:
        self.path, self.was = path, value
        low = min(0, value)
        numbers = range(low, max(value, 0) + 100)
        options: list[Picked] = [(say("{}", n), self._set_to(n)) for n in numbers]
        super().__init__(table, say("{}", path.replace("_", " ")), options, value - low, say("was {}", value))

    def _set_to(self, number: int) -> Act:
        return lambda: sure_set(self.table, [{"do": "set", "at": self.path, "value": number, "clause": "by-hand"}])


def sure_set(table: Table, events: list[dict[str, Any]], then: Act = nothing) -> None:
    """Things set by hand are shown, with what that changes, and confirmed together."""
    lines: list[Phrase] = [say("A house rule: it stays marked.")]
    first = proposed(table, events[0])  # Trouble says why it cannot be set
    if not isinstance(first, Proposed):
        table.say(say("This cannot stand"), first.reason, tone="refused")
        return
    lines.append(first.words)
    lines += [say("{}: {}", str(event["at"]), str(event["value"])) for event in events[1:]]

    def act() -> None:
        for event in events:
            if not table.do(event):
                return
        table.home()
        then()

    table.open(Sure(table, say("Set by hand?"), lines, act))


# ---- settings
def table_decides(table: Table) -> None:
    """The questions on which tables differ, as far as they are open now."""
    now = table.game.table_settings(table.state)
    options: list[Picked] = []
    for setting in table.game.may_change(table.state):
        value = value_in_words(now[setting.name])
        options.append((say("{}: {}", setting.name.replace("_", " "), value), _choices(table, setting.name)))
    table.open(Picking(table, say("The table decides"), options))


def _choices(table: Table, name: str) -> Act:
    def act() -> None:
        setting = next(setting for setting in table.game.settings if setting.name == name)
        now = table.game.table_settings(table.state)[name]
        options: list[Picked] = [(value_in_words(choice), _decided(table, name, choice)) for choice in setting.choices]
        at = setting.choices.index(now)
        table.open(Picking(table, Phrase(setting.sentence), options, at))

    return act


def _decided(table: Table, name: str, value: Any) -> Act:
    def act() -> None:
        if table.game.table_settings(table.state)[name] != value and table.do(
            {"do": "setting", "name": name, "value": value}
        ):
            table.home()

    return act


def value_in_words(value: Any) -> Phrase:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return say("{}", str(value).replace("_", " "))
