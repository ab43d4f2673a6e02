"""Turns and positions in JSON: what is read, what is told, and one sentence for whatever cannot be understood."""

from __future__ import annotations

from typing import Any

import pytest

from rules.game import Refused
from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.rules.king_of_the_dice.tables import NOTHING, PURPLE, ROW, citizen, dice, paying, table, taking
from tests.rules.play import allowed

GAME = KING_OF_THE_DICE
SLOTS = {f"C{i}": citizen(short) for i, short in enumerate(ROW, 1)}
GOBLIN = taking(PURPLE, "C5 goblin/any4")


def position(**data: Any) -> Any:
    return GAME.position({"players": ["Nils", "Heinz"], "slots": SLOTS, **data})


# ---- turns
def test_a_turn_in_the_words_of_the_photo_sets() -> None:
    turn = {
        "player": 0,
        "extra_turn": False,
        "rolls_allowed": 3,
        "rolls": 2,
        "dice": dice(PURPLE),
        "taken": [{"slot": "C5", "card": "citizen/goblin/any4"}],
        "villages": [{"slot": "V5", "card": "village/forest/2"}],
        "penalty": None,
        "discarded": [],
        "given": [],
        "new": [{"slot": "C1", "card": "citizen/elf/run4"}],
        "another_turn": False,
    }
    told = GAME.told(GAME.action(turn))
    assert told == {key: value for key, value in turn.items() if key not in ("extra_turn", "rolls_allowed")}


def test_cards_are_told_in_one_order() -> None:
    one = taking(PURPLE, "C4 orc/3+2 C3 hypnotist/max12", "C1 elf/run4 C2 elf/run5")
    told = GAME.told(GAME.action(one))
    assert [card["slot"] for card in told["taken"]] == ["C3", "C4"]
    assert [card["slot"] for card in told["new"]] == ["C2", "C1"]
    assert GAME.action(told) == GAME.action(one)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"dice": None}, "“dice” of the turn must be a list of 6 dice"),
        ({"dice": dice(PURPLE)[:5]}, "must be a list of 6 dice"),
        ({"dice": [[7, "R"], *dice(PURPLE)[1:]]}, "is no die"),
        ({"dice": [[1, "Y"], *dice(PURPLE)[1:]]}, "is no die"),
        ({"dice": [["1", "R"], *dice(PURPLE)[1:]]}, "is told as [value, colour]"),
        ({"dice": [[True, "R"], *dice(PURPLE)[1:]]}, "is told as [value, colour]"),
        ({"dice": [[1], *dice(PURPLE)[1:]]}, "is told as [value, colour]"),
        ({"dice": 6}, "must be a list of 6 dice"),
        ({"rolls": 0}, "“rolls” of the turn must be at least 1"),
        ({"rolls": "2"}, "must be a whole number"),
        ({"throws": []}, "the dice are rolled at least once"),
        ({"throws": [dice(PURPLE)]}, "there are not as many as its “rolls”"),
        ({"throws": [dice(PURPLE), dice(NOTHING)]}, "do not end with its “dice”"),
        ({"taken": [{"slot": "C6", "card": "citizen/elf/run4"}]}, "choose one of: C1"),
        ({"taken": [{"slot": "C1", "card": "village/city/2"}]}, "must be a card “citizen/...”"),
        ({"taken": [{"slot": "C1"}]}, "lacks “card”"),
        ({"taken": "C1"}, "must be a list"),
        ({"villages": [{"slot": "C1", "card": "village/city/2"}]}, "choose one of: V1"),
        ({"penalty": -2}, "must be a card “penalty/...”"),
        ({"discarded": ["penalty/-2"]}, "must be a card “citizen/...”"),
        ({"given": [{"card": "citizen/dragon/min25", "to": "Heinz"}]}, "must be a whole number"),
        ({"new": [{"slot": "draw", "card": "citizen/elf/run4"}]}, "choose one of: C1"),
        ({"new": [{"slot": "C1", "card": "citizen/elf/run4"}] * 2}, "names C1 twice"),
        ({"new": [{"slot": "penalty", "card": "penalty/-1"}] * 2}, "names the penalty pile twice"),
        ({"row": ["citizen/elf/run4"]}, "must be 5 cards"),
        ({"row": ["penalty/-1", None, None, None, None]}, "must be a card “citizen/...”"),
        ({"another_turn": "yes"}, "must be true or false"),
        ({"player": -1}, "must be at least 0"),
        ({"weather": "fine"}, "a field that Umpire does not know"),
    ],
)
def test_turns_that_cannot_be_understood(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Trouble) as trouble:
        GAME.action({**GOBLIN, **change})
    assert words in str(trouble.value)
    assert "\n" not in str(trouble.value)


