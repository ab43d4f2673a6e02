"""The judge of Akropolis: a turn, the site filled up, or the end told by hand - allowed with its ledger, or refused."""

from __future__ import annotations

from rules.akropolis.laying import cautions, lay, named
from rules.akropolis.scoring import final_entries
from rules.akropolis.state import Action, City, End, State, Turn, lacking, taken_out
from rules.game import NOTHING_WAIVED, Allowed, Refused
from rules.ledger import TABLE, Entry
from rules.words import Phrase, say

Verdict = Allowed[State] | Refused


def judge(state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Verdict:
    if state.over:
        return Refused("game-over", say("the game is over; undo to go on before its end"))
    if isinstance(action, Turn):
        return _turn(state, action, waived)
    if isinstance(action, End):
        if not state.table.alone:
            return Refused("end", say("with the site at this table the end comes by itself"))
        return _ended(state, [], [])
    if not state.waits:
        if state.table.alone:
            return Refused("site-refill", say("one city kept alone has no site"))
        return Refused("site-refill", say("there are still {} tiles in the site", len(state.site)))
    ledger: list[Entry] = []
    filled = _filled(state, action.refill, waived, ledger)
    return filled if isinstance(filled, Refused) else Allowed(filled, tuple(ledger))


# ---- a turn
def _turn(state: State, turn: Turn, waived: frozenset[str]) -> Verdict:
    table, cities, site, stacks, chief, unseen, _ = state
    take, face, at, told, refill, player = turn
    seat = state.seat
    if player is not None and player != seat:
        return Refused("not-your-turn", say("it is {}'s turn", table.names[seat]))
    if len(site) < 2 or not 0 < take <= len(site) or site[take - 1] != face:
        taken = _taken(state, turn, waived)
        if isinstance(taken, Refused):
            return taken
        take = taken
    city = cities[seat]
    stones = city.stones
    price = take - 1 if take else 0
    if price > stones:
        if "price" not in waived:
            reason = say("tile {} of the site costs {} stones, and {} are there", take, price, stones)
            return Refused("price", reason, (f"site {take}",))
        price = stones
    laid = lay(city, face, at, told, waived)
    if isinstance(laid, Refused):
        return laid
    ledger: list[Entry] = []
    warnings: list[Phrase] = []
    if price:
        stones -= price
        ledger.append(Entry(seat, "stones", -price, say("tile {} of the site: {} before it", take, take - 1), "price"))
    gained = len(laid.quarries)
    if gained:
        stones += gained
        ledger.append(
            Entry(seat, "stones", gained, say("quarries covered: {}", gained), "quarry", named(laid.quarries))
        )
    if laid.covered or "m" in face:
        warnings = cautions(laid, face, at)
    all_cities = list(cities)
    all_cities[seat] = City(laid.columns, laid.storeys, city.laid + 1, stones, city.gained + gained)
    cities = tuple(all_cities)
    if gained and (out := sum([c.stones for c in cities])) > table.edition.supply:
        warnings.append(
            say("{} stones are out and the box has {}: go on with something else", out, table.edition.supply)
        )
    if table.alone:
        if refill is not None:
            return Refused("site-refill", say("one city kept alone has no site"))
        return Allowed(
            State(table, cities, (), 0, 0, taken_out(unseen, (face,)), False), tuple(ledger), tuple(warnings)
        )
    site = site[: take - 1] + site[take:]
    after = State(table, cities, site, stacks, chief, unseen, False)
    if len(site) > 1 or not stacks:
        if refill is not None:
            return Refused("site-refill", say("there are {} tiles in the site and {} stacks", len(site), stacks))
        if len(site) == 1:
            return _ended(after, ledger, warnings)
    elif refill is not None:
        filled = _filled(after, refill, waived, ledger)
        if isinstance(filled, Refused):
            return filled
        after = filled
    return Allowed(after, tuple(ledger), tuple(warnings))


def _taken(state: State, turn: Turn, waived: frozenset[str]) -> int | Refused:
    """The tile's place in the site; without a site the place that the player names, if any."""
    site, face, take = state.site, turn.face, turn.take
    if state.table.alone:
        if not state.unseen.get(face, 0) and "no-such-tile" not in waived:
            return Refused("no-such-tile", say("there is no tile {} any more", face), named(turn.at))
        return take
    if len(site) < 2:
        if site and face == site[0]:
            return Refused("last-tile", say("the last tile of the site is left for the next round"), ("site 1",))
        return Refused("wrong-moment", say("the site has to be filled up first"))
    if take:
        if take > len(site):
            return Refused("not-in-site", say("there is no tile {} in the site, only {}", take, len(site)))
        if site[take - 1] != face:
            reason = say("tile {} of the site is {}, not {}", take, site[take - 1], face)
            return Refused("not-in-site", reason, (f"site {take}",))
        return take
    if face not in site:
        return Refused("not-in-site", say("there is no tile {} in the site", face))
    if site.count(face) > 1:
        places = tuple(f"site {n}" for n, other in enumerate(site, 1) if other == face)
        return Refused("which-tile", say("{} lies in the site {} times: name its place", face, len(places)), places)
    return site.index(face) + 1


# ---- the site
def _filled(state: State, faces: tuple[str, ...], waived: frozenset[str], ledger: list[Entry]) -> State | Refused:
    players = len(state.cities)
    first = not state.site
    wanted = players + 2 if first else players + 1
    if len(faces) != wanted:
        return Refused("refill-number", say("{} tiles come into the site, not {}", wanted, len(faces)))
    if (face := lacking(state.unseen, faces)) and "no-such-tile" not in waived:
        left = state.unseen.get(face, 0)
        return Refused("no-such-tile", say("{} tiles {} come up, and {} are left", faces.count(face), face, left))
    site, stacks, chief = state.site + faces, state.stacks, state.chief
    if not first:
        chief = (chief + 1) % players
        stacks -= 1
        why = say("the site is filled up; {} is Chief Architect now", state.table.names[chief])
        ledger.append(Entry(TABLE, "stacks", -1, why, "site-refill"))
    return State(state.table, state.cities, site, stacks, chief, taken_out(state.unseen, faces), False)


# ---- the end
def _ended(state: State, ledger: list[Entry], warnings: list[Phrase]) -> Verdict:
    for seat, city in enumerate(state.cities):
        ledger.extend(final_entries(city, seat, state.table))
    return Allowed(state._replace(over=True), tuple(ledger), tuple(warnings))
