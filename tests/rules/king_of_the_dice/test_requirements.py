"""What the citizens ask for, word by word of the card overview, and the dice that fulfil them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from rules.king_of_the_dice.cards import USUAL, Cards, cards_of
from rules.king_of_the_dice.dice import roll_from
from rules.king_of_the_dice.edition import DEFAULT
from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.king_of_the_dice.needs import Reading, dice_for, in_words, need_of
from rules.trouble import Trouble
from tests.rules.king_of_the_dice.tables import dice, table
from tests.rules.king_of_the_dice.test_plain import any_roll

GAME = KING_OF_THE_DICE


def found(card: str, roll: str, **reading: bool) -> tuple[int, ...] | None:
    kind, code = card.split("/")
    return dice_for(need_of(kind, code), roll_from(dice(roll), "a roll"), Reading(**reading))


@pytest.mark.parametrize(
    ("card", "roll", "chosen"),
    [
        # All six dice even, or all six odd.
        ("snob/even", "2R 4G 6B 2R 4G 6B", (0, 1, 2, 3, 4, 5)),
        ("snob/even", "2R 4G 6B 2R 4G 5B", None),
        ("snob/odd", "1R 3G 5B 1R 3G 5B", (0, 1, 2, 3, 4, 5)),
        ("snob/odd", "1R 3G 5B 1R 3G 6B", None),
        # A run: consecutive numbers, on as many dice as pictured.
        ("elf/run4", "6R 3R 5R 4R 4G 1B", (1, 3, 2, 0)),
        ("elf/run4", "1R 2R 3R 5R 6G 6B", None),
        ("elf/run5", "1R 2R 3R 4R 5G 5B", (0, 1, 2, 3, 4)),
        ("elf/run6", "6R 5R 4R 3R 2G 1B", (5, 4, 3, 2, 1, 0)),
        ("elf/run6", "6R 5R 4R 3R 2G 2B", None),
        # The pictured number on the pictured number of dice.
        ("dwarf/3x4", "4R 1R 4G 2R 4B 4B", (0, 2, 4)),
        ("dwarf/5x6", "6R 6R 6G 6R 5B 4B", None),
        ("dwarf/5x1", "1R 1R 1G 1R 1B 4B", (0, 1, 2, 3, 4)),
        # The pictured colour.
        ("gnome/B5", "1B 2B 3R 4B 5B 6B", (0, 1, 3, 4, 5)),
        ("gnome/B6", "1B 2B 3R 4B 5B 6B", None),
        # Groups; different symbols may not be the same number.
        ("orc/2+2", "5R 5G 5B 5R 1G 2B", None),
        ("orc/2+2", "5R 5G 5B 1R 1G 2B", (3, 4, 0, 1)),
        ("orc/3+2", "5R 5G 5B 1R 1G 2B", (0, 1, 2, 3, 4)),
        ("orc/3+2", "5R 5G 5B 5R 5G 2B", None),
        ("orc/4+2", "5R 5G 5B 5R 1G 1B", (0, 1, 2, 3, 4, 5)),
        ("orc/4+2", "5R 5G 5B 5R 5G 5B", None),
        ("orc/2+2+2", "5R 1G 5B 3R 3G 1B", (1, 5, 3, 4, 0, 2)),
        ("orc/2+2+2", "5R 5G 5B 5R 3G 3B", None),
        # Any colour, which need not be decided in advance.
        ("goblin/any4", "1G 2R 3G 4G 5B 6G", (0, 2, 3, 5)),
        ("goblin/any6", "1G 2G 3G 4G 5G 6G", (0, 1, 2, 3, 4, 5)),
        ("goblin/any5", "1G 2R 3G 4G 5B 6G", None),
        # Several colours.
        ("apprentice/R2G2B2", "1G 2R 3G 4R 5B 6B", (1, 3, 0, 2, 4, 5)),
        ("apprentice/R3B3", "1G 2R 3B 4R 5B 6R", None),
        ("fairy/R2G2", "1G 2R 3G 4R 5B 6B", (1, 3, 0, 2)),
        ("fairy/R2G3", "1G 2R 3G 4R 5B 6B", None),
        # Sums: not more than 12, and the stated value or more.
        ("hypnotist/max12", "1R 2R 2G 2R 2B 3B", (0, 1, 2, 3, 4, 5)),
        ("hypnotist/max12", "1R 2R 2G 2R 3B 3B", None),
        ("dragon/min25", "4R 4R 4G 4R 4B 5B", (0, 1, 2, 3, 4, 5)),
        ("dragon/min28", "4R 4R 4G 5R 5B 5B", None),
        ("dragon/min30", "5R 5R 5G 5R 5B 5B", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_card_overview(card: str, roll: str, chosen: tuple[int, ...] | None) -> None:
    assert found(card, roll) == chosen


@pytest.mark.parametrize(
    ("card", "roll", "setting", "usual", "other"),
    [
        ("dwarf/3x4", "4R 4R 4G 4R 2B 6B", "at_least", True, False),
        ("dwarf/3x4", "4R 4R 4G 1R 2B 6B", "at_least", True, True),
        ("gnome/G3", "1G 2G 3G 4G 2B 6B", "at_least", True, False),
        ("goblin/any4", "1G 2G 3G 4G 2G 6B", "at_least", True, False),
        ("goblin/any4", "1G 2G 3G 4G 2B 6B", "at_least", True, True),
        ("fairy/R2G2", "1G 2G 3G 4R 2R 6B", "at_least", True, False),
        ("orc/2+2", "1R 1G 1B 2R 2G 3B", "at_least", True, False),
        ("orc/2+2", "1R 1G 4B 2R 2G 3B", "at_least", True, True),
        ("elf/run4", "1R 2G 3B 4R 5G 5B", "at_least", True, False),
        ("elf/run4", "1R 2G 3B 4R 4G 6B", "at_least", True, True),
        ("elf/run4", "5R 6G 1B 2R 2G 2B", "run_wraps", False, True),
        ("elf/run5", "5R 6G 1B 2R 4G 4B", "run_wraps", False, True),
        ("elf/run5", "5R 6G 1B 2R 3G 3B", "run_wraps", False, True),
        ("elf/run5", "5R 6G 1B 2R 2G 2B", "run_wraps", False, False),
        ("elf/run6", "1R 2G 3B 4R 5G 6B", "run_wraps", True, True),
        ("orc/2+2", "1R 1G 1B 1R 2G 3B", "orc_same_number", False, True),
        ("orc/4+2", "1R 1G 1B 1R 1G 1B", "orc_same_number", False, True),
        ("orc/2+2+2", "1R 1G 1B 1R 2G 2B", "orc_same_number", False, True),
        ("orc/3+2", "1R 1G 1B 1R 2G 3B", "orc_same_number", False, False),
    ],
)
def test_how_a_table_reads_the_cards(card: str, roll: str, setting: str, usual: bool, other: bool) -> None:
    default = getattr(Reading(), setting)
    assert (found(card, roll) is not None) is usual
    assert (found(card, roll, **{setting: not default}) is not None) is other


def test_exact_runs_that_wrap() -> None:
    assert found("elf/run4", "5R 6G 1B 2R 2G 2B", run_wraps=True, at_least=False) == (0, 1, 2, 3)
    assert found("elf/run4", "4R 5R 6G 1B 2R 2G", run_wraps=True, at_least=False) is None


def test_exact_pairs_of_one_number() -> None:
    reading = {"orc_same_number": True, "at_least": False}
    assert found("orc/2+2", "1R 1G 1B 1R 2G 3B", **reading) == (0, 1, 2, 3)
    assert found("orc/2+2", "1R 1G 1B 1R 1G 3B", **reading) is None


def test_the_dice_named_are_enough_and_none_too_many() -> None:
    """The dice named fulfil the card whatever the others show, and with one of them less it is not fulfilled."""
    rng = Random(5)
    alone = {"dwarf", "gnome", "goblin", "apprentice", "fairy", "orc", "elf"}
    for _ in range(80):
        roll = roll_from(any_roll(rng), "a roll")
        for citizen in DEFAULT.citizens:
            need = need_of(citizen.type, citizen.code)
            chosen = dice_for(need, roll, Reading())
            if chosen is None or citizen.type not in alone:
                continue
            assert len(set(chosen)) == len(chosen)
            for face in range(18):
                filled = tuple(roll[i] if i in chosen else face for i in range(6))
                assert dice_for(need, filled, Reading()) is not None
            for fewer in combinations(chosen, len(chosen) - 1):
                # Without one of them, it depends on what the others show.
                fillings = ([rng.randrange(18) for _ in range(6)] for _ in range(200))
                assert any(
                    dice_for(need, tuple(roll[i] if i in fewer else other[i] for i in range(6)), Reading()) is None
                    for other in fillings
                )


def test_a_roll_lists_the_citizens_it_fulfils_with_their_dice() -> None:
    state = table(("orc/2+2", "fairy/R2G2", "dwarf/3x1", "elf/run4", "dragon/min25"))
    told = GAME.fulfilled(state, roll_from(dice("3R 3G 4G 4R 5B 6B"), "a roll"))
    assert [tuple(one) for one in told] == [
        ("C1", "citizen/orc/2+2", (0, 1, 2, 3)),
        ("C2", "citizen/fairy/R2G2", (0, 3, 1, 2)),
        ("C4", "citizen/elf/run4", (0, 2, 4, 5)),
        ("C5", "citizen/dragon/min25", (0, 1, 2, 3, 4, 5)),
    ]
    assert GAME.fulfilled(state, roll_from(dice("1R 2G 2B 4R 4B 6B"), "a roll"))[0].slot == "C1"


def test_the_list_agrees_with_the_judges_reading_at_every_table() -> None:
    """Cards are looked up by sums of weights; each dice set alone says the same."""
    rng = Random(6)
    for settings in ({}, {"at_least": False}, {"run_wraps": True, "orc_same_number": True}):
        cards: Cards = cards_of(DEFAULT, settings)
        for _ in range(150):
            roll = roll_from(any_roll(rng), "a roll")
            bits, _ = cards.read(roll)
            for card, need in enumerate(cards.needs):
                assert bool(bits >> card & 1) == (dice_for(need, roll, cards.reading) is not None)


def test_dice_of_the_box() -> None:
    def fits(roll: str) -> bool:
        return USUAL.read(roll_from(dice(roll), "a roll"))[1]

    assert fits("1B 1B 1R 1R 1G 1G")
    assert fits("6B 5G 1R 2B 1G 5R")
    assert not fits("1B 1B 1B 1R 1G 1G")
    assert not fits("1B 2G 3R 1R 1G 1G")


def test_dice_of_another_box() -> None:
    """Where a face is on several kinds of dice, any way to tell them apart will do."""
    edition = {"dice": ["RRGGBB", "RGGBBR", "RRRRRR", "BBBBBB", "GGGGGG", "RRGGBB"]}
    cards = cards_of(GAME.edition(edition), {})
    assert cards.read(roll_from(dice("1R 1R 1R 1R 1B 1G"), "a roll"))[1]
    assert not cards.read(roll_from(dice("1R 1R 1R 1R 1R 1R"), "a roll"))[1]
    assert not cards.read(roll_from(dice("5R 5R 5B 5B 5B 5B"), "a roll"))[1]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("snob", "red"),
        ("elf", "run7"),
        ("elf", "run1"),
        ("dwarf", "7x1"),
        ("dwarf", "3x0"),
        ("gnome", "Y3"),
        ("orc", "2+"),
        ("orc", "4+3"),
        ("goblin", "any7"),
        ("fairy", "R4G3"),
        ("apprentice", "R2R2"),
        ("hypnotist", "12"),
        ("dragon", "max12"),
    ],
)
def test_codes_that_are_none(kind: str, code: str) -> None:
    with pytest.raises(Trouble):
        need_of(kind, code)


def test_requirements_in_words() -> None:
    said = [
        in_words(need_of(*card.split("/"))) for card in ("snob/odd", "elf/run5", "dwarf/4x3", "gnome/B5", "orc/3+2")
    ]
    assert said == [
        "six odd dice",
        "a run of 5",
        "4 dice that show 3",
        "5 blue dice",
        "groups of 3 and 2 equal dice",
    ]
    said = [in_words(need_of(*card.split("/"))) for card in ("orc/4", "goblin/any4", "fairy/R2G3", "hypnotist/max12")]
    assert said == [
        "a group of 4 equal dice",
        "4 dice of one colour",
        "2 red and 3 green dice",
        "a sum of 12 at the most",
    ]
    assert in_words(need_of("dragon", "min25")) == "a sum of 25 at least"
