"""The plain implementation of the scoring and of the requirements agrees with the real one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.king_of_the_dice.cards import USUAL
from rules.king_of_the_dice.dice import roll_from
from rules.king_of_the_dice.edition import DEFAULT
from rules.king_of_the_dice.game import KING_OF_THE_DICE
from tests.rules.king_of_the_dice import plain
from tests.rules.king_of_the_dice.tables import NAMES


def random_piles(rng: Random) -> tuple[list[list[str]], list[str]]:
    """The 65 cards dealt out to some players, and the row."""
    citizens = [citizen.label for citizen in DEFAULT.citizens]
    rng.shuffle(citizens)
    row, citizens = citizens[:5], citizens[5:]
    cards = citizens[: rng.randint(0, 34)]
    penalties = [f"penalty/{points}" for points in DEFAULT.penalties]
    cards += rng.sample(penalties, rng.randint(0, 9))
    for stack in DEFAULT.villages:
        cards += [f"village/{stack.name}/{points}" for points in stack.cards[: rng.randint(0, 2)]]
    rng.shuffle(cards)
    piles: list[list[str]] = [[] for _ in range(rng.randint(2, 5))]
    for card in cards:
        rng.choice(piles).append(card)
    return piles, row


def agrees(rng: Random) -> None:
    """A random position stands as the plain implementation says."""
    piles, row = random_piles(rng)
    players = [{"name": name, "pile": pile} for name, pile in zip(NAMES, piles, strict=False)]
    slots = {f"C{i}": card for i, card in enumerate(row, 1)}
    state = KING_OF_THE_DICE.position({"players": players, "slots": slots})
    standing = KING_OF_THE_DICE.standing(state)
    assert standing.outcome is not None
    assert [seat.so_far for seat in standing.seats] == [plain.points(pile) for pile in piles]
    assert [dict(seat.stock)["minus"] for seat in standing.seats] == [plain.minus(pile) for pile in piles]
    assert [list(place) for place in standing.outcome.places] == plain.places(piles)
    assert [seat.now for seat in standing.seats] == [seat.so_far for seat in standing.seats]


def read_alike(dice: Sequence[plain.Die]) -> None:
    """A roll fulfils what the plain implementation says that it fulfils."""
    bits, _ = USUAL.read(roll_from(dice, "a roll"))
    for card, citizen in enumerate(DEFAULT.citizens):
        label = f"{citizen.type}/{citizen.code}"
        assert bool(bits >> card & 1) == plain.fulfils(label, dice), f"{label} and {dice}"


def any_roll(rng: Random) -> list[plain.Die]:
    """Six dice, often alike, so that the rare citizens are met too."""
    values = rng.sample(range(1, 7), rng.randint(1, 6))
    colours = rng.sample("RGB", rng.randint(1, 3))
    return [(rng.choice(values), rng.choice(colours)) for _ in range(6)]


def test_scores_and_places_of_random_positions() -> None:
    rng = Random(3)
    for _ in range(400):
        agrees(rng)


def test_requirements_of_random_rolls() -> None:
    rng = Random(4)
    for _ in range(2500):
        read_alike(any_roll(rng))


def test_the_cards_are_those_of_the_plain_list() -> None:
    assert {citizen.label.removeprefix("citizen/") for citizen in DEFAULT.citizens} == set(plain.CITIZENS)
    assert {c.label.removeprefix("citizen/"): c.vp for c in DEFAULT.citizens if c.type != "fairy"} == plain.POINTS
