"""The whole box put together: doors, journal, profile, eyes, loop; what is wrong at the start is said on the panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware.doors.kept import KeptCamera
from firmware.doors.ports import Doors, DoorTrouble
from firmware.notify import Notify
from firmware.profile import Profile, load_profile, set_aside
from firmware.settings import Settings
from firmware.table import starts
from firmware.table.keeping import Journal, OpenedLate
from firmware.table.loop import Ended, TableLoop
from firmware.table.poweron import MANUAL, power_on
from firmware.table.sight import Sight
from firmware.table.table import complain
from firmware.table.worker import AtOnce, Beside, Worker
from rules.trouble import Trouble
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.doctor.finding import Finding
    from firmware.table.eyes import Eyes

Log = Callable[[str], None]


class Box:
    def __init__(
        self, settings: Settings, doors: Doors, watcher: Notify | None = None, log: Log = complain, beside: bool = True
    ) -> None:
        """`beside`: readings run in a thread of their own; a simulated evening does without.

        With a watcher it is a real box, and the first run has the doctor look at it.
        """
        self.settings, self.doors, self.log = settings, doors, log
        self.watcher = watcher or Notify(doors.clock, {})
        self.troubles: list[Phrase] = []
        clock = doors.clock
        self.manual = starts.count(settings.folders.run, clock.now()) >= starts.MANY
        if self.manual:
            self.troubles.append(MANUAL)
        profile = self._profile()
        self.journal: Journal = OpenedLate(self._open_journal)
        self.sight = self._sight(profile, beside)
        self.loop = TableLoop(doors, self.journal, self.sight, settings, profile, self._feed, log)
        if watcher is not None:
            self.loop.table.examine = self._examine
        self._open_page()
        self.begun_at = clock.now()
        self.well = False
        power_on(self.loop.table, *self.troubles)

    def run(self, until: Callable[[], bool] = lambda: False) -> int:
        """Until it is stopped; 1 when whoever watches over it should begin it anew."""
        try:
            self.loop.step()
            self.watcher.ready()
            self.loop.run(until)
        except Ended as ended:
            self.log(f"umpire: {ended}")
            return 1
        except KeyboardInterrupt:
            self._stopped_well()
        finally:
            self.watcher.stopping()
            self.close()
        return 0

    def close(self) -> None:
        if self.loop.window is not None:
            self.loop.window.close()
        for door in (self.doors.buttons, self.doors.panel, self.doors.camera):
            if door is not None:
                with suppress(DoorTrouble, OSError):
                    door.close()
        with suppress(Trouble):
            self.journal.close()

    # ---- the parts
    def _open_page(self) -> None:
        from firmware.web.switch import Switch
        from firmware.web.window import Window

        self.loop.table.page = switch = Switch(self.settings.folders.run, self.doors.clock.now)
        self.loop.window = Window(self.loop, switch, self.log)

    def _open_journal(self) -> Journal:
        from firmware.journal import Journal as Kept
        from firmware.journal import Limits

        return Kept.open(self.settings.folders.games, limits=Limits(total=self.settings.keep_proofs_mb * 1_000_000))

    def _profile(self) -> Profile:
        folder = self.settings.folders.state
        try:
            return load_profile(folder)
        except Trouble as trouble:
            self.troubles.append(say("{}", str(trouble)))
            with suppress(Trouble):
                set_aside(folder)
            return Profile()

    def _sight(self, profile: Profile, beside: bool) -> Sight:
        clock, camera = self.doors.clock, self.doors.camera
        if self.manual or camera is None:
            return Sight(AtOnce(), clock, why_not=MANUAL if self.manual else say(""))
        if not isinstance(camera, KeptCamera):
            kept = camera
            camera = KeptCamera(lambda: kept, clock)
        from firmware.table.seeing import TableEyes

        eyes: Eyes = TableEyes(lambda: self.loop.table.profile, self.settings.folders)
        worker: Worker = Beside() if beside else AtOnce()
        locks = profile.locks
        if locks.any:
            worker.ask(lambda: camera.lock(locks))
        return Sight(worker, clock, camera, eyes, self.settings.camera.wait)

    def _examine(self) -> Iterator[Finding]:
        """The machine and what it keeps; panel, buttons and camera show themselves in the rest of the first run."""
        from firmware.doctor import Machine, keeping, system

        machine = Machine()
        checks = (system.power, system.groups, system.libraries, keeping.disk, keeping.profile, keeping.unit)
        for check in checks:
            for finding in check(machine, self.settings):
                self.watcher.alive()
                yield finding

    # ---- while it runs
    def _status(self) -> str:
        """One line for `systemctl status`."""
        table = self.loop.table
        if table.evening is None:
            return "no game is going on"
        turn = table.game.turn(table.state)
        return f"{table.game.title}: {'over' if turn is None else table.names[turn] + ' is to act'}"

    def _feed(self) -> None:
        self.watcher.alive(self._status())
        if not self.well and self.doors.clock.now() - self.begun_at > starts.WELL:
            self.well = True
            starts.went_well(self.settings.folders.run)

    def _stopped_well(self) -> None:
        starts.went_well(self.settings.folders.run)
