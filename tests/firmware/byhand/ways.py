"""Ways through entries: which answers tell an action, how many presses that takes, and evenings told by answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import median
from typing import Any

from firmware.byhand.actions import entry_for, given_for
from firmware.byhand.entry import Entry
from rules.game import AnyGame, Given
from rules.shelf import game_called
from rules.sitting import Done, Sitting
from tests.rules.dealer import dealer_of
from tests.rules.play import shuffled

LONGEST = 200  # questions: an entry that asks more goes round in circles


def presses_of(marker: int, option: int, options: int) -> int:
    """From the marker to an option by the shorter way round, and one to confirm it."""
    apart = abs(option - marker)
    return min(apart, options - apart) + 1


def followed(entry: Entry) -> list[int]:
    """The answers on which the marker stands."""
    way = []
    while (asked := entry.question()) is not None:
        assert asked.options, f"a question without answers: {asked.title}"
        assert 0 <= asked.chosen < len(asked.options), asked
        assert str(asked.title)
        assert all(str(option.words) for option in asked.options), asked
        way.append(asked.chosen)
        entry.answer(asked.chosen)
        assert len(way) < LONGEST
    return way


def answered(entry: Entry, way: Sequence[int]) -> int:
    """Gives the answers one after another; the presses that this took."""
    presses = 0
    for option in way:
        asked = entry.question()
        assert asked is not None, "there are more answers than questions"
        presses += presses_of(asked.chosen, option, len(asked.options))
        entry.answer(option)
    assert entry.question() is None, "there are more questions than answers"
    return presses


def way_to(game: AnyGame, state: Any, action: Any, given: Mapping[str, Any] | None = None) -> tuple[list[int], int]:
    """The answers that tell exactly this action, given to an entry that knows nothing of it; and the presses."""
    told = game.told(action)
    way = followed(entry_for(game, state, given, told))
    entry = entry_for(game, state, given)
    presses = answered(entry, way)
    assert game.told(game.action(entry.action())) == told, f"{entry.action()} is not {told}"
    return way, presses


def way_to_given(game: AnyGame, state: Any, given: Mapping[str, Any]) -> int:
    """The presses that tell what is given, die by die."""
    seeded = given_for(game, state, given, afresh=True)
    entry = given_for(game, state, afresh=True)
    assert seeded is not None
    assert entry is not None
    presses = answered(entry, followed(seeded))
    for key, value in given.items():
        assert entry.action()[key] == value, f"{key}: {entry.action()[key]}, not {value}"
    return presses


def legal_few(game: AnyGame, state: Any, given: Given, rng: Random, count: int) -> list[Any]:
    """Some legal actions of a state, any of them as likely as the order of choices makes it."""
    return [action for _ in range(count) if (action := next(game.legal(state, given, shuffled(rng)), None)) is not None]


def told_evening(name: str, seed: int, players: int, besides: int = 0, limit: int = 2000) -> dict[str, Any]:
    """A random evening, each action told by answers alone; it ends as the rules' own. `besides`: other legal actions
    of each state that are told too, and not done. Figures of the presses."""
    rng = Random(seed)
    game = game_called(name)
    dealer = dealer_of(name)(rng, players)
    begun = dealer.set_up()
    sitting, own = Sitting(game, game.set_up(**begun)), game.set_up(**begun)
    presses: list[int] = []
    others = 0
    for _ in range(limit):
        state = sitting.state
        if game.turn(state) is None:
            break
        given = dealer.given(state)
        action = next(game.legal(state, given, shuffled(rng)))
        way, _ = way_to(game, state, action, given_to_entry(name, given))
        entry = entry_for(game, state, given_to_entry(name, given))
        presses.append(answered(entry, way))
        done = sitting.do({"do": "action", "action": entry.action()})
        assert isinstance(done, Done), f"{name} {seed}: told by hand and refused: {done}"
        verdict = game.judge(own, action)
        own = verdict.state  # type: ignore[union-attr]
        assert sitting.state == own, f"{name} {seed}: the state told by hand is another"
        for other in legal_few(game, state, given, rng, besides):
            way_to(game, state, other, given_to_entry(name, given))
            others += 1
        dealer.saw(action, sitting.state)
    assert game.turn(sitting.state) is None, f"{name} {seed}: the evening did not end"
    return {"actions": len(presses), "presses": int(median(presses)), "most presses": max(presses), "others": others}


def given_to_entry(name: str, given: Given) -> Mapping[str, Any]:
    """What the table may know of what is given: nobody's hand is known to the box."""
    return {key: value for key, value in given.items() if key not in ("hand", "top", "draw", "penalty")} if name != "akropolis" else {}