# ---- set-up
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_set_up(players: int) -> None:
    names = ["Nils", "Heinz", "Ruth", "Ute", "Otto"][:players]
    state = GAME.set_up(names, given={"slots": {**SLOTS, "penalty": "penalty/-3"}})
    told = GAME.describe(state)
    assert [player["name"] for player in told["players"]] == names
    assert all(player["pile"] == [] for player in told["players"])
    assert told["counts"] == dict.fromkeys(("V1", "V2", "V3", "V4", "V5"), 3) | {
        "penalty": 10,
        "draw": 35,
        "discard": 0,
    }
    assert (told["next_player"], told["extra_turn"]) == (0, False)
    assert [seat.so_far for seat in GAME.standing(state).seats] == [0] * players


@pytest.mark.parametrize(
    ("players", "given", "words"),
    [
        (["Nils"], {"slots": SLOTS}, "is played by 2 to 5"),
        (["Nils"] * 2, {"slots": SLOTS}, "the same name"),
        (["Nils", "Heinz"], None, "must tell which citizen lies on C1"),
        (["Nils", "Heinz"], {"slots": {**SLOTS, "C3": None}}, "must tell which citizen lies on C3"),
        (["Nils", "Heinz"], {"slots": {**SLOTS, "C3": SLOTS["C1"]}}, "more often than this edition has it"),
        (["Nils", "Heinz"], {"slots": SLOTS, "dice": 1}, "does not know"),
    ],
)
def test_set_ups_that_do_not_work(players: list[str], given: Any, words: str) -> None:
    with pytest.raises(Trouble) as trouble:
        GAME.set_up(players, given=given)
    assert words in str(trouble.value)


# ---- positions
def test_players_by_name_by_pile_or_by_both() -> None:
    pile = ["village/city/2", "citizen/snob/odd"]
    state = position(players=["Nils", pile, {"name": "Ruth"}, {"pile": [], "points": 0, "minus": 0}])
    assert state.names == ("Nils", "Player 2", "Ruth", "Player 4")
    assert [seat.so_far for seat in GAME.standing(state).seats] == [0, 7, 0, 0]


def test_what_is_left_out_follows_from_the_piles() -> None:
    pile = ["village/city/2", "citizen/snob/odd", "penalty/-3", "village/city/3"]
    state = position(players=[pile, []])
    counts = GAME.describe(state)["counts"]
    assert counts == {"V1": 1, "V2": 3, "V3": 3, "V4": 3, "V5": 3, "penalty": 9, "draw": 34, "discard": 0}
    assert GAME.describe(position(players=[pile, []], counts={"discard": 4}))["counts"]["draw"] == 30


def test_the_tops_of_the_stacks_may_be_told_instead_of_counts() -> None:
    slots = {**SLOTS, "V1": "village/city/3", "V2": "village/mine/4", "draw": "back/citizen", "discard": "empty"}
    assert position(slots=slots).villages == (2, 1, 3, 3, 3)
    assert position(slots={**slots, "V5": "empty"}).over


