"""The camera by picamera2. It asks for what the camera advertises and takes what it delivers, whatever that is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

from firmware.doors.formats import bgr
from firmware.doors.ports import CameraTrouble, Clock, Frame, Locks
from firmware.doors.simulated import GLANCE_PX, small
from firmware.settings import CameraSettings

WANTED = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")  # to be locked, for steady colours
FRAME_US = (66_666, 100_000)  # stills would let it drift up to many seconds
NOTED = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition", "Lux", "FocusFoM", "SensorTemperature")
GLANCE_AGE, GLANCE_WAIT = 0.5, 1.0
AF_MANUAL, AF_AUTO, AF_START, AF_DONE = 0, 1, 0, (2, 3)
FOCUS_WAIT, SETTLE_LEAST, SETTLE_MOST, LOCK_WAIT = 4.0, 1.0, 4.0, 1.5
CLOSE_WAIT = 3.0
STEADY_FRAMES = 5


def boot_clock() -> float:
    """The clock by which the camera tells when a picture was taken."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def picamera2_class() -> Any:
    """Imported late: it needs libraries that only a Pi's own packages bring."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        name = error.name or "picamera2"
        raise CameraTrouble(f"The library {name} is missing: apt install python3-picamera2.") from None
    return Picamera2


@contextmanager
def camera_sentences(what: str) -> Iterator[None]:
    """Whatever the library raises becomes one sentence; it raises RuntimeError for most things, but not for all."""
    try:
        yield
    except CameraTrouble:
        raise
    except Exception as error:
        words = " ".join(str(error).split()) or type(error).__name__
        raise CameraTrouble(f"The camera {what} ({words}); check its cable.") from None


class PiCamera:
    """Opened, configured and running from the beginning, until `close`."""

    def __init__(
        self,
        settings: CameraSettings,
        clock: Clock,
        library: Callable[[], Any] = picamera2_class,
        boot: Callable[[], float] = boot_clock,
    ) -> None:
        self._settings, self._clock = settings, clock
        self._ahead = boot() - clock.now()
        self._job: Any = None
        self._camera: Any = None
        make = library()
        with camera_sentences("cannot be opened"):
            self._camera = make(settings.number)
        try:
            with camera_sentences("cannot be started"):
                self.advertised = frozenset(self._camera.camera_controls)
                self.streams = self._configure()
                self._camera.start()
        except CameraTrouble:
            self.close()
            raise

    def _configure(self) -> dict[str, tuple[str, tuple[int, int]]]:
        """What was configured in the end: stream -> format and size. A small stream beside the large one if it can."""
        width, height = self._settings.size
        scale = GLANCE_PX / max(width, height)
        lores = {"size": (round(width * scale) // 2 * 2, round(height * scale) // 2 * 2), "format": "YUV420"}
        controls = {"FrameDurationLimits": FRAME_US} if "FrameDurationLimits" in self.advertised else {}
        main = {"size": (width, height), "format": "RGB888"}
        camera = self._camera
        try:
            camera.configure(camera.create_still_configuration(main, lores=lores, buffer_count=3, controls=controls))
        except Exception:  # a camera without a second stream says so in its own ways
            camera.configure(camera.create_still_configuration(main, buffer_count=3, controls=controls))
        told = camera.camera_configuration()
        streams = {name: told[name] for name in ("main", "lores") if told.get(name)}
        return {name: (str(s["format"]), (int(s["size"][0]), int(s["size"][1]))) for name, s in streams.items()}

    @property
    def missing(self) -> tuple[str, ...]:
        """What this camera cannot be told, of what keeps colours and focus steady."""
        return tuple(name for name in WANTED if name not in self.advertised)

    @property
    def delivers(self) -> str:
        """In which form its pictures come, whatever was asked for."""
        return self.streams["main"][0]

    def frame(self, newer_than: float, wait: float = 2.0) -> Frame:
        deadline = self._clock.now() + wait
        self._finish_glance(wait)
        while True:
            with self._request(deadline - self._clock.now(), wait) as request:
                notes, taken = self._told(request)
                if taken > newer_than:
                    return self._picture(request, "main", taken, notes)

    def glance(self) -> Frame:
        """The next small picture that is not too old. The camera is asked for it one round ahead, so that as a rule
        nobody waits here.
        """
        deadline = self._clock.now() + GLANCE_WAIT
        while True:
            now = self._clock.now()
            if self._job is None:
                self._job = self._asked(False)
            with self._held(self._job, deadline - now, GLANCE_WAIT) as request:
                self._job = None
                notes, taken = self._told(request)
                if now - taken < GLANCE_AGE:
                    frame = self._small(request, taken, notes)
                    self._job = self._asked(False)
                    return frame

    def adjust(self) -> Locks:
        """Focus, exposure and white balance for what it sees now; then they stay so."""
        self._set({"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0})
        if {"AfMode", "AfTrigger"} <= self.advertised:
            self._set({"AfMode": AF_AUTO, "AfTrigger": AF_START})
            self._watch(FOCUS_WAIT, lambda seen: len(seen) > 2 and seen[-1].get("AfState") in AF_DONE)
        begun = self._clock.now()
        notes = self._watch(SETTLE_MOST, lambda seen: self._clock.now() - begun >= SETTLE_LEAST and _steady(seen))
        gains = notes.get("ColourGains")
        locks = Locks(
            exposure_us=int(notes["ExposureTime"]) if "ExposureTime" in notes else None,
            gain=float(notes["AnalogueGain"]) if "AnalogueGain" in notes else None,
            colour_gains=(float(gains[0]), float(gains[1])) if gains else None,
            lens=float(notes["LensPosition"]) if "LensPosition" in notes else None,
        )
        self.lock(locks)
        return locks

    def lock(self, locks: Locks) -> bool:
        wanted: dict[str, Any] = {}
        if locks.exposure_us is not None or locks.gain is not None:
            wanted["AeEnable"] = False
        if locks.exposure_us is not None:
            wanted["ExposureTime"] = locks.exposure_us
        if locks.gain is not None:
            wanted["AnalogueGain"] = locks.gain
        if locks.colour_gains is not None:
            wanted |= {"AwbEnable": False, "ColourGains": locks.colour_gains}
        if locks.lens is not None:
            wanted |= {"AfMode": AF_MANUAL, "LensPosition": locks.lens}
        lockable = self._set(wanted)
        shown = {name: lockable[name] for name in WANTED if name in lockable}
        notes = self._watch(LOCK_WAIT, lambda seen: all(_near(seen[-1].get(n), v) for n, v in shown.items()))
        return all(_near(notes.get(name), wanted[name]) for name in WANTED if name in wanted)

    def close(self) -> None:
        camera, self._camera, self._job = self._camera, None, None
        if camera is not None:
            closing = Thread(target=_closed, args=(camera,), daemon=True)
            closing.start()
            closing.join(CLOSE_WAIT)  # a camera that hangs may never come back from being closed

    def _set(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Sets what the camera advertises; it would refuse all of them for one that it does not."""
        known = {name: value for name, value in controls.items() if name in self.advertised}
        with camera_sentences("cannot be set"):
            self._camera.set_controls(known)
        return known

    def _watch(self, wait: float, enough: Callable[[list[Mapping[str, Any]]], bool]) -> Mapping[str, Any]:
        """What the camera tells of its pictures, until it is enough or time is up."""
        deadline = self._clock.now() + wait
        self._finish_glance(wait)
        seen: list[Mapping[str, Any]] = []
        while not seen or (not enough(seen) and self._clock.now() < deadline):
            with self._request(GLANCE_WAIT, GLANCE_WAIT) as request:
                seen.append(self._told(request)[0])
        return seen[-1]

    def _finish_glance(self, wait: float) -> None:
        job, self._job = self._job, None
        if job is not None:
            with self._held(job, wait, wait):
                pass  # it was asked for earlier, and is given back

    def _asked(self, wait: float | bool) -> Any:
        with camera_sentences("does not answer"):
            if self._camera is None:
                raise CameraTrouble("The camera was closed.")
            return self._camera.capture_request(wait=wait)

    @contextmanager
    def _request(self, left: float, wait: float) -> Iterator[Any]:
        """The next picture, which is given back to the camera in any case."""
        with self._held(self._asked(False), left, wait) as request:
            yield request

    @contextmanager
    def _held(self, job: Any, left: float, wait: float) -> Iterator[Any]:
        try:
            with camera_sentences("does not answer"):
                try:
                    request = job.get_result(timeout=max(left, 0.0))
                except TimeoutError:
                    self._camera.cancel_all_and_flush()
                    sentence = f"The camera gave no new picture within {wait:g} seconds; check its cable."
                    raise CameraTrouble(sentence) from None
        except CameraTrouble:
            self._job = None
            raise
        try:
            with camera_sentences("gave no usable picture"):
                yield request
        finally:
            with camera_sentences("does not answer"):
                request.release()

    def _told(self, request: Any) -> tuple[Mapping[str, Any], float]:
        """What the camera says of a picture, and when its exposure began. Only its time stamp can be counted on."""
        notes = request.get_metadata()
        exposure_us = notes.get("ExposureTime") or notes.get("FrameDuration") or FRAME_US[0]
        return notes, notes["SensorTimestamp"] / 1e9 - exposure_us / 1e6 - self._ahead

    def _picture(self, request: Any, stream: str, taken: float, notes: Mapping[str, Any]) -> Frame:
        name, size = self.streams[stream]
        picture = bgr(request.make_array(stream), name, size, self._settings.upside_down)
        return Frame(picture, taken, {key: notes[key] for key in NOTED if key in notes})

    def _small(self, request: Any, taken: float, notes: Mapping[str, Any]) -> Frame:
        stream = "lores" if "lores" in self.streams else "main"
        frame = self._picture(request, stream, taken, notes)
        return Frame(small(frame.picture), frame.taken, frame.notes)


def _closed(camera: Any) -> None:
    with suppress(Exception):  # it is being given up; whatever it has to say is of no use
        camera.close()


def _near(shown: Any, wanted: Any) -> bool:
    """Whether the camera took a value; sensors round it to what they can do."""
    if isinstance(wanted, tuple):
        return bool(shown) and all(_near(a, b) for a, b in zip(shown, wanted, strict=True))
    return shown is not None and abs(shown - wanted) <= max(0.05 * abs(wanted), 0.02)


def _steady(seen: list[Mapping[str, Any]]) -> bool:
    """Whether the last pictures were all taken alike; a camera that tells nothing is taken to be."""
    last = seen[-STEADY_FRAMES:]
    if len(last) < STEADY_FRAMES:
        return False
    for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
        values = [tuple(n[name]) if name == "ColourGains" else (float(n[name]),) for n in last if name in n]
        pairs = [pair for value in values for pair in zip(value, values[-1], strict=True)]
        if any(abs(a - b) > 0.03 * abs(b) for a, b in pairs):
            return False
    return True
