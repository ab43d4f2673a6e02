"""The row as it lies after a turn, told card by card: what slid wrongly is refused under its code."""

from __future__ import annotations

import pytest

from rules.king_of_the_dice.game import KING_OF_THE_DICE
from tests.rules.king_of_the_dice.tables import PURPLE, ROW, citizen, paying, row, table, taking
from tests.rules.play import allowed, refusal

GAME = KING_OF_THE_DICE
LOW = "1B 3R 1R 2B 2R 3B"


def lying(*short: str | None) -> list[str | None]:
    return [None if card is None else citizen(card) for card in short]


GOBLIN = {key: value for key, value in taking(PURPLE, "C5 goblin/any4").items() if key != "new"}


@pytest.mark.parametrize(
    ("lies", "clause", "places"),
    [
        (lying(*ROW[:4], "elf/run4"), "row_not_shifted", ("C1", "C5")),
        (lying("gnome/B6", "elf/run4", *ROW[1:4]), "row_not_shifted", ("C1", "C2")),
        (lying("empty", *ROW[:4]), "row_not_refilled", ("C1",)),
        (lying("back/citizen", *ROW[:4]), "card_face_down", ("C1",)),
        (lying("elf/run4", "dwarf/5x1", "gnome/B6", *ROW[2:4]), "row_not_shifted", ("C2", "C3")),
        (lying("elf/run4", "elf/run5", *ROW[1:4]), "card-too-many", ("C2",)),
        (lying("elf/run4", None, "empty", *ROW[2:4]), "row_not_refilled", ("C3",)),
    ],
)
def test_a_row_told_as_it_lies_is_looked_at_card_by_card(
    lies: list[str | None], clause: str, places: tuple[str, ...]
) -> None:
    refused = refusal(GAME, table(), {**GOBLIN, "row": lies})
    assert (refused.clause, refused.places) == (clause, places)


def test_a_row_told_as_it_ought_to_lie() -> None:
    told = {**GOBLIN, "row": lying("elf/run4", *ROW[:4])}
    assert row(allowed(GAME, table(), told).state) == ["elf/run4", *ROW[:4]]
    half_seen = {**GOBLIN, "row": lying("elf/run4", None, None, None, None)}
    assert row(allowed(GAME, table(), half_seen).state) == ["elf/run4", *ROW[:4]]
    both = {**taking(PURPLE, "C5 goblin/any4"), "row": lying("elf/run4", *ROW[:4])}
    assert GAME.told(GAME.action(both)) == GAME.told(GAME.action(GAME.told(GAME.action(both))))
    assert row(allowed(GAME, table(), both).state) == ["elf/run4", *ROW[:4]]


def test_a_row_with_two_new_cards_as_it_lies() -> None:
    two = taking(LOW, "C3 hypnotist/max12 C4 orc/3+2")
    del two["new"]
    lies = lying("elf/run4", "elf/run5", "gnome/B6", "dwarf/5x1", "goblin/any4")
    assert row(allowed(GAME, table(), {**two, "row": lies}).state)[:2] == ["elf/run4", "elf/run5"]
    stuck = lying("gnome/B6", "dwarf/5x1", "elf/run4", "elf/run5", "goblin/any4")
    assert refusal(GAME, table(), {**two, "row": stuck}).clause == "row_not_shifted"
    left = lying("gnome/B6", "dwarf/5x1", "goblin/any4", "elf/run4", "elf/run5")
    assert refusal(GAME, table(), {**two, "row": left}).clause == "row_shifted_left"
    half = lying("empty", "elf/run5", "gnome/B6", "dwarf/5x1", "goblin/any4")
    assert refusal(GAME, table(), {**two, "row": half}).clause == "row_not_refilled"


def test_a_row_as_it_lies_with_only_the_penalty_card_named() -> None:
    turn = {**paying(new="penalty -4"), "row": lying("elf/run4", *ROW[:4])}
    after = allowed(GAME, table(), turn).state
    assert row(after) == ["elf/run4", *ROW[:4]]
    assert GAME.describe(after)["slots"]["penalty"] == "penalty/-4"
