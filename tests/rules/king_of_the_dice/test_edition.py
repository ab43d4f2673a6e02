"""The 65 cards and the dice as data: the usual edition, an owner's own, and what cannot be one."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.king_of_the_dice.cards import USUAL, Cards
from rules.king_of_the_dice.clauses import SETTINGS
from rules.king_of_the_dice.dice import roll_from
from rules.king_of_the_dice.edition import DEFAULT
from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.settings import Settings
from rules.trouble import Trouble
from tests.rules.king_of_the_dice.tables import ROW, citizen, dice, row, table, taking
from tests.rules.play import allowed, refusal

GAME = KING_OF_THE_DICE


def data() -> dict[str, Any]:
    return GAME.edition_data(table())


def test_the_usual_edition() -> None:
    colours = Counter(card.colour for card in DEFAULT.citizens)
    assert colours == {"yellow": 5, "brown": 8, "blue": 6, "green": 7, "purple": 10, None: 4}
    assert sum(colours.values()) == 40
    assert sum(len(stack.cards) for stack in DEFAULT.villages) == 15
    assert len(DEFAULT.penalties) == 10
    for die in DEFAULT.dice:
        assert Counter(die) == {"R": 2, "G": 2, "B": 2}
        assert (die[0], die[1], die[2]) == (die[5], die[4], die[3])  # opposite faces share a colour


def test_an_edition_reads_back() -> None:
    assert GAME.edition(data()) == DEFAULT == GAME.edition() == GAME.edition({})
    own = data() | {"penalties": [-1, -5], "dice": ["RRGGBB"] * 6}
    own["citizens"][3] |= {"vp": 9, "copies": 2, "colour": None}
    own["villages"][0]["cards"] = [1, 2, 3, 4]
    edition = GAME.edition(own)
    assert (edition.penalties, edition.citizens[3].vp, edition.citizens[3].copies) == ((-1, -5), 9, 2)
    state = table(edition=own, penalty="penalty/-5")
    assert GAME.edition_data(state) == own
    assert GAME.from_text(GAME.text(state)) == state
    assert GAME.describe(state)["counts"] == {
        "V1": 4,
        "V2": 3,
        "V3": 3,
        "V4": 3,
        "V5": 3,
        "penalty": 2,
        "draw": 36,
        "discard": 0,
    }


def test_copies_of_a_citizen_come_as_often_as_there_are() -> None:
    own = data()
    own["citizens"] = [c | {"copies": 2} if c["card"] == "citizen/orc/4" else c for c in own["citizens"]]
    with pytest.raises(Trouble):
        table((*ROW[:3], "orc/4", "orc/4"))
    twice = table((*ROW[:3], "orc/4", "orc/4"), edition=own)
    assert GAME.describe(twice)["counts"]["draw"] == 36
    roll = "1R 1R 1G 1G 2B 3B"
    assert refusal(GAME, twice, taking(roll, "C5 orc/4", "C1 orc/4")).clause == "card-already-out"
    once = table((*ROW[:4], "orc/4"), edition=own)
    assert row(allowed(GAME, once, taking(roll, "C5 orc/4", "C1 orc/4")).state)[0] == "orc/4"


def test_tables_with_the_same_cards_are_the_same() -> None:
    settings = Settings(SETTINGS, {"may_refuse": True})
    one, other = Cards(DEFAULT, settings), Cards(GAME.edition(data()), settings)
    assert one == other
    assert hash(one) == hash(other)
    assert one != USUAL
    assert "may_refuse" in repr(one)


def test_cards_of_an_own_edition_are_asked_for_and_paid_as_it_says() -> None:
    own = data()
    own["citizens"].append({"card": "citizen/orc/3+3", "colour": "brown", "vp": 12})
    state = table((*ROW[:3], "elf/run6", "orc/3+3"), edition=own)
    roll = "1R 1R 1G 2G 2B 2B"
    verdict = allowed(GAME, state, taking(roll, "C5 orc/3+3"))
    assert verdict.ledger[0].change == 12
    wrong = taking(roll, "C5 orc/3+3", villages="V5 forest/2")
    assert refusal(GAME, state, wrong).clause == "village_wrong_colour"
    assert [one.card for one in GAME.fulfilled(state, roll_from(dice(roll), "a roll"))] == [
        citizen("hypnotist/max12"),
        citizen("orc/3+3"),
    ]


def without(key: str) -> dict[str, Any]:
    card = {"card": "citizen/orc/3", "colour": "green", "vp": 2}
    del card[key]
    return {"citizens": [card]}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"citizens": [{"card": "citizen/troll/3", "colour": "green", "vp": 2}]}, "citizen/TYPE/CODE"),
        ({"citizens": [{"card": "village/city/3", "colour": "green", "vp": 2}]}, "citizen/TYPE/CODE"),
        ({"citizens": [{"card": "citizen/orc/7", "colour": "green", "vp": 2}]}, "is no requirement of the orc"),
        ({"citizens": [{"card": "citizen/orc/3", "colour": "pink", "vp": 2}]}, "choose one of: yellow"),
        ({"citizens": [{"card": "citizen/fairy/R2", "colour": "purple", "vp": 2}]}, "fairies score by their number"),
        ({"citizens": [{"card": "citizen/orc/3", "colour": None, "vp": 2, "copies": 0}]}, "at least 1"),
        ({"citizens": [{"card": "citizen/orc/3", "colour": None, "vp": 2}] * 2}, "use “copies”"),
        ({"citizens": [{"card": "citizen/orc/3", "colour": None, "vp": 2, "copies": 5}]}, "more than the 5"),
        (without("card"), "lacks “card”"),
        (without("vp"), "lacks “vp”"),
        ({"villages": []}, "must be 5 stacks"),
        ({"villages": [{"name": "city", "colour": "yellow", "cards": []}]}, "from the top of the stack down"),
        ({"villages": [{"name": "city", "colour": "yellow", "cards": [2, 2]}]}, "different points"),
        ({"villages": [{"name": "a/b", "colour": "yellow", "cards": [2]}]}, "a word without a stroke"),
        ({"penalties": []}, "points of 0 or less"),
        ({"penalties": [1]}, "points of 0 or less"),
        ({"dice": ["RRGGBB"]}, "must be 6 words of six letters"),
        ({"dice": ["RRGGBY"] * 6}, "must be 6 words of six letters"),
        ({"dice": ["RRGGB"] * 6}, "must be 6 words of six letters"),
        ({"cards": 65}, "does not know"),
    ],
)
def test_data_that_are_no_edition(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Trouble) as trouble:
        GAME.edition({**data(), **change})
    assert words in str(trouble.value)
    assert "\n" not in str(trouble.value)
