"""How the players stand: gold so far, and what their seals would bring if the castle stayed as it is."""

from __future__ import annotations

from rules.arkadia.edition import DEFAULT, FAMILIES
from rules.arkadia.state import Four, Player, State, values
from rules.standing import Line, Outcome, Seat, Standing, rank
from rules.words import Phrase, say


def standing(state: State, purses: bool, notes: tuple[Phrase, ...]) -> Standing:
    """Purses are secret until the game is over; then everybody turns them out."""
    table = state.table
    value = values(state.castle)
    if table.edition == DEFAULT:
        notes = (*notes, say("board, tents, lot and forms are Umpire's own, not surveyed from a copy of the game"))
    open_purses = purses or state.over
    seats = tuple(
        _seat(seat, table.names[seat], player, value, state.over) if open_purses else _closed(seat, state)
        for seat, player in enumerate(state.players)
    )
    if not open_purses:
        return Standing(seats, False, None, (*notes, say("what lies behind the screens is secret")))
    outcome = _outcome([seat.now or 0 for seat in seats])
    return Standing(seats, state.over, outcome, notes)


def _outcome(gold: list[int]) -> Outcome:
    return rank(
        gold, (), ("most-gold", say("most gold")), ("shared-victory", say("equally much gold: the victory is shared"))
    )


def _seat(seat: int, name: str, player: Player, value: Four, over: bool) -> Seat:
    lines = []
    brought = player.gold - sum(player.cashed)
    if brought:
        lines.append(Line("gold", brought, say("brought into this position"), "evaluation"))
    for family, gold in zip(FAMILIES, player.cashed, strict=True):
        if gold:
            lines.append(Line(f"{family} seals", gold, say("exchanged with banners"), "evaluation"))
    final = []
    for family, number, each in zip(FAMILIES, player.seals, value, strict=True):
        if number * each:
            how = say("{} seals: {} x {}", family, number, each)
            final.append(Line(f"{family} seals", number * each, how, "final-evaluation"))
    now_lines = (*lines, *final)
    now = sum(line.points for line in now_lines)
    so_far_lines = now_lines if over else tuple(lines)
    stock = (
        ("workers", player.workers),
        ("neutral workers", player.neutral),
        ("banners", player.banners),
        ("cards", player.hand),
        *((f"{family} seals", number) for family, number in zip(FAMILIES, player.seals, strict=True)),
    )
    return Seat(seat, name, sum(line.points for line in so_far_lines), so_far_lines, now, now_lines, stock)


def _closed(seat: int, state: State) -> Seat:
    player = state.players[seat]
    return Seat(
        seat, state.table.names[seat], None, (), None, (), (("banners", player.banners), ("cards", player.hand))
    )
