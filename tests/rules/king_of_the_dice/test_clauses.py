"""Every clause turns an action down, and lets another one pass; a house rule sets aside what it may, nothing else."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from rules.game import Allowed, Refused
from rules.king_of_the_dice.clauses import CLAUSES
from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.king_of_the_dice.state import State
from tests.rules.king_of_the_dice.tables import PURPLE, ROW, dice, paying, piles, row, table, taking
from tests.rules.play import allowed, refusal, verdict_of

GAME = KING_OF_THE_DICE
GOBLIN = taking(PURPLE, "C5 goblin/any4")
LOW = "1R 1G 2B 2R 3G 3B"  # a sum of 12: the hypnotist
THREE_AND_TWO = "3R 3G 3B 5R 5G 6B"
BOTH = "3R 3G 3B 5R 5G 5R"  # orc/3+2, and nothing else of ROW
HIGH = "6R 6G 6B 6R 5G 1B"  # a sum of 30


def with_card(card: str) -> State:
    """ROW with another citizen on its right-most place."""
    return table((*ROW[:4], card))


class Case(NamedTuple):
    """An action that the clause refuses, with the places it names, and one that it lets pass."""

    refused: dict[str, Any]
    places: set[str]
    allowed: dict[str, Any]
    state: State | None = None  # else the usual table
    other: State | None = None  # where the allowed action is done, if elsewhere


ORC_WITH_FOREST = taking(THREE_AND_TWO, "C5 orc/3+2", villages="V5 forest/2")
DRAGON = taking(HIGH, "C5 dragon/min28", given=[{"card": "citizen/dragon/min28", "to": 1}])
LAST_FOREST = table(settings={"end_at_once": True}, counts={"V5": 1})

CASES: dict[str, Case] = {
    "not-your-turn": Case({**GOBLIN, "player": 1}, set(), {**GOBLIN, "player": 0}),
    "game-over": Case(GOBLIN, set(), GOBLIN, table(penalty="empty", counts={"penalty": 0}), table()),
    "too-many-rolls": Case(
        {**GOBLIN, "rolls": 4}, set(), {**GOBLIN, "rolls": 4}, other=table(piles=[["citizen/elf/run6"], [], []])
    ),
    "citizen-or-penalty": Case({"dice": dice(PURPLE), "rolls": 1}, set(), GOBLIN),
    "one-citizen": Case(
        taking("3R 3G 3R 5R 5G 5R", "C4 orc/3+2 C5 goblin/any4", "C2 elf/run5 C1 elf/run4"),
        {"C4", "C5"},
        taking("3R 3G 3R 5R 5G 5R", "C4 orc/3+2"),
    ),
    "citizen-not-there": Case(taking(PURPLE, "C4 goblin/any4"), {"C4"}, GOBLIN),
    "village_wrong_colour": Case(
        ORC_WITH_FOREST,
        {"V5", "C5"},
        taking(PURPLE, "C5 goblin/any4", villages="V5 forest/2"),
        table((*ROW[:3], "snob/odd", "orc/3+2")),
        table(),
    ),
    "village-without-citizen": Case(
        taking(PURPLE, "C5 goblin/any4", villages="V4 orc_village/2"),
        {"V4", "C4"},
        taking(THREE_AND_TWO, "C4 orc/3+2", villages="V4 orc_village/2"),
    ),
    "village-not-there": Case(
        taking(PURPLE, "C5 goblin/any4", villages="V5 forest/3"),
        {"V5"},
        taking(PURPLE, "C5 goblin/any4", villages="V5 forest/3"),
        other=table(counts={"V5": 2}),
    ),
    "citizen-fulfilled": Case(paying(PURPLE), {"C5"}, paying()),
    "penalty-not-on-top": Case(paying(penalty="-1"), {"penalty"}, paying(penalty="-2")),
    "rightmost_not_discarded": Case(paying(discarded="", new=""), {"C5"}, paying()),
    "discard-without-penalty": Case({**GOBLIN, "discarded": ["citizen/orc/3+2"]}, set(), GOBLIN),
    "row_not_shifted": Case(
        taking(PURPLE, "C5 goblin/any4", new="C5 elf/run4"), {"C1", "C5"}, taking(PURPLE, "C5 goblin/any4")
    ),
    "row_shifted_left": Case(
        taking(THREE_AND_TWO, "C4 orc/3+2", new="C5 elf/run4"), {"C5"}, taking(THREE_AND_TWO, "C4 orc/3+2")
    ),
    "row_not_refilled": Case(taking(PURPLE, "C5 goblin/any4", new=""), {"C1"}, GOBLIN),
    "card_face_down": Case(taking(PURPLE, "C5 goblin/any4", new="C1 back/citizen"), {"C1"}, GOBLIN),
    "card-too-many": Case(taking(PURPLE, "C5 goblin/any4", new="C2 elf/run5 C1 elf/run4"), {"C2"}, GOBLIN),
    "card-already-out": Case(taking(PURPLE, "C5 goblin/any4", new="C1 dwarf/5x1"), {"C1"}, GOBLIN),
    "another-turn": Case(
        {**GOBLIN, "another_turn": True},
        set(),
        taking("1R 2R 3G 4G 6B 6B", "C5 apprentice/R2G2B2", another_turn=True),
        other=with_card("apprentice/R2G2B2"),
    ),
    "hypnotist-bonus": Case(
        taking(LOW, "C3 hypnotist/max12 C5 goblin/any4", "C2 elf/run5 C1 elf/run4"),
        {"C3", "C5"},
        taking(LOW, "C3 hypnotist/max12 C4 orc/3+2", "C2 elf/run5 C1 elf/run4"),
    ),
    "dragon-given": Case(taking(HIGH, "C5 dragon/min28"), set(), DRAGON, with_card("dragon/min28")),
    "only-dragons-given": Case({**GOBLIN, "given": [{"card": "citizen/goblin/any4", "to": 1}]}, set(), GOBLIN),
    "end-at-once": Case(
        taking(PURPLE, "C5 goblin/any4", villages="V5 forest/4"),
        {"C1"},
        taking(PURPLE, "C5 goblin/any4", new="", villages="V5 forest/4"),
        LAST_FOREST,
    ),
}
# What each citizen's clause asks for: a card, a roll that does not fulfil it, and one that does.
ASKING = {
    "snob": ("snob/even", "2R 4R 6G 2G 4B 5B", "2R 4R 6G 2G 4B 6B"),
    "elf": ("elf/run5", "1R 2R 3G 4G 6B 6B", "1R 2R 3G 4G 5B 5B"),
    "dwarf": ("dwarf/3x4", "4R 4R 3G 1G 2B 6B", "4R 4R 4G 1G 2B 6B"),
    "gnome": ("gnome/R4", "4R 4R 3R 1G 2B 6B", "4R 4R 3R 1R 2B 6B"),
    "orc": ("orc/2+2", "4R 4R 4G 4G 2B 6B", "4R 4R 2G 1G 2B 6B"),
    "goblin": ("goblin/any4", "4R 4R 3R 1G 2G 6G", "4R 4R 3G 1G 2G 6G"),
    "apprentice": ("apprentice/R3B3", "4R 4R 3R 1G 2B 6B", "4R 4R 3R 1B 2B 6B"),
    "fairy": ("fairy/G2B3", "4R 4R 3G 1G 2B 6B", "4R 4B 3G 1G 2B 6B"),
    "hypnotist": ("hypnotist/max12", "1R 1G 2B 2R 3G 4B", LOW),
    "dragon": ("dragon/min28", "6R 6G 6B 6R 1G 2B", "6R 6G 6B 6R 1G 3B"),
}


def asking(kind: str) -> Case:
    card, poor, good = ASKING[kind]
    given = [{"card": f"citizen/{card}", "to": 2}] if kind == "dragon" else []
    new = "C1 elf/run4"
    row = (*("dwarf/5x1" if other == card else other for other in (*ROW[:2], "gnome/B5", ROW[3])), card)
    return Case(
        taking(poor, f"C5 {card}", new, given=given), {"C5"}, taking(good, f"C5 {card}", new, given=given), table(row)
    )


ALL = CASES | {kind: asking(kind) for kind in ASKING}


def test_every_refusing_clause_has_a_case() -> None:
    refusing = {id for id, clause in CLAUSES.items() if clause.refuses}
    assert refusing - set(ALL) == {"wrong-moment"}  # of every game; in this one there is always one thing to do
    assert set(ALL) <= refusing


@pytest.mark.parametrize("id", ALL)
def test_clause_refuses(id: str) -> None:
    case = ALL[id]
    refused = refusal(GAME, case.state or table(), case.refused)
    assert refused.clause == id
    assert set(refused.places) == case.places


@pytest.mark.parametrize("id", ALL)
def test_clause_allows(id: str) -> None:
    case = ALL[id]
    allowed(GAME, case.other or case.state or table(), case.allowed)


@pytest.mark.parametrize("id", ALL)
def test_house_rule_sets_aside_what_it_may(id: str) -> None:
    case, clause = ALL[id], CLAUSES[id]
    verdict = verdict_of(GAME, case.state or table(), case.refused, id)
    if clause.waivable:
        assert isinstance(verdict, Allowed), verdict
        assert GAME.from_text(GAME.text(verdict.state)) == verdict.state
    else:
        assert isinstance(verdict, Refused)
        assert verdict.clause == id


# ---- more ways to break a clause
@pytest.mark.parametrize(
    ("id", "action"),
    [
        ("citizen-or-penalty", {**GOBLIN, "penalty": "penalty/-2"}),
        ("discard-without-penalty", {"dice": dice(PURPLE), "discarded": ["citizen/goblin/any4"]}),
        ("citizen-not-there", taking(PURPLE, "C5 goblin/any4 C5 goblin/any4")),
        ("one-citizen", taking(BOTH, "C4 orc/3+2 C5 goblin/any4", "C2 elf/run5 C1 elf/run4")),
        ("village-not-there", taking(PURPLE, "C5 goblin/any4", villages="V5 forest/2 V5 forest/2")),
        ("village-not-there", taking(PURPLE, "C5 goblin/any4", villages="V5 forest/7")),
        ("village-without-citizen", {**paying(), "villages": [{"slot": "V5", "card": "village/forest/2"}]}),
        ("only-dragons-given", {**paying(), "given": [{"card": "citizen/dragon/min25", "to": 1}]}),
        ("another-turn", {**paying(), "another_turn": True}),
        ("penalty-not-on-top", paying(penalty="-9")),
        ("penalty-not-on-top", taking(PURPLE, "C5 goblin/any4", "C1 elf/run4 penalty -3")),
        ("rightmost_not_discarded", paying(discarded="orc/3+2")),
        ("rightmost_not_discarded", paying(discarded="goblin/any4 orc/3+2")),
        ("card-already-out", taking(PURPLE, "C5 goblin/any4", "C1 goblin/any9")),
        ("card-already-out", paying(new="C1 goblin/any4")),
        ("card-already-out", paying(new="C1 elf/run4 penalty -9")),
        ("hypnotist", taking(THREE_AND_TWO, "C3 hypnotist/max12 C4 orc/3+2", "C2 elf/run5 C1 elf/run4")),
    ],
)
def test_other_refusals(id: str, action: dict[str, Any]) -> None:
    assert refusal(GAME, table(), action).clause == id


@pytest.mark.parametrize("to", [0, 3, None])
def test_a_dragon_goes_to_another_player_of_this_game(to: int | None) -> None:
    action = {**DRAGON, "given": [{"card": "citizen/dragon/min28", "to": to}]}
    assert refusal(GAME, with_card("dragon/min28"), action).clause == "dragon-given"


def test_a_dragon_is_given_once() -> None:
    action = {**DRAGON, "given": DRAGON["given"] * 2}
    assert refusal(GAME, with_card("dragon/min28"), action).clause == "only-dragons-given"


# ---- what a house rule lets happen
def done(id: str) -> State:
    case = ALL[id]
    after: State = allowed(GAME, case.state or table(), case.refused, id).state
    return after


def test_waived_dragon_stays_with_its_taker() -> None:
    assert piles(done("dragon-given"))[0] == ["citizen/dragon/min28"]


def test_waived_village_is_taken_along() -> None:
    assert piles(done("village_wrong_colour"))[0] == ["village/forest/2", "citizen/orc/3+2"]
    assert piles(done("village-without-citizen"))[0] == ["village/orc_village/2", "citizen/goblin/any4"]


def test_waived_row_stays_as_it_lies() -> None:
    assert row(done("row_not_shifted")) == [*ROW[:4], "elf/run4"]
    assert row(done("row_shifted_left")) == [*ROW[:3], ROW[4], "elf/run4"]
    assert row(done("rightmost_not_discarded")) == list(ROW)


def test_waived_second_citizen_is_taken_too() -> None:
    assert piles(done("one-citizen"))[0] == ["citizen/orc/3+2", "citizen/goblin/any4"]
    assert row(done("one-citizen")) == ["elf/run4", "elf/run5", *ROW[:3]]


def test_only_what_was_waived_is_set_aside() -> None:
    action = taking(PURPLE, "C5 goblin/any4", new="C4 elf/run4")
    verdict = verdict_of(GAME, table(), action, "row_not_shifted")
    assert isinstance(verdict, Refused)  # a card on C4 is neither the gap nor left
    assert verdict.clause == "row_not_shifted"
