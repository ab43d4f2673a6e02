from __future__ import annotations

from rules.arkadia.game import ARKADIA
from tests.rules.arkadia.boards import done, introduce, table

CASTLE = {"h5": ["silver"], "i7": ["red"], "j5": ["silver"]}  # red 3, olive 1, silver 4, black 2


def test_gold_so_far_and_if_it_ended_now() -> None:
    state = table(
        [{"gold": 20, "cashed": {"red": 6, "olive": 3}, "seals": {"silver": 2, "black": 1}}, {"gold": 31}],
        castle=CASTLE,
    )
    standing = ARKADIA.standing(state)
    first, second = standing.seats
    assert (first.so_far, first.now) == (20, 30)
    assert [(line.what, line.points) for line in first.so_far_lines] == [
        ("gold", 11),
        ("red seals", 6),
        ("olive seals", 3),
    ]
    assert [(line.what, line.points, str(line.how)) for line in first.now_lines[3:]] == [
        ("silver seals", 8, "silver seals: 2 x 4"),
        ("black seals", 2, "black seals: 1 x 2"),
    ]
    assert (second.so_far, second.now) == (31, 31)
    assert not standing.over
    assert standing.outcome is not None
    assert standing.outcome.places == ((1,), (0,))
    assert dict(first.stock) == {
        "workers": 3,
        "neutral workers": 0,
        "banners": 4,
        "cards": 4,
        "red seals": 0,
        "olive seals": 0,
        "silver seals": 2,
        "black seals": 1,
    }


def test_purses_stay_secret_until_the_end() -> None:
    state = table([{"gold": 20, "seals": {"silver": 2}}, {"gold": 31}], castle=CASTLE)
    standing = ARKADIA.standing(state, purses=False)
    for seat in standing.seats:
        assert seat.so_far is None
        assert seat.now is None
        assert seat.so_far_lines == seat.now_lines == ()
        assert {what for what, _ in seat.stock} == {"banners", "cards"}
    assert standing.outcome is None
    assert any("secret" in str(note) for note in standing.notes)
    over = ARKADIA.standing(
        table([{"gold": 20, "seals": {"silver": 2}}, {"gold": 31}], castle=CASTLE, over=True), purses=False
    )
    assert [seat.so_far for seat in over.seats] == [28, 31]
    assert over.outcome is not None
    assert over.outcome.clause == "most-gold"


def test_a_victory_may_be_shared() -> None:
    outcome = ARKADIA.standing(table([{"gold": 5}, {"gold": 1, "seals": {"silver": 1}}, {}], castle=CASTLE)).outcome
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert outcome.clause == "shared-victory"


def test_what_the_table_decided_otherwise_is_named() -> None:
    notes = ARKADIA.standing(table(settings={"mirror": True})).notes
    assert any("mirror" in str(note) for note in notes)
    assert any("not surveyed" in str(note) for note in notes)
    own = ARKADIA.standing(table(edition={"tents": ["a1"]})).notes
    assert not any("not surveyed" in str(note) for note in own)


def test_a_turn_in_words() -> None:
    state = table()
    action = ARKADIA.action(introduce("lot", yellow="g4 h4", banner={"cash": {}}))
    assert (
        str(ARKADIA.in_words(state, action))
        == "workers: yellow on g4 and h4, beside the lot; banner, seals exchanged: none"
    )
    assert done(state, introduce("lot", yellow="g4")).state.ply == 1
