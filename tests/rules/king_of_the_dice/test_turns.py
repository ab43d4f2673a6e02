"""What a turn does: piles, points, the row, extra turns, dragons, the hypnotist, the ends, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.king_of_the_dice.state import State
from rules.ledger import TABLE, Entry
from tests.rules.king_of_the_dice.tables import NOTHING, PURPLE, ROW, dice, paying, piles, row, table, taking
from tests.rules.play import allowed, refusal

GAME = KING_OF_THE_DICE
LOW = "1B 3R 1R 2B 2R 3B"
TWO_OF_EACH = "1B 3R 1R 4G 1G 3B"


def counted(entries: tuple[Entry, ...]) -> list[tuple[int, str, int, str]]:
    return [(entry.seat, entry.what, entry.change, entry.clause) for entry in entries]


def warned(state: State, action: dict[str, Any]) -> list[str]:
    return [str(warning) for warning in allowed(GAME, state, action).warnings]


# ---- taking a citizen
def test_citizen_and_village_go_to_the_pile_with_the_village_below() -> None:
    verdict = allowed(GAME, table(), taking(PURPLE, "C5 goblin/any4", villages="V5 forest/2"))
    assert piles(verdict.state)[0] == ["village/forest/2", "citizen/goblin/any4"]
    assert counted(verdict.ledger) == [
        (0, "vp", 2, "village"),
        (0, "vp", 1, "goblin"),
        (TABLE, "V5", -1, "village"),
        (TABLE, "draw", -1, "refill"),
    ]
    assert [str(entry.why) for entry in verdict.ledger[:2]] == ["forest 2: 2", "goblin any4: 1"]
    assert verdict.state.villages == (3, 3, 3, 3, 2)
    assert GAME.turn(verdict.state) == 1


def test_the_village_may_be_left() -> None:
    action = taking(PURPLE, "C5 goblin/any4")
    assert piles(allowed(GAME, table(), action).state)[0] == ["citizen/goblin/any4"]
    assert warned(table(), action) == ["the village on V5 would have come along"]
    assert warned(table(), taking(PURPLE, "C5 goblin/any4", villages="V5 forest/2")) == []


@pytest.mark.parametrize(
    ("place", "after"),
    [
        (1, ["elf/run4", "orc/2+2+2", "orc/3", "orc/4", "orc/5"]),
        (2, ["elf/run4", "orc/2+2", "orc/3", "orc/4", "orc/5"]),
        (3, ["elf/run4", "orc/2+2", "orc/2+2+2", "orc/4", "orc/5"]),
        (5, ["elf/run4", "orc/2+2", "orc/2+2+2", "orc/3", "orc/4"]),
    ],
)
def test_cards_left_of_the_gap_move_right(place: int, after: list[str]) -> None:
    lies = ("orc/2+2", "orc/2+2+2", "orc/3", "orc/4", "orc/5")
    roll = {1: "1R 1G 2B 2R 3G 4B", 2: "1R 1G 2B 2R 3G 3B", 3: "1R 1G 1B 2R 3G 4B", 5: "1R 1G 1B 1R 1G 4B"}[place]
    action = taking(roll, f"C{place} {lies[place - 1]}")
    assert row(allowed(GAME, table(lies), action).state) == after


def test_a_card_may_be_any_that_is_fulfilled() -> None:
    state = table(("orc/2+2", "orc/3", "orc/4", "fairy/R2G2", "dwarf/3x1"))
    roll = "1R 1R 1G 1G 2B 2B"
    for taken in ("C1 orc/2+2", "C2 orc/3", "C3 orc/4", "C4 fairy/R2G2", "C5 dwarf/3x1"):
        allowed(GAME, state, taking(roll, taken))


# ---- penalties
def test_penalty_goes_to_the_pile_and_the_rightmost_citizen_is_discarded() -> None:
    verdict = allowed(GAME, table(), paying(new="C1 elf/run4 penalty -3"))
    assert piles(verdict.state)[0] == ["penalty/-2"]
    assert row(verdict.state) == ["elf/run4", *ROW[:4]]
    assert counted(verdict.ledger) == [
        (0, "vp", -2, "penalty"),
        (0, "minus", 2, "penalty"),
        (TABLE, "penalty", -1, "penalty"),
        (TABLE, "discard", 1, "rightmost_not_discarded"),
        (TABLE, "draw", -1, "refill"),
    ]
    told = GAME.describe(verdict.state)
    assert told["slots"]["penalty"] == "penalty/-3"
    assert told["counts"] | {} == told["counts"]
    assert (told["counts"]["penalty"], told["counts"]["draw"], told["counts"]["discard"]) == (9, 34, 1)
    assert told["discards"] == ["citizen/goblin/any4"]
    assert refusal(GAME, verdict.state, taking("1R 2R 3R 4G 6B 6R", "C2 gnome/B6")).clause == "gnome"


def test_the_next_penalty_need_not_be_told() -> None:
    after = allowed(GAME, table(), paying()).state
    assert GAME.describe(after)["slots"]["penalty"] is None
    action = paying(penalty="-4", discarded="orc/3+2", new="C1 elf/run5")
    assert allowed(GAME, after, action).state.penalties == 8
    # The only card of -4 cannot come twice.
    again = paying(penalty="-4", discarded="hypnotist/max12", new="C1 elf/run6")
    assert refusal(GAME, allowed(GAME, after, action).state, again).clause == "card-already-out"


def test_an_unknown_penalty_pile_may_be_looked_at_any_time() -> None:
    state = table(penalty=None)
    after = allowed(GAME, state, taking(PURPLE, "C5 goblin/any4", "C1 elf/run4 penalty -3")).state
    assert GAME.describe(after)["slots"]["penalty"] == "penalty/-3"


def test_a_penalty_before_the_last_roll_is_allowed_with_a_warning() -> None:
    assert warned(table(), paying(rolls=1)) == ["a penalty card was taken with rolls left"]
    assert warned(table(), paying()) == []


# ---- the elf
def test_an_elf_on_top_allows_a_fourth_roll() -> None:
    elf, scoundrel = "citizen/elf/run4", "penalty/-1"
    assert GAME.rolls_allowed(table(piles=[[elf], [], []])) == 4
    assert GAME.rolls_allowed(table(piles=[[], [elf], []])) == 3
    assert GAME.rolls_allowed(table(piles=[[elf, scoundrel], [], []])) == 3
    assert GAME.rolls_allowed(table(piles=[[elf, "citizen/dragon/min25"], [], []])) == 3
    assert GAME.rolls_allowed(table(piles=[[elf, scoundrel], [], []], settings={"elf_on_top": False})) == 4
    assert GAME.rolls_allowed(table(piles=[[scoundrel], [elf], []], settings={"elf_on_top": False})) == 3


def test_rolls_may_all_be_told() -> None:
    throws = [dice("1R 1G 2B 3R 4G 6B"), dice("1R 2R 2G 3R 4R 6B"), dice(PURPLE)]
    action = {**taking(PURPLE, "C5 goblin/any4"), "throws": throws, "rolls": 3}
    allowed(GAME, table(), action)
    del action["dice"], action["rolls"]
    told = GAME.told(GAME.action(action))
    assert (told["rolls"], told["dice"], told["throws"]) == (3, throws[-1], throws)
    four = {**action, "throws": [throws[0], *throws]}
    assert refusal(GAME, table(), four).clause == "too-many-rolls"


def test_the_number_of_rolls_need_not_be_told() -> None:
    action = {**taking(PURPLE, "C5 goblin/any4"), "rolls": None}
    allowed(GAME, table(), action)
    assert "rolls" not in GAME.told(GAME.action(action))


# ---- the apprentice
APPRENTICE = table((*ROW[:4], "apprentice/R2G2B2"))


def test_an_apprentice_brings_another_turn_after_the_row_is_filled() -> None:
    verdict = allowed(GAME, APPRENTICE, taking(TWO_OF_EACH, "C5 apprentice/R2G2B2", villages="V5 forest/2"))
    assert GAME.turn(verdict.state) == 0
    assert verdict.state.extra
    assert row(verdict.state) == ["elf/run4", *ROW[:4]]
    after = allowed(GAME, verdict.state, paying(discarded="orc/3+2", new="C1 elf/run5")).state
    assert (GAME.turn(after), after.extra) == (1, False)


def test_the_other_turn_may_be_declined() -> None:
    action = taking(TWO_OF_EACH, "C5 apprentice/R2G2B2", villages="V5 forest/2", another_turn=False)
    verdict = allowed(GAME, APPRENTICE, action)
    assert (GAME.turn(verdict.state), verdict.state.extra) == (1, False)
    assert [str(warning) for warning in verdict.warnings] == ["the apprentice's other turn is given up"]


def test_an_apprentice_in_another_turn_brings_one_more() -> None:
    state = table((*ROW[:4], "apprentice/R2G2B2"), extra_turn=True)
    after = allowed(GAME, state, taking(TWO_OF_EACH, "C5 apprentice/R2G2B2")).state
    assert (GAME.turn(after), after.extra) == (0, True)


def test_no_other_turn_when_the_game_ends() -> None:
    state = table((*ROW[:4], "apprentice/R2G2B2"), counts={"draw": 1, "discard": 34})
    for wanted in (True, False, None):
        action = taking(TWO_OF_EACH, "C5 apprentice/R2G2B2", villages="V5 forest/2", another_turn=wanted)
        verdict = allowed(GAME, state, action)
        assert verdict.state.over
        assert not verdict.state.extra
        assert [str(warning) for warning in verdict.warnings] == [
            "the last card of the draw pile is gone: the game ends with this turn"
        ]


# ---- the dragon
def test_a_dragon_is_laid_on_another_players_pile() -> None:
    state = table((*ROW[:4], "dragon/min28"), piles=[["citizen/elf/run6"], [], ["citizen/elf/run4"]])
    action = taking(
        "6R 6G 6B 6R 5G 1B",
        "C5 dragon/min28",
        "C1 elf/run5",
        given=[{"card": "citizen/dragon/min28", "to": 2}],
    )
    verdict = allowed(GAME, state, action)
    assert piles(verdict.state) == [["citizen/elf/run6"], [], ["citizen/elf/run4", "citizen/dragon/min28"]]
    assert counted(verdict.ledger)[:2] == [(2, "vp", -4, "dragon"), (2, "minus", 4, "dragon")]
    third = allowed(GAME, verdict.state, paying(discarded="orc/3+2", new="C1 snob/odd")).state
    assert GAME.rolls_allowed(third) == 3  # the dragon covers the elf


# ---- fairies
def test_each_fairy_counts_as_many_as_there_are_fairies() -> None:
    """One fairy: 1 point. Two fairies: 2 points each, and so on."""
    pile: list[str] = []
    fairies = ("fairy/R2G2", "fairy/R2G3", "fairy/R3B2", "fairy/G2B2", "fairy/G2B3")
    for number, fairy in enumerate(fairies, 1):
        state = table((*ROW[:4], fairy), piles=[pile, []])
        roll = {"R": "1R 2R 3R 4B 5B 6G", "G": "1G 2G 3B 4B 5B 6B"}[fairy[6]]
        roll = {"fairy/R2G2": "1R 2R 3G 4G 5B 6B", "fairy/R2G3": "1R 2R 3G 4G 5G 6B"}.get(fairy, roll)
        verdict = allowed(GAME, state, taking(roll, f"C5 {fairy}"))
        assert counted(verdict.ledger)[0] == (0, "vp", 2 * number - 1, "fairy")
        assert GAME.standing(verdict.state).seats[0].so_far == number * number
        pile = piles(verdict.state)[0]
    assert "fairy G2B3: 5 x 5 instead of 4 x 4" in [str(entry.why) for entry in verdict.ledger]


# ---- the hypnotist
def test_the_hypnotist_brings_the_card_to_his_right_with_its_village() -> None:
    action = taking(LOW, "C3 hypnotist/max12 C4 orc/3+2", "C2 elf/run5 C1 elf/run4", "V4 orc_village/2")
    verdict = allowed(GAME, table(), action)
    assert piles(verdict.state)[0] == ["citizen/hypnotist/max12", "village/orc_village/2", "citizen/orc/3+2"]
    assert row(verdict.state) == ["elf/run4", "elf/run5", "gnome/B6", "dwarf/5x1", "goblin/any4"]
    assert (TABLE, "draw", -2, "refill") in counted(verdict.ledger)
    assert verdict.warnings == ()


def test_the_second_card_may_be_left() -> None:
    assert warned(table(), taking(LOW, "C3 hypnotist/max12")) == [
        "the hypnotist would have brought the card to his right"
    ]


def test_a_hypnotist_on_the_right_brings_nobody() -> None:
    state = table((*ROW[:2], "elf/run6", "orc/3+2", "hypnotist/max12"))
    assert warned(state, taking(LOW, "C5 hypnotist/max12")) == []


def test_the_second_card_does_what_it_does_alone() -> None:
    state = table((*ROW[:3], "apprentice/R3B3", "dragon/min25"))
    both = taking(LOW, "C3 hypnotist/max12 C4 apprentice/R3B3", "C2 elf/run5 C1 elf/run4", another_turn=True)
    assert allowed(GAME, state, both).state.extra
    asleep = table((*ROW[:3], "apprentice/R3B3", "dragon/min25"), settings={"bonus_effects": False})
    assert refusal(GAME, asleep, both).clause == "another-turn"
    both["another_turn"] = None
    assert not allowed(GAME, asleep, both).state.extra


def test_a_dragon_as_second_card() -> None:
    state = table((*ROW[:3], "dragon/min30", "goblin/any4"))
    asleep = table((*ROW[:3], "dragon/min30", "goblin/any4"), settings={"bonus_effects": False})
    both = taking(LOW, "C3 hypnotist/max12 C4 dragon/min30", "C2 elf/run5 C1 elf/run4")
    given = {**both, "given": [{"card": "citizen/dragon/min30", "to": 1}]}
    assert refusal(GAME, state, both).clause == "dragon-given"
    assert piles(allowed(GAME, state, given).state)[:2] == [["citizen/hypnotist/max12"], ["citizen/dragon/min30"]]
    assert refusal(GAME, asleep, given).clause == "only-dragons-given"
    assert piles(allowed(GAME, asleep, both).state)[0] == ["citizen/hypnotist/max12", "citizen/dragon/min30"]


def test_an_elf_as_second_card_lies_on_top() -> None:
    state = table((*ROW[:3], "elf/run6", "goblin/any4"))
    after = allowed(GAME, state, taking(LOW, "C3 hypnotist/max12 C4 elf/run6", "C2 elf/run5 C1 elf/run4")).state
    assert GAME.rolls_allowed(after._replace(seat=0)) == 4


def test_the_village_of_the_second_card() -> None:
    lies = (*ROW[:3], "goblin/any5", "goblin/any4")  # a purple card under the green village
    both = taking(LOW, "C3 hypnotist/max12 C4 goblin/any5", "C2 elf/run5 C1 elf/run4", "V4 orc_village/2")
    assert refusal(GAME, table(lies), both).clause == "village_wrong_colour"
    any_colour = {"village_needs_own_colour": False}
    assert "village/orc_village/2" in piles(allowed(GAME, table(lies, settings=any_colour), both).state)[0]
    # The setting is about the second card alone.
    green = table((*ROW[:4], "orc/4"), settings=any_colour)
    action = taking("1R 1G 1B 1R 2G 3B", "C5 orc/4", villages="V5 forest/2")
    assert refusal(GAME, green, action).clause == "village_wrong_colour"


def test_hypnotists_in_a_row_of_an_own_edition() -> None:
    cards = GAME.edition_data(table())
    cards["citizens"] = [c | {"copies": 2} if "hypnotist" in c["card"] else c for c in cards["citizens"]]
    lies = ("elf/run6", "hypnotist/max12", "hypnotist/max12", "orc/4", "orc/5")
    three = taking(LOW, "C2 hypnotist/max12 C3 hypnotist/max12 C4 orc/4", "C3 elf/run5 C2 elf/run4 C1 snob/odd")
    after = allowed(GAME, table(lies, edition=cards), three).state
    assert row(after) == ["snob/odd", "elf/run4", "elf/run5", "elf/run6", "orc/5"]
    asleep = table(lies, edition=cards, settings={"bonus_effects": False})
    assert refusal(GAME, asleep, three).clause == "hypnotist-bonus"


# ---- the ends
def test_the_game_ends_with_the_last_penalty_card() -> None:
    pile = [f"penalty/{points}" for points in (-1, -1, -1, -1, -2, -2, -3, -3, -4)]
    state = table(piles=[[], pile, []])
    assert GAME.describe(state)["counts"]["penalty"] == 1
    verdict = allowed(GAME, state, paying())
    assert verdict.state.over
    assert GAME.describe(verdict.state)["next_player"] is None
    assert GAME.describe(verdict.state)["slots"]["penalty"] == "empty"
    assert str(verdict.warnings[0]) == "the last penalty card is gone: the game ends with this turn"
    assert row(verdict.state)[0] == "elf/run4"  # the turn is finished
    assert refusal(GAME, state, paying(new="C1 elf/run4 penalty -2")).clause == "card-already-out"


def test_the_game_ends_with_the_last_village_of_a_stack() -> None:
    verdict = allowed(GAME, table(counts={"V5": 1}), taking(PURPLE, "C5 goblin/any4", villages="V5 forest/4"))
    assert verdict.state.over
    standing = GAME.standing(verdict.state)
    assert "the game ended with the last village of a stack" in [str(note) for note in standing.notes]
    assert standing.seats[0].so_far == 5


def test_the_game_ends_with_the_last_card_of_the_draw_pile() -> None:
    state = table(counts={"draw": 1, "discard": 34})
    verdict = allowed(GAME, state, taking(PURPLE, "C5 goblin/any4"))
    assert verdict.state.over
    assert GAME.turn(verdict.state) is None
    assert list(GAME.legal(verdict.state)) == []
    assert refusal(GAME, verdict.state, paying()).clause == "game-over"


def test_the_last_card_for_two_gaps_lies_where_cards_are_laid_first() -> None:
    counts = {"draw": 1, "discard": 34}
    both = "C3 hypnotist/max12 C4 orc/3+2"
    right = allowed(GAME, table(counts=counts), taking(LOW, both, "C2 elf/run4"))
    assert row(right.state)[:2] == ["empty", "elf/run4"]
    left_first = table(counts=counts, settings={"refill_right_first": False})
    left = allowed(GAME, left_first, taking(LOW, both, "C1 elf/run4"))
    assert row(left.state)[:2] == ["elf/run4", "empty"]
    assert refusal(GAME, left_first, taking(LOW, both, "C2 elf/run4")).clause == "row_not_shifted"


def test_an_end_at_once_leaves_the_row_open() -> None:
    settings = {"end_at_once": True}
    state = table(counts={"V5": 1}, settings=settings)
    after = allowed(GAME, state, taking(PURPLE, "C5 goblin/any4", "", villages="V5 forest/4")).state
    assert row(after) == [*ROW[:4], "empty"]
    assert after.over
    pile = [f"penalty/{points}" for points in (-1, -1, -1, -1, -2, -2, -3, -3, -4)]
    after = allowed(GAME, table(piles=[[], pile, []], settings=settings), paying(new="")).state
    assert row(after) == [*ROW[:4], "empty"]
    assert piles(after)[0] == ["penalty/-2"]


# ---- what is said
def test_dice_that_this_box_cannot_show_are_warned_of() -> None:
    odd = ["the six dice of this box cannot show that roll: look at values and colours again"]
    village = "V5 forest/2"
    assert warned(table(), taking("1B 1B 1B 1B 6G 6B", "C5 goblin/any4", villages=village)) == odd
    wrong = {**paying(), "dice": None, "rolls": None, "throws": [dice("1B 1B 1B 1R 1G 1G"), dice(NOTHING)]}
    assert warned(table(), wrong)[:1] == odd


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (taking(PURPLE, "C5 goblin/any4", villages="V5 forest/2"), "takes goblin any4 and forest 2"),
        (taking(LOW, "C3 hypnotist/max12 C4 orc/3+2", ""), "takes hypnotist max12 and orc 3+2"),
        (paying(), "scoundrel -2; goblin any4 is discarded"),
        (
            taking(LOW, "C5 dragon/min25", given=[{"card": "citizen/dragon/min25", "to": 1}]),
            "takes dragon min25; dragon min25 goes to Heinz",
        ),
        (
            taking(LOW, "C5 dragon/min25", given=[{"card": "citizen/dragon/min25", "to": 7}]),
            "takes dragon min25; dragon min25 goes to somebody",
        ),
    ],
)
def test_turns_in_words(action: dict[str, Any], words: str) -> None:
    assert str(GAME.in_words(table(), GAME.action(action))) == words


def test_penalty_by_setting_though_a_citizen_is_fulfilled() -> None:
    state = table(settings={"may_refuse": True})
    assert piles(allowed(GAME, state, paying(PURPLE)).state)[0] == ["penalty/-2"]
    allowed(GAME, state, taking(PURPLE, "C5 goblin/any4"))
