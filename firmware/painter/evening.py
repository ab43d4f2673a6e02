"""A simulated evening: painted tables for the camera, people at the buttons, and the whole real box between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, Protocol

from PIL.Image import Image as Drawing

from firmware.byhand.asking import Interview
from firmware.doors.clocks import SimulatedClock
from firmware.doors.glass import Ssd1306Glass
from firmware.doors.luma_panel import LumaPanel
from firmware.doors.ports import CONFIRM, Doors
from firmware.doors.simulated import SimulatedButtons, SimulatedCamera
from firmware.painter.chance import CHANCES, NAMES, chance_of
from firmware.painter.people import Counts, Did, People
from firmware.painter.scene import Scene
from firmware.painter.teaching import Style, learn, write_style
from firmware.painter.things import Hand
from firmware.painter.wishes import Wishing, wishes_of
from firmware.profile import ONE, OWN, Profile, save_profile
from firmware.profile import Player as Seated
from firmware.settings import Folders, PanelSettings, Settings
from firmware.table.box import Box
from firmware.table.setup import script
from rules.game import AnyGame
from rules.shelf import game_called
from rules.sitting import Done, Sitting

CONSIDERED = 6  # legal actions of which the best is done
HAND, LEANING, EARLY = 0.07, 0.05, 0.05  # how often something is in the way of a look
Shown = Callable[[Drawing, str], None]


class PaintedTable(Protocol):
    """What the painter of a game does."""

    scene: Scene
    own: bool

    def styles(self) -> list[Style]:
        """What its owner shows once, so that it can be read."""

    def throw(self, given: Any) -> None:
        """Dice on the tray."""

    def show(self, game: AnyGame, state: Any) -> None:
        """The boards as they lie in this state."""

    def lay(self, seat: int) -> None:
        """The reading place is this player's now."""

    def lean(self) -> bool:
        """A die leans, if there are any."""

    def straighten(self) -> None: ...


class Watched(LumaPanel):
    """luma's own driver on a bus whose bytes become a picture again; whoever watches is shown what is lit."""

    def __init__(self, settings: PanelSettings, seen: Shown) -> None:
        self.controller = Ssd1306Glass()
        self._seen, self._before, self._level_now, self._sent = seen, b"", "full", 0
        super().__init__(settings, lambda: self.controller)

    def show(self, drawing: Drawing) -> None:
        super().show(drawing)
        self._tell()

    def bright(self, level: str) -> None:
        super().bright(level)
        self._level_now = level
        self._tell()

    def _tell(self) -> None:
        if self.controller.bytes == self._sent:  # nothing was sent: what is seen is as before
            return
        self._sent = self.controller.bytes
        lit = self.controller.lit
        if lit.tobytes() != self._before:
            self._before = lit.tobytes()
            self._seen(lit, self._level_now)


@dataclass(frozen=True)
class Turned:
    """One action that has been confirmed: what the table holds of it now."""

    done: Done
    event: Any


