"""How a turn of Arkadia ends, by hand: the card taken, the castle pieces, the banner and the seals exchanged."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.byhand.asking import Answer, Hearing, Kind, Steps, words_of
from firmware.byhand.worths import signed
from rules.arkadia.cards import without
from rules.arkadia.castle import floor_of, grown, pieces_left, pool_of
from rules.arkadia.edition import FAMILIES
from rules.arkadia.squares import name_of
from rules.arkadia.state import DECK, NOTHING, UNTOLD, VACANT, Action, Draw, Four, Piece, State, plus, values
from rules.words import Phrase, say

Card = tuple[str, int]
UNTOLD_WORDS = say("nobody told")
LISTED = 12  # seals that are listed one by one; more come after “something else”


# ---- the card
def drawn(state: State, played: int | None, seen: Action, hearing: Hearing) -> Steps[Draw | None]:
    """Where the card came from, and the card turned over in its stead; `played` is the card laid, if it is known."""
    table, places = state.table, range(len(state.face_up))
    if not places and not state.deck and not hearing.free:
        return None
    answers = [Answer[int | None](place, _face_words(state, place)) for place in places]
    nothing = Answer[int | None](None, say("none"))
    if state.deck:
        answers += [Answer(DECK, say("from the stack")), Answer(UNTOLD, UNTOLD_WORDS)]
    like: Sequence[int | None] = () if not seen.form and seen.draw is None else (None,)
    if seen.draw is not None:
        like = (seen.draw.source,)
    source = yield from hearing.choose(say("which card was taken?"), answers, like, [nothing])
    if source is None:
        return None
    if source < 0 or not state.deck:
        return Draw(source)
    unseen = state.unseen
    if played is not None and played in (*state.players[state.turn].holds, *_known(unseen)):
        _, unseen = without(state.players[state.turn].holds, unseen, played)
    turned = [table.faces[card] for card in _known(unseen)]
    kinds, every = _card_kinds(state, turned), _card_kinds(state, table.faces)
    was: Sequence[Card | None] = () if seen.draw is None else (seen.draw.refill,)
    refill = yield from hearing.choose_by_kind(say("which card was turned over?"), kinds, was, every)
    return Draw(source, None, refill)


def _known(unseen: bytes) -> list[int]:
    return [card for card, number in enumerate(unseen) if number]


def _face_words(state: State, place: int) -> Phrase:
    card = state.face_up[place]
    if card < 0:
        return say("open card {}", place + 1)
    form, family = state.table.faces[card]
    return say("{} {}", words_of(FAMILIES[family]), words_of(form))


def _card_kinds(state: State, cards: Sequence[Card]) -> list[Kind[Card | None]]:
    kinds = []
    for form in state.table.forms:
        there = [
            Answer[Card | None](card, say("{} {}", words_of(FAMILIES[card[1]]), words_of(form.name)))
            for card in cards
            if card[0] == form.name
        ]
        if there:
            kinds.append(Kind(words_of(form.name), there))
    return [*kinds, Kind(UNTOLD_WORDS, [Answer[Card | None](None, UNTOLD_WORDS)])]


# ---- the castle
def castle(state: State, completed: int, seen: Action, hearing: Hearing) -> Steps[tuple[Piece, ...]]:
    """A piece for each building completed, told in any order; those of one floor are named in the order of the rim."""
    rim, built = state.table.rim, state.castle
    due = min(completed, pieces_left(built))
    if hearing.free:
        due = yield from hearing.number(say("castle pieces placed"), 0, 4, [len(seen.castle)], due)
    placed: list[tuple[int, int, int]] = []
    begun = list(hearing.notes)
    for n in range(due):
        floor = floor_of(built)
        vacant = [index for index, piece in enumerate(built.floors[floor - 1]) if piece == VACANT]
        told = [(piece.place, piece.floor) for piece in seen.castle]
        left = [i for i in vacant if any(place == rim[i] and on in (None, floor) for place, on in told)]
        left = left or [i for i in range(len(rim)) if rim[i] in {place for place, _ in told}]
        usual, every = (
            [Answer(i, say("{}", name_of(rim[i]))) for i in indices] for indices in (vacant, range(len(rim)))
        )
        title = say("castle piece {} of {}, floor {}", n + 1, due, floor)
        index = yield from hearing.choose(title, usual, left, every)
        pool = pool_of(built, floor)
        worth = {family: values(grown(built, index, floor, family))[family] for family in range(len(FAMILIES))}
        families = [
            Answer(family, words_of(name), say("then worth {}", worth[family])) for family, name in enumerate(FAMILIES)
        ]
        was = [piece.family for piece in seen.castle if piece.place == rim[index] and piece.floor in (None, floor)]
        family = yield from hearing.choose(
            say("of which family?"), [answer for answer in families if pool[answer.value]], was, families
        )
        placed.append((floor, index, family))
        hearing.notes = [*begun, say("{} on {}", words_of(FAMILIES[family]), name_of(rim[index]))]
        if index in vacant:
            built = grown(built, index, floor, family)
    hearing.notes = begun
    return tuple(Piece(family, rim[index], floor) for floor, index, family in sorted(placed))


# ---- the banner
def banner(
    state: State,
    done: Sequence[tuple[int, int]] | None,
    pieces: Sequence[Piece],
    seen: Action,
    hearing: Hearing,
) -> Steps[Four | None]:
    """The seals exchanged; None without a banner. `done` are the buildings completed, None where nobody knows yet."""
    me = state.players[state.turn]
    if not me.banners and not hearing.free:
        return None
    used = (seen.cash is not None,) if seen.kind else ()
    if not (yield from hearing.yes(say("was the banner used?"), used, usual=False)):
        return None
    purse = me.seals
    for family, workers in done or ():
        purse = plus(purse, family, workers + 1)
    built, rim = state.castle, state.table.rim
    for piece in pieces:
        built = grown(built, rim.index(piece.place), piece.floor or floor_of(built), piece.family)
    worth = values(built)
    cash: Four = NOTHING
    open_ones = list(range(len(FAMILIES)))
    begun = list(hearing.notes)
    while open_ones:
        like = [family for family in open_ones if seen.cash is not None and seen.cash[family]] or [-1]
        answers = [Answer(-1, say("that is all"))]
        answers += [Answer(n, words_of(FAMILIES[n]), say("each {}", worth[n])) for n in open_ones]
        family = yield from hearing.choose(say("seals exchanged?"), answers, like)
        if family < 0:
            break
        count = yield from _seals(state, family, worth[family], None if done is None else purse[family], seen, hearing)
        cash = plus(cash, family, count)
        open_ones.remove(family)
        hearing.notes = [*begun, *[say("{} {}", n, words_of(FAMILIES[f])) for f, n in enumerate(cash) if n]]
    hearing.notes = begun
    return cash


def _seals(state: State, family: int, each: int, owned: int | None, seen: Action, hearing: Hearing) -> Steps[int]:
    """How many; “all” first, where the purse is known, and no number that would tell what is in it."""
    numbers = state.table.edition.numbers
    most = numbers.seals_of_one + 5 * numbers.seals_of_five
    answers = [Answer[int | None](n, say("{}", n), signed(n * each)) for n in range(1, LISTED + 1)]
    every = [*answers, *[Answer[int | None](n, say("{}", n)) for n in range(LISTED + 1, most + 1)]]
    if owned is not None:
        answers.insert(0, Answer(None, say("all")))
    like = () if seen.cash is None else (seen.cash[family],)
    count = yield from hearing.choose(say("{}: how many?", words_of(FAMILIES[family])), answers, like, every)
    return (owned or 0) if count is None else count
