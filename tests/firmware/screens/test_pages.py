"""The pages of the five games: what they show, to whom, and how large."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from firmware.screens.catalogue import Catalogue
from firmware.screens.drawing import draw, sheet_of
from firmware.screens.pages import pages_of
from firmware.screens.scenes import MOMENTS, evening
from firmware.screens.sheet import Sheet
from firmware.screens.views import Keys, Screen, TablePage
from rules.game import AnyGame
from rules.shelf import GAMES, game_called
from rules.words import say
from tests.firmware.screens.golden import PANELS

SMALL, LARGE = PANELS["small"], PANELS["large"]
ENGLISH, GERMAN = Catalogue("en"), Catalogue("de")
LONG = "Wilhelmine-Friederike von und zu Hohenlohe-Langenburg"


def page(game: AnyGame, state: Any, name: str, size: tuple[int, int] = SMALL, **more: Any) -> Sheet:
    words = more.pop("words", ENGLISH)
    return sheet_of(Screen(TablePage(game, state, name, **more)), size, words, (0, 0))[0]


def at(name: str, events: int | None = None) -> tuple[AnyGame, Any]:
    sitting = evening(name, MOMENTS[name] if events is None else events)
    return sitting.game, sitting.state


def check(sheet: Sheet, what: object) -> None:
    assert not sheet.outside, (what, sheet.outside)
    assert not sheet.across, (what, sheet.across)


@pytest.mark.parametrize("name", GAMES)
def test_every_page_at_every_stage_of_an_evening_stays_on_the_panel(name: str) -> None:
    for events in (0, 1, 7, 19, 33, 999):
        game, state = at(name, events)
        for words in (ENGLISH, GERMAN):
            for size in (SMALL, LARGE):
                for shown in pages_of(game, state):
                    check(page(game, state, shown, size, words=words), (name, events, shown, size))


@pytest.mark.parametrize("name", GAMES)
def test_every_page_is_another(name: str) -> None:
    game, state = at(name)
    pages = pages_of(game, state)
    assert len(set(pages)) == len(pages)
    pictures = {draw(Screen(TablePage(game, state, shown)), SMALL, ENGLISH).tobytes() for shown in pages}
    assert len(pictures) == len(pages)


@pytest.mark.parametrize("name", ["saint-malo", "akropolis", "masons"])
def test_all_the_players_there_can_be_with_names_as_long_as_they_may_be(name: str) -> None:
    game = game_called(name)
    players = [f"{n} {LONG}" for n in range(game.numbers[-1])]
    state = game.set_up(players)
    for size in (SMALL, LARGE):
        for shown in pages_of(game, state):
            sheet = page(game, state, shown, size)
            check(sheet, (name, shown, size))
            for text in sheet.shortened:
                assert "Wilhelmine" in text, text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_standing_names_whose_turn_it_is_and_the_score_is_sixteen_dots_high(
    name: str, size: tuple[int, int]
) -> None:
    game, state = at(name)
    turn = game.turn(state)
    assert turn is not None
    sheet = page(game, state, "standing", size)
    assert f"{game.players(state)[turn]} is to play" in sheet.written
    lit = np.asarray(sheet.image)[12:28, :52] > 0  # where the large figures stand
    rows = np.flatnonzero(lit.any(axis=1))
    assert (rows[0], rows[-1]) == (0, 15)


def test_a_long_name_leaves_room_for_saying_that_it_is_its_turn() -> None:
    game = game_called("masons")
    shown = page(game, game.set_up([LONG, "Bo"]), "standing").written
    assert shown[0].startswith("Wilhelm")
    assert shown[0].endswith("… is to play")


@pytest.mark.parametrize("name", GAMES)
def test_the_scores_on_the_standing_are_those_of_the_rules(name: str) -> None:
    game, state = at(name)
    for seat in game.standing(state).seats:
        points = seat.now if name == "akropolis" else seat.so_far
        assert str(points) in page(game, state, "standing", open_purses=True).written


@pytest.mark.parametrize("name", ["saint-malo", "akropolis", "king-of-the-dice", "masons"])
def test_a_breakdown_shows_every_item_and_its_points(name: str) -> None:
    game, state = at(name)
    for seat in game.standing(state).seats:
        parts = [shown for shown in pages_of(game, state) if shown.split(":")[:2] == ["score", str(seat.seat)]]
        written = [text for part in parts for text in page(game, state, part).written]
        assert written.count(str(seat.now)) >= len(parts)
        for line in seat.now_lines:
            assert line.what in written
            assert str(line.points) in written


@pytest.mark.parametrize("name", GAMES)
def test_the_end_names_who_wins(name: str) -> None:
    sitting = evening(name)
    outcome = sitting.game.standing(sitting.state).outcome
    assert outcome is not None
    names = sitting.game.players(sitting.state)
    assert f"{names[outcome.winners[0]]} wins" in page(sitting.game, sitting.state, "standing").written


def test_arkadia_shows_nothing_of_what_lies_behind_a_screen() -> None:
    """Two states that differ only behind the screens look the same on every page, and have the same pages."""
    game, state = at("arkadia")
    purses = tuple(player._replace(gold=9, seals=(3, 1, 4, 1), workers=7, neutral=2) for player in state.players)
    other = state._replace(players=purses)
    assert pages_of(game, state) == pages_of(game, other)
    for size in (SMALL, LARGE):
        for shown in pages_of(game, state):
            here, there = page(game, state, shown, size), page(game, other, shown, size)
            assert here.image.tobytes() == there.image.tobytes(), shown


def test_arkadia_shows_a_purse_to_who_peeks_and_no_other() -> None:
    game, state = at("arkadia")
    own = page(game, state, "purse:0", peek=0)
    assert str(state.players[0].gold) in own.written
    assert "behind the screen: secret" not in own.written
    assert "behind the screen: secret" in page(game, state, "purse:1", peek=0).written


def test_arkadia_shows_all_purses_where_the_table_keeps_them_open() -> None:
    game, state = at("arkadia")
    for seat, player in enumerate(state.players):
        assert str(player.gold) in page(game, state, f"purse:{seat}", open_purses=True).written
    workers = [f"{player.workers}+{player.neutral}" for player in state.players]
    assert set(workers) <= set(page(game, state, "players", open_purses=True).written)


def test_the_castle_page_tells_what_a_seal_is_worth() -> None:
    game, state = at("arkadia")
    from rules.arkadia.state import values

    written = page(game, state, "castle").written
    for value in values(state.castle):
        assert str(value) in written


def test_the_pirates_page_tells_who_would_hold() -> None:
    game, state = at("saint-malo")
    strength = state.table.edition.strengths[state.attacks]
    written = page(game, state, "pirates").written
    assert f"next: {strength}" in written
    assert written.count("✓") == sum(city.defence >= strength for city in state.cities)
    assert written.count("×") == sum(city.defence < strength for city in state.cities)


def test_a_city_of_saint_malo_has_a_letter_for_every_person_and_church() -> None:
    game, state = at("saint-malo")
    shown = page(game, state, "city:0").written
    for mark in "CP123":
        assert shown.count(mark) >= state.cities[0].cells.count(mark)


def test_a_note_is_read_in_full_on_the_standing_and_is_on_every_page() -> None:
    game, state = at("saint-malo")
    note = say("The camera does not answer: everything goes by hand now.")
    assert str(note) in " ".join(page(game, state, "standing", note=note).written)
    for shown in pages_of(game, state):
        assert any(text.startswith("The camera does not") for text in page(game, state, shown, note=note).written)


def test_dice_are_shown_where_they_are_known() -> None:
    game, state = at("king-of-the-dice")
    dice = ("6 B", "2 R", "3 G", "1 B", "1 B", "2 G")
    for shown in ("standing", "dice"):
        written = page(game, state, shown, dice=dice).written
        assert [text for text in written if text in ("6B", "2R", "3G", "1B", "2G")] == [
            d.replace(" ", "") for d in dice
        ]


@pytest.mark.parametrize("words", [ENGLISH, GERMAN], ids=["en", "de"])
def test_every_card_of_king_of_the_dice_is_named_in_full(words: Catalogue) -> None:
    game, state = at("king-of-the-dice")
    for first in range(state.cards.citizens):
        row = tuple((first + n) % state.cards.citizens for n in range(5))
        for size in (SMALL, LARGE):
            sheet = page(game, state._replace(row=row), "row", size, words=words)
            check(sheet, row)
            assert not sheet.shortened


def test_the_end_of_every_stack_is_shown() -> None:
    game, state = at("king-of-the-dice")
    for left in range(4):
        sheet = page(game, state._replace(villages=(left,) * 5), "villages", words=GERMAN)
        check(sheet, left)
        assert sheet.written.count("●" * left + "○" * (3 - left)) == 5


@pytest.mark.parametrize("words", [ENGLISH, GERMAN], ids=["en", "de"])
def test_every_building_of_arkadia_is_named_in_full(words: Catalogue) -> None:
    game, state = at("arkadia")
    for form in range(len(state.table.forms)):
        for family in range(4):
            buildings = tuple(building._replace(form=form, family=family) for building in state.buildings)
            for shown in [shown for shown in pages_of(game, state) if shown.startswith("buildings")]:
                sheet = page(game, state._replace(buildings=buildings), shown, words=words)
                check(sheet, (form, family))
                assert not sheet.shortened


def test_a_full_site_of_four_fits() -> None:
    game = game_called("akropolis")
    faces = [face for face, many in game.set_up(["a", "b"]).unseen.items() if "m" in face.lower()]
    for start in range(len(faces) - 6):
        state = game.set_up(list("abcd"), given={"site": faces[start : start + 6]})
        sheet = page(game, state, "site", words=GERMAN)
        check(sheet, faces[start])
        assert set(faces[start : start + 6]) <= set(sheet.written)


def test_an_edition_with_longer_rows_and_higher_stacks_is_told_in_figures() -> None:
    malo = game_called("saint-malo")
    state = malo.set_up(["a", "b"], edition={"boxes": {"2": 24, "3": 24, "4": 24, "5": 24}})
    sheet = page(malo, state._replace(marked=30), "pirates")
    check(sheet, "pirates")
    assert "24/24" in sheet.written
    assert "6/24" in sheet.written


def test_castle_values_of_two_figures_fit() -> None:
    game, state = at("arkadia")
    for family in range(4):
        castle = state.castle._replace(tops=bytes([family] * 10))
        for words in (ENGLISH, GERMAN):
            for size in (SMALL, LARGE):
                sheet = page(game, state._replace(castle=castle), "castle", size, words=words)
                check(sheet, family)
                assert "10" in sheet.written


def test_a_page_that_is_gone_after_taking_back_shows_what_there_is() -> None:
    game, state = at("saint-malo")
    for shown in ("score:1:9", "city:7", "dice"):
        check(page(game, state, shown, keys=Keys(say("look"))), shown)