def test_one_pile_can_be_counted_alone() -> None:
    """A kingdom pile without the other players: its points, and turns that pass no dragons on within the game."""
    pile = ["citizen/fairy/R2G2", "citizen/fairy/R2G3", "penalty/-4", "citizen/dragon/min25", "village/forest/2"]
    state = table((*ROW[:4], "dragon/min28"), piles=[pile])
    (seat,) = GAME.standing(state).seats
    assert (seat.so_far, dict(seat.stock)) == (0, {"minus": 6, "cards": 5, "fairies": 2})
    turn = taking(
        "6B 3R 6R 4G 6G 5R", "C5 dragon/min28", given=[{"card": "citizen/dragon/min28", "to": None}], player=0
    )
    after = allowed(GAME, state, turn).state
    assert GAME.describe(after)["players"][0]["pile"] == pile
    given = {"dice": turn["dice"], "rolls": 2, "draw": ["citizen/elf/run4"]}
    assert [GAME.told(offered)["given"] for offered in GAME.legal(state, given)] == [turn["given"]]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"players": []}, "is played by 1 to 5"),
        ({"players": [{"pile": ["citizen/orc/9"]}, []]}, "that is no card of this edition"),
        ({"players": [{"pile": [4]}, []]}, "that is no card of this edition"),
        ({"players": [["penalty/-4"], ["penalty/-4"]]}, "more often than this edition has it"),
        ({"players": [["village/city/2"], ["village/city/2"]]}, "the same village lies twice"),
        ({"players": [["village/city/2"], []], "counts": {"V1": 3}}, "in a pile and in the stack V1"),
        ({"players": [{"pile": [], "minus": 3}, []]}, "“minus” of player 1 of the position is 3, but its pile has 0"),
        ({"players": [{"pile": [], "gold": 3}, []]}, "does not know"),
        ({"slots": {**SLOTS, "C9": None}}, "is no place of King of the Dice"),
        ({"slots": {**SLOTS, "C1": "penalty/-1"}}, "that is no citizen"),
        ({"slots": {**SLOTS, "C1": "empty"}}, "C1 is empty, but the game is not over"),
        ({"slots": {**SLOTS, "penalty": "citizen/elf/run4"}}, "that is no penalty card"),
        ({"slots": {**SLOTS, "penalty": "empty"}, "counts": {"penalty": 3}}, "the penalty pile is not empty"),
        ({"slots": {**SLOTS, "penalty": "penalty/-1"}, "counts": {"penalty": 0}}, "when it has no cards"),
        ({"slots": {**SLOTS, "V1": "village/mine/2"}}, "cannot lie on top of V1"),
        ({"slots": {**SLOTS, "V1": "village/city/2"}, "counts": {"V1": 2}}, "cannot lie on top of V1"),
        ({"slots": {**SLOTS, "discard": "back/citizen"}}, "does not lie on “discard”"),
        ({"counts": {"draw": 36}}, "are too many: only 35 have not been seen"),
        ({"counts": {"draw": 30, "discard": 6}}, "are too many"),
        ({"counts": {"penalty": 11}}, "must be at most 10"),
        ({"players": [["penalty/-4"], []], "counts": {"penalty": 10}}, "10 penalty cards cannot be left"),
        ({"counts": {"V1": 4}}, "must be at most 3"),
        ({"counts": {"V9": 1}}, "does not know"),
        ({"discards": ["citizen/orc/4"], "counts": {"discard": 0}}, "must be at least 1"),
        ({"discards": ["penalty/-1"]}, "that is no citizen"),
        ({"next_player": 2}, "must be at most 1"),
        ({"next_player": None}, "no stack is used up"),
        ({"settings": {"may_refuse": 1}}, "cannot be 1"),
        ({"game": "saint-malo"}, "choose one of: king-of-the-dice"),
        ({"weather": "fine"}, "does not know"),
    ],
)
def test_positions_that_cannot_be(data: dict[str, Any], words: str) -> None:
    with pytest.raises(Trouble) as trouble:
        position(**data)
    assert words in str(trouble.value)
    assert "\n" not in str(trouble.value)


def test_positions_tell_all_that_they_were_told() -> None:
    state = position(
        players=[["citizen/elf/run6", "citizen/fairy/R2G2"], {"name": "Heinz", "pile": ["penalty/-1"], "by_hand": 2}],
        discards=[None, "citizen/orc/4", None],
        counts={"penalty": 4, "V2": 2, "draw": 20, "discard": 5},
        options={"may_refuse": True},
        next_player=1,
        extra_turn=True,
    )
    told = GAME.describe(state)
    assert told["settings"] == {"may_refuse": True}
    assert told["discards"] == [None, "citizen/orc/4", None, None, None]
    assert (told["next_player"], told["extra_turn"], told["players"][1]["by_hand"]) == (1, True, 2)
    assert GAME.position(told) == state
    assert GAME.from_text(GAME.text(state)) == state