class SimulatedEvening:
    """One game from set-up to winner. `turns` plays it; `differences` says what came out otherwise than it was."""

    def __init__(
        self,
        name: str,
        players: int,
        seed: int,
        folder: Path,
        table: PaintedTable | None,
        seen: Shown = lambda drawing, level: None,
        log: Callable[[str], None] = lambda line: None,
        taught: Path | None = None,
    ) -> None:
        """Without a painted table everything goes by the buttons. `taught`: looks that were learnt of it already."""
        self.game = game_called(name)
        self.rng, self.table, self.folder = Random(seed), table, folder
        self.chance = CHANCES[name](self.rng, players)
        self.begun = self.chance.begun()
        self.truth = Sitting(self.game, self.game.set_up(**self.begun))
        self.counts, self.trouble = Counts(), Random(seed + 1)
        self.settings = Settings(folders=Folders(folder, folder / "run"))
        looks = self._taught(taught) if table is not None else ()
        profile = Profile(
            guided=True,
            boards=OWN if table is None or table.own else ONE,
            looks={name: looks} if looks else {},
            players=tuple(Seated(player) for player in NAMES[:players]),
            last_game=name,
        )
        save_profile(profile, folder)
        clock = SimulatedClock()
        buttons = SimulatedButtons(clock)
        camera = SimulatedCamera(clock, lambda at: table.scene.picture()) if table is not None else None
        doors = Doors(clock, buttons, Watched(self.settings.panel, seen), camera)
        self.logged: list[str] = []
        self._log = log
        self.box = Box(self.settings, doors, log=self._heard, beside=False)
        self.people = People(self.box.loop, buttons)
        self.people.watching(self.counts, self._mend, self._draw)
        self._next: Did | None = None
        self._early = False  # somebody looks before anything is drawn

    def _taught(self, before: Path | None) -> tuple[str, ...]:
        assert self.table is not None
        looks = self.settings.folders.looks
        if before is not None and before.is_dir():
            copytree(before, looks)
            return tuple(sorted(path.name for path in looks.iterdir()))
        return tuple(learn(write_style(style, self.folder / "taught"), looks) for style in self.table.styles())

    def _heard(self, line: str) -> None:
        self.logged.append(line)
        self._log(line)

    # ---- the evening
    def begin(self) -> None:
        """The game is set up by its questions, and the places are looked at."""
        people = self.people
        people.rest(0.5)
        if self.table is not None:
            self.table.show(self.game, self.truth.state)
        people.pick("new game")
        wishes = wishes_of(self.game.name, self.begun)
        people.follow(Interview(lambda hearing: script(self.box.loop.table, Wishing(wishes))))
        people.tap(CONFIRM)  # begin
        if self.table is not None:
            people.tap(CONFIRM)  # go on from where things lie

    def turns(self, most: int = 2000) -> Iterator[Turned]:
        for _ in range(most):
            if self.game.turn(self.truth.state) is None:
                return
            yield self.turn()
        return

    def turn(self) -> Turned:
        """The next action of the evening, in truth and at the table."""
        state = self.truth.state
        action = self._chosen(state)
        told = self.game.told(action)
        given = chance_of(self.game.name, state, action, told)
        done = self.truth.act(action)
        assert isinstance(done, Done), f"{told} is not legal"
        did = Did(given, action, told, done.added[0])
        if self.table is None:
            self.people.tell(action)
            self.counts.actions += 1
        else:
            self._set_out(did, state)
            self.people.turn(did)
        self.chance.saw(action, self.truth.state)
        table = self.box.loop.table
        return Turned(done, table.sitting.events[-1])

    def _set_out(self, did: Did, state: Any) -> None:
        """The dice are thrown; now and then something is in the way when the table is looked at."""
        assert self.table is not None
        turn = self.game.turn(state)
        self.table.lay(turn or 0)
        self.table.throw(did.given)
        self._next = did
        luck = self.trouble.random()
        if luck < HAND:
            self._hand()
        elif luck < HAND + LEANING:
            self.table.lean()
        self._early = self.trouble.random() < EARLY

    def _draw(self) -> None:
        """What was done is drawn or laid, unless somebody looks too early."""
        if self._early:
            self._early = False
            return
        if self.table is not None and self._next is not None:
            turn = self._next.after.seat
            self.table.show(self.game, self._next.after.state)
            self.table.lay(turn or 0)
            if self.trouble.random() < HAND:
                self._hand()

    def _hand(self) -> None:
        assert self.table is not None
        width, height = self.table.scene.view.size
        scale = self.table.scene.view.focal / abs(self.table.scene.view.place[2])
        x, y = self.trouble.uniform(0.1, 0.9) * width / scale, self.trouble.uniform(0.35, 0.6) * height / scale
        self.table.scene.hand = Hand(x, y, self.trouble.uniform(-15, 15))

    def _mend(self) -> None:
        """Hands off, dice straight, and what was done is on the board."""
        if self.table is None:
            return
        if self.box.loop.table.given:
            self._early = False
            self._draw()
        self.table.straighten()
        self.table.scene.hand = None

    def _chosen(self, state: Any) -> Any:
        """The best of a few legal actions, as the points are now."""
        given, rng = self.chance.given(state), self.rng

        def order(choices: Any) -> Any:
            return sorted(choices, key=lambda _: rng.random())

        few = [next(self.game.legal(state, given, order)) for _ in range(CONSIDERED)]
        seat = self.game.turn(state) or 0
        return max(few, key=lambda action: self._worth(state, action, seat))

    def _worth(self, state: Any, action: Any, seat: int) -> float:
        after = getattr(self.game.judge(state, action), "state", None)
        if after is None:
            return -1.0
        one = self.game.standing(after).seats[seat]
        return float(one.now if one.now is not None else one.so_far or 0)

    # ---- its end
    def differences(self) -> list[str]:
        """What the table holds otherwise than it was done; empty when the evening came out right."""
        held = self.box.loop.table.sitting
        found = []
        if held.state != self.truth.state:
            found.append("the end state is not what was played")
        if len(held.steps) != len(self.truth.steps):
            found.append(f"{len(held.steps)} actions are kept of {len(self.truth.steps)}")
        if [str(entry) for entry in held.ledger] != [str(entry) for entry in self.truth.ledger]:
            found.append("the ledger is not what was played")
        return found

    def close(self) -> None:
        self.box.close()
