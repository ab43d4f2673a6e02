"""Ways through entries: which answers tell an action, how many presses that takes, and evenings told by answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from firmware.byhand.actions import entry_for, given_for
from firmware.byhand.entry import Entry
from rules.game import Allowed, AnyGame, Given
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


def way_to_given(game: AnyGame, state: Any, chance: Mapping[str, Any]) -> tuple[Mapping[str, Any], int]:
    """What is told of the chance of a turn, die by die, by an entry that knows nothing of it; and the presses."""
    seeded, entry = given_for(game, state, chance, afresh=True), given_for(game, state, afresh=True)
    assert seeded is not None
    assert entry is not None
    presses = answered(entry, followed(seeded))
    for key, value in chance.items():
        assert entry.action().get(key) == value, f"{key}: {entry.action().get(key)}, not {value}"
    return entry.action(), presses


def chance_of(name: str, state: Any, action: Any) -> dict[str, Any]:
    """What the table would tell of a turn before it is read: what no picture of the board shows."""
    told = game_called(name).told(action)
    if name == "saint-malo":
        most = min(state.cities[state.seat].coins // 2, 5 - action.dice.count("swords"))
        chance: dict[str, Any] = {"dice": told["dice"]}
        return chance | ({"rotated": len(action.rotated)} if most else {})
    if name == "king-of-the-dice":
        gifts = [gift["to"] for gift in told["given"]]
        return {"dice": [list(die) for die in told["dice"]], "rolls": told["rolls"], "dragon_to": gifts or None}
    if name == "masons":
        return {"dice": told["dice"]}
    if name == "akropolis":
        return {"take": action.take}
    return {"draw": told.get("draw"), "banner": told.get("banner")}


def known(given: Given) -> dict[str, Any]:
    """What the dealer gives, with the last roll only: a table that tells by buttons does not tell every roll."""
    told = dict(given)
    if throws := told.pop("throws", None):
        told |= {"dice": throws[-1], "rolls": len(throws)}
    return told


def legal_few(game: AnyGame, state: Any, given: Given, rng: Random, count: int) -> list[Any]:
    """Some legal actions of a state, each the first of an order of its own."""
    orders = (shuffled(rng) for _ in range(count))
    return [action for order in orders if (action := next(game.legal(state, given, order), None)) is not None]


def told_evening(name: str, seed: int, players: int, besides: int = 0, limit: int = 2000) -> dict[str, Any]:
    """A random evening told by answers alone; each action leads to the same state as the rules' own.

    Every second action is told in one entry, with its dice; the others in two, the chance of the turn first, as a table
    with a camera does. `besides` are other legal actions of each state, told and not done. Returns figures of presses.
    """
    rng = Random(seed)
    game = game_called(name)
    dealer = dealer_of(name)(rng, players)
    begun = dealer.set_up()
    sitting = Sitting(game, game.set_up(**begun))
    whole: list[int] = []
    chances: list[int] = []
    rest: list[int] = []
    for number in range(limit):
        state = sitting.state
        if game.turn(state) is None:
            break
        given = known(dealer.given(state))
        action, *others = legal_few(game, state, given, rng, 1 + besides)
        if number % 2 and given_for(game, state) is not None:
            chance, presses = way_to_given(game, state, chance_of(name, state, action))
            chances.append(presses)
            way, presses = way_to(game, state, action, chance)
            rest.append(presses)
        else:
            chance = {}
            way, presses = way_to(game, state, action)
            whole.append(presses)
        entry = entry_for(game, state, chance)
        answered(entry, way)
        done = sitting.do({"do": "action", "action": entry.action()})
        assert isinstance(done, Done), f"{name} {seed}: told by hand and refused: {done}"
        verdict = game.judge(state, action)
        assert isinstance(verdict, Allowed)
        assert sitting.state == verdict.state, f"{name} {seed}: the state told by hand is another"
        for other in others:
            way_to(game, state, other)
        dealer.saw(action, sitting.state)
    assert game.turn(sitting.state) is None, f"{name} {seed}: the evening did not end"
    return {"actions": len(sitting.steps), "whole": whole, "chance": chances, "rest": rest}


def wandered(entry: Entry, rng: Random, cap: int = 150) -> None:
    """Any answers at all, now and then taken back, until the entry is whole."""
    for number in range(2 * cap):
        asked = entry.question()
        if asked is None:
            return
        assert asked.options, f"a question without answers: {asked.title}"
        if number < cap and rng.random() < 0.1:
            entry.back()
        else:
            entry.answer(rng.randrange(len(asked.options)) if number < cap else asked.chosen)
    raise AssertionError(f"an entry without an end: {entry.question()}")
