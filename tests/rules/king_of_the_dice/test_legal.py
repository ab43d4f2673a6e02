"""The legal turns are those that the judge allows: nothing legal missing, nothing illegal offered, each once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, product
from random import Random
from time import perf_counter
from typing import Any

import pytest

from rules.game import Allowed, Given
from rules.king_of_the_dice.clauses import SETTINGS
from rules.king_of_the_dice.dice import roll_from
from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.king_of_the_dice.state import State, Turn
from rules.trouble import Trouble
from tests.rules.king_of_the_dice.dealer import TheDealer, throw
from tests.rules.king_of_the_dice.tables import NOTHING, PURPLE, ROW, dice, table
from tests.rules.play import shuffled

GAME = KING_OF_THE_DICE
Named = tuple[tuple[int, str], ...]


def turns(state: State, given: Given | None = None, order: Any = None) -> list[Turn]:
    return list(GAME.legal(state, given, order) if order else GAME.legal(state, given))


# ---- brute force
def some_of(items: Sequence[Any], most: int) -> Iterator[tuple[Any, ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(most + 1))


def every_way(state: State, given: Given, nexts: Sequence[str | None]) -> Iterator[Turn]:
    """Turns of every shape with these dice and cards to come, sensible or not."""
    label = state.cards.label
    roll = roll_from(given["dice"], "“dice”")
    row: Named = tuple((i, label[card]) for i, card in enumerate(state.row))
    tops: Named = tuple((s, label[state.cards.stacks[s][n]]) for s, n in enumerate(state.villages) if n)
    draw = given["draw"]
    news: list[Named] = [()]
    news += [((i, draw[0]),) for i in range(5)]
    news += [((i, draw[a]), (j, draw[1 - a])) for i in range(5) for j in range(i) for a in (0, 1)]
    dragons = [card for _, card in row if "dragon" in card]
    gifts = [(), *(((card, to),) for card in dragons for to in range(len(state.names)))]
    seat, rolls = state.seat, given["rolls"]
    for taken, villages in product(some_of(row, 2), some_of(tops, 2)):
        # To keep them few: stacks far from the citizens taken are tried with the first card that comes only.
        if not taken or any(abs(s - i) > 1 for s, _ in villages for i, _ in taken):
            continue
        for new, gift, another in product(news, gifts, (True, False)):
            if gift and not any("dragon" in card for _, card in taken):
                continue
            yield Turn(roll, rolls, taken, villages, None, (), gift, new, None, another, seat)
    penalties = {label[state.penalty]} if state.penalty >= 0 else set(label[state.cards.first_penalty :])
    for penalty, discarded, new, following in product(penalties, some_of([card for _, card in row], 1), news, nexts):
        yield Turn(roll, rolls, (), (), penalty, discarded, (), new, following, False, seat)


def compare(state: State, given: Given, rng: Random) -> int:
    offered = turns(state, given, shuffled(rng))
    assert len(set(offered)) == len(offered), "a turn is offered twice"
    for turn in offered:
        assert isinstance(GAME.judge(state, turn), Allowed), turn
    nexts = [given["penalty"]] if state.penalties > 1 else [None]
    good = {turn for turn in every_way(state, given, nexts) if isinstance(GAME.judge(state, turn), Allowed)}
    if state.cards.rulings.refill_right_first:
        swapped = {turn for turn in good if turn.new and len(turn.new) > 1 and turn.new[0][1] != given["draw"][0]}
    else:
        swapped = {turn for turn in good if turn.new and len(turn.new) > 1 and turn.new[1][1] != given["draw"][0]}
    other = {turn for turn in good if turn.new and len(turn.new) == 1 and turn.new[0][1] != given["draw"][0]}
    ended = {turn for turn in good if turn.another and (done := GAME.judge(state, turn)) and done.state.over}  # type: ignore[union-attr]
    # Two drawn cards can lie either way for the judge, who does not see in which order they were drawn; and an
    # apprentice's turn may be wished for in vain when the game is over.
    assert set(offered) == good - swapped - other - ended
    return len(offered)


def positions(seed: int) -> Iterator[tuple[State, Given]]:
    """Positions of a random game with other settings, hypnotists and dragons well met."""
    rng = Random(seed)
    dealer = TheDealer(rng, rng.randint(2, 3))
    dealer.every_roll = False
    front = ["citizen/hypnotist/max12", "citizen/apprentice/R3B3", "citizen/dragon/min30", "citizen/dragon/min25"]
    rng.shuffle(front)
    dealer.deck = [*front, *(card for card in dealer.deck if card not in front)]
    settings = {setting.name: rng.random() < 0.5 for setting in SETTINGS} if seed % 2 else {}
    state = GAME.set_up(**dealer.set_up(), settings=settings)
    while not state.over:
        given = dealer.given(state)
        yield state, given
        turn = next(GAME.legal(state, given, shuffled(rng)))
        verdict = GAME.judge(state, turn)
        assert isinstance(verdict, Allowed)
        state = verdict.state
        dealer.saw(turn, state)


@pytest.mark.parametrize("seed", range(8))
def test_iterator_agrees_with_brute_force(seed: int) -> None:
    rng = Random(seed)
    assert sum(compare(state, given, rng) for state, given in islice(positions(seed), 6)) > 6


# ---- what is given, and what is not
GIVEN: dict[str, Any] = {"dice": dice(PURPLE), "rolls": 2, "draw": ["citizen/elf/run4", "citizen/elf/run5"]}


def test_with_and_without_the_village() -> None:
    assert {turn.villages for turn in turns(table(), GIVEN)} == {((4, "village/forest/2"),), ()}


def test_a_penalty_only_when_nothing_is_fulfilled() -> None:
    (turn,) = turns(table(), {**GIVEN, "dice": dice(NOTHING), "penalty": "penalty/-4"})
    assert (turn.penalty, turn.discarded, turn.next_penalty) == ("penalty/-2", ("citizen/goblin/any4",), "penalty/-4")
    refusing = table(settings={"may_refuse": True})
    assert {turn.penalty for turn in turns(refusing, {**GIVEN, "penalty": "penalty/-4"})} == {None, "penalty/-2"}


def test_two_cards_that_come_lie_as_the_table_lays_them() -> None:
    two = {**GIVEN, "dice": dice("1B 3R 1R 2B 2R 3B")}
    right_first = {turn.new for turn in turns(table(), two) if len(turn.taken) == 2}
    assert right_first == {((1, "citizen/elf/run4"), (0, "citizen/elf/run5"))}
    left_first = table(settings={"refill_right_first": False})
    assert {turn.new for turn in turns(left_first, two) if len(turn.taken) == 2} == {
        ((1, "citizen/elf/run5"), (0, "citizen/elf/run4"))
    }


def test_unknown_cards_may_be_any_that_have_not_come_out() -> None:
    new = {turn.new for turn in turns(table(), {"dice": dice(PURPLE), "rolls": 1})}
    assert len(new) == 35
    two = turns(table(), {"dice": dice("1B 3R 1R 2B 2R 3B"), "rolls": 1})
    assert len({turn.new for turn in two if len(turn.taken) == 2}) == 35 * 34


def test_unknown_penalties_may_be_any_that_have_not_come_out() -> None:
    pile = [f"penalty/{points}" for points in (-1, -1, -1, -1, -3)]
    state = table(piles=[pile, []], penalty=None)
    both = {(turn.penalty, turn.next_penalty) for turn in turns(state, {**GIVEN, "dice": dice(NOTHING)})}
    points = {"penalty/-2", "penalty/-3", "penalty/-4"}
    assert both == set(product(points, points)) - {("penalty/-3", "penalty/-3"), ("penalty/-4", "penalty/-4")}


def test_a_dragon_for_each_of_the_others_or_whom_the_table_tells() -> None:
    state = table((*ROW[:4], "dragon/min28"))
    roll = {**GIVEN, "dice": dice("6B 3R 6R 4G 6G 5R")}
    assert {turn.given for turn in turns(state, roll)} == {
        (("citizen/dragon/min28", 1),),
        (("citizen/dragon/min28", 2),),
    }
    assert {turn.given[0][1] for turn in turns(state, {**roll, "dragon_to": [2]})} == {2}


@pytest.mark.parametrize(("effects", "most"), [(True, 3), (False, 2)])
def test_hypnotists_in_a_row_of_an_own_edition(effects: bool, most: int) -> None:
    cards = GAME.edition_data(table())
    cards["citizens"] = [c | {"copies": 2} if "hypnotist" in c["card"] else c for c in cards["citizens"]]
    lies = ("elf/run6", "hypnotist/max12", "hypnotist/max12", "orc/4", "orc/5")
    state = table(lies, edition=cards, settings={"bonus_effects": effects})
    draw = ["citizen/elf/run4", "citizen/elf/run5", "citizen/snob/odd"]
    found = turns(state, {"dice": dice("1B 3R 1R 2B 2R 3B"), "rolls": 1, "draw": draw})
    assert {len(turn.taken) for turn in found if turn.taken[0][0] == 1} == set(range(1, most + 1))
    assert all(isinstance(GAME.judge(state, turn), Allowed) for turn in found)


def test_numbers_of_rolls_that_were_not_told() -> None:
    assert {turn.rolls for turn in turns(table(), {"dice": dice(PURPLE)})} == {1, 2, 3}
    elf = table(piles=[["citizen/elf/run5"], []])
    assert {turn.rolls for turn in turns(elf, {"dice": dice(PURPLE), "draw": GIVEN["draw"]})} == {1, 2, 3, 4}
    assert turns(table(), {**GIVEN, "rolls": 4}) == []


def test_every_roll_told() -> None:
    throws = [dice(NOTHING), dice(PURPLE)]
    found = turns(table(), {"throws": throws, "draw": GIVEN["draw"]})
    assert {(turn.rolls, turn.throws) for turn in found} == {(2, tuple(roll_from(roll, "a throw") for roll in throws))}
    assert turns(table(), {"throws": throws * 2, "draw": GIVEN["draw"]}) == []


def test_without_dice_every_roll_comes_up_once() -> None:
    first = list(islice(GAME.legal(table(), {"rolls": 1, "draw": GIVEN["draw"]}), 3000))
    assert len(set(first)) == 3000
    rolls = [turn.dice for turn in first]
    assert all(list(roll) == sorted(roll) for roll in rolls)
    for turn in first[::100]:
        assert isinstance(GAME.judge(table(), turn), Allowed)


def test_nobody_else_and_nothing_unknown() -> None:
    assert turns(table(), {**GIVEN, "player": 1}) == []
    assert turns(table(), {**GIVEN, "player": 0}) != []
    for wrong in (
        {"weather": "fine"},
        {"draw": "citizen/elf/run4"},
        {"draw": [4]},
        {"dragon_to": 2},
        {"dice": [[7, "R"]]},
        {"penalty": -2},
        {"throws": 3},
    ):
        with pytest.raises(Trouble):
            turns(table(), {**GIVEN, **wrong})
    assert turns(table(), {**GIVEN, "draw": ["citizen/gnome/B6"]}) == []


def test_any_turn_can_come_first() -> None:
    state = table(("orc/2+2", "orc/3", "apprentice/R2G2B2", "fairy/R2G2", "dwarf/3x1"))
    given = {**GIVEN, "dice": dice("1B 3R 1R 4G 1G 3B")}
    everything = set(turns(state, given))
    rng = Random(1)
    assert {next(GAME.legal(state, given, shuffled(rng))) for _ in range(400)} == everything


def test_the_first_turn_comes_at_once() -> None:
    """Where nothing is told there are millions of turns; the first few do not wait for the others."""
    rng = Random(2)
    start = perf_counter()
    for _ in range(20):
        assert len(list(islice(GAME.legal(table(), None, shuffled(rng)), 5))) == 5
    assert perf_counter() - start < 5


def test_dice_of_the_dealer_are_those_of_the_box() -> None:
    rng = Random(3)
    assert all(table().cards.read(roll_from(throw(rng), "a throw"))[1] for _ in range(50))