# ---- by hand
def sitting() -> Sitting:
    return Sitting(GAME, table(piles=[["citizen/snob/odd"], []]))


def done(table_: Sitting, event: dict[str, Any]) -> Done:
    answer = table_.do(event)
    assert isinstance(answer, Done), answer
    return answer


def test_points_set_by_hand_stay_beside_the_pile() -> None:
    kept = sitting()
    event = {"do": "set", "at": "players.0.points", "value": 7, "clause": "snob"}
    (step,) = done(kept, event).added
    assert [(entry.seat, entry.change, entry.clause) for entry in step.ledger] == [(0, 2, "by-hand")]
    assert GAME.describe(kept.state)["players"][0]["by_hand"] == 2
    done(kept, {"do": "action", "action": taking(PURPLE, "C5 goblin/any4", villages="V5 forest/2")})
    (line,) = [line for line in GAME.standing(kept.state).seats[0].now_lines if line.what == "by hand"]
    assert line.points == 2
    assert GAME.standing(kept.state).seats[0].so_far == 5 + 2 + 1 + 2


def test_a_pile_set_by_hand() -> None:
    kept = sitting()
    (step,) = done(kept, {"do": "set", "at": "players.0.pile.0", "value": "citizen/orc/4", "clause": "orc"}).added
    assert [(entry.seat, entry.change) for entry in step.ledger] == [(0, -2)]
    done(kept, {"do": "undo"})
    assert GAME.describe(kept.state)["players"][0]["pile"] == ["citizen/snob/odd"]


def test_piles_set_by_hand_take_what_follows_along() -> None:
    kept = sitting()
    done(kept, {"do": "set", "at": "counts.V1", "value": 2, "clause": "village"})
    assert GAME.describe(kept.state)["slots"]["V1"] == "village/city/3"
    done(kept, {"do": "set", "at": "slots.V1", "value": "village/city/4", "clause": "village"})
    assert GAME.describe(kept.state)["counts"]["V1"] == 1
    done(kept, {"do": "set", "at": "slots.penalty", "value": "penalty/-4", "clause": "penalty"})
    assert GAME.describe(kept.state)["counts"]["penalty"] == 10
    done(kept, {"do": "set", "at": "counts.penalty", "value": 3, "clause": "penalty"})
    assert GAME.describe(kept.state)["slots"]["penalty"] == "penalty/-4"
    done(kept, {"do": "set", "at": "counts.draw", "value": 9, "clause": "refill"})
    assert GAME.describe(kept.state)["counts"]["draw"] == 9
    done(kept, {"do": "set", "at": "counts.penalty", "value": 0, "clause": "last-card"})
    assert kept.state.over
    assert GAME.describe(kept.state)["slots"]["penalty"] == "empty"


def test_a_discard_set_by_hand() -> None:
    kept = sitting()
    done(kept, {"do": "action", "action": paying()})
    done(kept, {"do": "set", "at": "discards.0", "value": "citizen/snob/even", "clause": "refill"})
    assert GAME.describe(kept.state)["discards"] == ["citizen/snob/even"]


def test_minus_points_follow_from_the_pile() -> None:
    with pytest.raises(Trouble):
        sitting().do({"do": "set", "at": "players.0.minus", "value": 3, "clause": "penalty"})


def test_a_card_of_the_row_set_by_hand() -> None:
    kept = sitting()
    done(kept, {"do": "set", "at": "slots.C1", "value": "citizen/elf/run6", "clause": "refill"})
    assert GAME.describe(kept.state)["slots"]["C1"] == "citizen/elf/run6"


def test_a_house_rule_stays_marked() -> None:
    kept = sitting()
    done(kept, {"do": "override", "action": paying(PURPLE), "clause": "citizen-fulfilled"})
    assert [step.set_aside for step in kept.marked] == [("citizen-fulfilled",)]


def test_settings_may_be_decided_when_the_question_comes_up() -> None:
    kept = sitting()
    assert isinstance(kept.do({"do": "action", "action": paying(PURPLE)}), Refused)
    done(kept, {"do": "setting", "name": "may_refuse", "value": True})
    done(kept, {"do": "action", "action": paying(PURPLE)})
    assert [str(note) for note in GAME.standing(kept.state).notes] == ["setting may_refuse: true"]
