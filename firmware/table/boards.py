"""The boards of each game: which companion looks, what it is told, and its rulings in the rules' form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.referee.companion import Difference
from firmware.referee.ruling import ASK, MOVE, Look, Ruling
from firmware.table.readings import Reading
from rules.game import AnyGame
from rules.trouble import Trouble
from rules.words import SILENCE, say

Action = Mapping[str, Any]


class Board:
    """What is the same for most sets. `own`: each player has one; else it is shared."""

    set = ""
    own = False

    def held(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The state that the companion is to hold."""
        return state

    def same(self, game: AnyGame, one: Any, other: Any) -> bool:
        """Whether two states that a companion may hold come to the same for it."""
        return bool(one == other)

    def begins_by_looking(self, game: AnyGame, state: Any) -> bool:
        """Whether a companion that holds nothing yet finds this state by itself, in its first picture."""
        return False

    def start(self, game: AnyGame, state: Any, seat: int) -> Mapping[str, Any]:
        """What is told at the beginning of a sitting."""
        return game.describe(state)

    def given(self, game: AnyGame, state: Any, seat: int, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is told with a picture."""
        return given

    def action(self, game: AnyGame, state: Any, seen: Action, given: Mapping[str, Any]) -> Action:
        """What was seen as an action of the whole table."""
        return seen

    def event_of(self, difference: Difference, game: AnyGame, state: Any, seat: int) -> Mapping[str, Any] | None:
        """The event that sets what was seen; None where only people can tell."""
        return None


class MaloCityBoard(Board):
    """Each player's city, kept alone."""

    set = "malo_city"
    own = True

    def held(self, game: AnyGame, state: Any, seat: int) -> Any:
        told = game.describe(state)
        player = {key: value for key, value in told["players"][seat].items() if key not in ("defence", "scored")}
        return game.position({**_decided(told), "players": [player], "alone": True})

    def same(self, game: AnyGame, one: Any, other: Any) -> bool:
        keys = ("cells", "coins", "logs", "vp", "cannons_lost")
        mine, others = (game.describe(state)["players"][0] for state in (one, other))
        return all(mine[key] == others[key] for key in keys)

    def start(self, game: AnyGame, state: Any, seat: int) -> Mapping[str, Any]:
        player = game.describe(state)["players"][seat]
        return {key: player[key] for key in ("cells", "coins", "logs", "vp", "cannons_lost")}

    def action(self, game: AnyGame, state: Any, seen: Action, given: Mapping[str, Any]) -> Action:
        told = {"dice": list(given["dice"])} if "dice" not in seen and given.get("dice") else {}
        if given.get("rotated") and "rotated" not in seen:
            told["rotated"] = given["rotated"]
        return {**told, **seen}

    def event_of(self, difference: Difference, game: AnyGame, state: Any, seat: int) -> Mapping[str, Any] | None:
        value = difference.seen if difference.seen not in ("", "empty") else None
        return {"do": "set", "at": f"players.{seat}.cells.{difference.place}", "value": value, "clause": "by-hand"}


class KingRowBoard(Board):
    set = "king_row"

    def start(self, game: AnyGame, state: Any, seat: int) -> Mapping[str, Any]:
        told = game.describe(state)
        players = [player["pile"] for player in told["players"]]
        options = dict(game.table_settings(state))
        return {**{k: told[k] for k in ("next_player", "extra_turn", "counts")}, "options": options, "players": players}

    def given(self, game: AnyGame, state: Any, seat: int, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"player": seat, **given}


class MasonsBoard(Board):
    set = "masons"

    def start(self, game: AnyGame, state: Any, seat: int) -> Mapping[str, Any]:
        """The supply of the layout that was taught; the rest is held."""
        return {"supply": {}}

    def given(self, game: AnyGame, state: Any, seat: int, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"stage": state.stage, "dice": given.get("dice")}


class ArkadiaBoard(Board):
    set = "arkadia"


class AkropolisBoard(Board):
    """Each player's city. What the site holds is another surface."""

    set = "akropolis_city"
    own = True

    def held(self, game: AnyGame, state: Any, seat: int) -> Any:
        told = game.describe(state)
        kept: dict[str, Any] = {key: told[key] for key in ("settings", "edition", "unseen") if key in told}
        return game.position({**kept, "players": [told["players"][seat]], "alone": True})

    def same(self, game: AnyGame, one: Any, other: Any) -> bool:
        """A new picture is not asked for because somebody else took a tile."""
        mine, others = (game.describe(state)["players"][0]["city"] for state in (one, other))
        keys = ("at", "kind", "level")
        return [[c[k] for k in keys] for c in mine] == [[c[k] for k in keys] for c in others]

    def begins_by_looking(self, game: AnyGame, state: Any) -> bool:
        """The starting tile alone: how it is turned is for the eyes to find."""
        return self.same(game, state, game.set_up(("city",), given={"alone": True, "stones": 0}))

    def start(self, game: AnyGame, state: Any, seat: int) -> Mapping[str, Any]:
        return {}

    def action(self, game: AnyGame, state: Any, seen: Action, given: Mapping[str, Any]) -> Action:
        return {**seen, "take": given["take"]} if given.get("take") else seen


BOARDS: dict[str, Board] = {
    "saint-malo": MaloCityBoard(),
    "king-of-the-dice": KingRowBoard(),
    "masons": MasonsBoard(),
    "arkadia": ArkadiaBoard(),
    "akropolis": AkropolisBoard(),
}


def _decided(told: Mapping[str, Any]) -> dict[str, Any]:
    """Settings and edition, where they differ from the default."""
    return {key: told[key] for key in ("settings", "edition") if key in told}


def reading_of(board: Board, look: Look, game: AnyGame, state: Any, given: Mapping[str, Any]) -> Reading:
    """A ruling as the table takes it. A move that the rules of the whole table cannot even understand is a question."""
    ruling = look.ruling or Ruling(ASK)
    text = say("{}", ruling.text) if ruling.text else SILENCE
    seen = [action for action in (ruling.done or ruling.action, *ruling.others) if action is not None]
    actions: list[Action] = []
    for one in seen:
        try:
            action = board.action(game, state, one, given)
            game.action(action)
        except Trouble:
            continue
        actions.append(action)
    verdict = ruling.verdict
    if verdict == MOVE and (not actions or (ruling.done is None and ruling.action is None)):
        verdict, text = ASK, say("Something was done that cannot be told from the picture.")
    certainty = min((p for p in look.certainty.values()), default=1.0) if verdict == MOVE else 0.5
    places = tuple(map(str, ruling.places))
    return Reading(verdict, tuple(actions), ruling.reason, places, text, certainty)
