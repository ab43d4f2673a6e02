"""What people decide: one value set by hand, marked as a house rule; and the settings that are still open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from firmware.table.byhand import Telling
from firmware.table.notices import Act, Picked, Picking, Sure, nothing
from firmware.table.proposing import Proposed, proposed
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Event, Table


def set_by_hand(table: Table) -> None:
    """Whose value, which value or space, what it becomes."""
    from firmware.byhand.setting import set_for  # only a table that disagrees with its rules needs it

    def told(event: Mapping[str, Any]) -> None:
        sure_set(table, [event], no=telling.once_more)

    telling = Telling(table, set_for(table.game, table.state), told)
    telling.begin()


def sure_set(table: Table, events: Sequence[Event], then: Act = nothing, no: Act = nothing) -> None:
    """Things set by hand are shown, with what that changes, and confirmed together."""
    lines: list[Phrase] = [say("A house rule: it stays marked.")]
    first = proposed(table, events[0])  # Trouble says why it cannot be set
    if not isinstance(first, Proposed):
        table.say(say("This cannot stand"), first.reason, tone="refused", then=no)
        return
    lines.append(first.words)
    lines += [say("{}: {}", str(event["at"]), str(event["value"])) for event in events[1:]]

    def act() -> None:
        for event in events:
            if not table.do(event):
                return
        table.home()
        then()

    table.open(Sure(table, say("Set by hand?"), lines, act, no))


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
