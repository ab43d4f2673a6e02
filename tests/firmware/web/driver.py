"""Headless Chromium for the tests, driven through chromedriver by the WebDriver protocol, without a library."""

from __future__ import annotations

import http.client
import json
import shutil
import subprocess
import threading
from base64 import b64decode
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
WHY_NOT = "no browser here: apt-get install chromium chromium-driver"
HERE = bool(CHROMIUM and DRIVER)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self, port: int, width: int = 1280, dark: bool = False) -> None:
        assert DRIVER is not None
        self._driver = subprocess.Popen(
            [DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._port, self._pause = port, threading.Event()
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"]
        flags += [f"--window-size={width},900", *(["--force-dark-mode"] if dark else [])]
        chrome = {"binary": CHROMIUM, "args": flags}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": chrome}}}
        self._session = ""
        for _ in range(300):
            try:
                self._session = str(self._ask("POST", "/session", wanted)["sessionId"])
                return
            except OSError:
                self._pause.wait(0.05)
        raise AssertionError("chromedriver does not answer")

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            text = json.dumps(body if body is not None else {}) if method == "POST" else None
            line.request(method, path, text, {"Content-Type": "application/json"})
            value = json.loads(line.getresponse().read())["value"]
        finally:
            line.close()
        if isinstance(value, dict) and "error" in value:
            raise AssertionError(f"{value['error']}: {value['message'].splitlines()[0]}")
        return value

    def _at(self, method: str, path: str, body: Any = None) -> Any:
        return self._ask(method, f"/session/{self._session}{path}", body)

    def go(self, address: str) -> None:
        self._at("POST", "/url", {"url": address})

    def run(self, script: str, *args: Any) -> Any:
        return self._at("POST", "/execute/sync", {"script": script, "args": list(args)})

    def _find(self, css: str) -> str:
        return str(self._at("POST", "/element", {"using": "css selector", "value": css})[ELEMENT])

    def click(self, css: str) -> None:
        self._at("POST", f"/element/{self._find(css)}/click")

    def write(self, css: str, words: str) -> None:
        self._at("POST", f"/element/{self._find(css)}/value", {"text": words})

    def text(self, css: str = "body") -> str:
        return str(self.run("return document.querySelector(arguments[0])?.innerText ?? ''", css))

    def wait_for(self, words: str, css: str = "body") -> None:
        """Until a piece of the page says so; a great many looks in vain are a failure."""
        for _ in range(400):
            if words in self.text(css):
                return
            self._pause.wait(0.025)
        raise AssertionError(f"“{words}” does not come; the page says: {self.text(css)[:600]}")

    def breathe(self) -> None:
        """A moment for the browser to paint."""
        self._pause.wait(0.05)

    def picture(self, width: int) -> bytes:
        """A PNG of the whole page, as wide as a phone or a laptop."""
        self._cdp("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
        height = int(self.run("return document.documentElement.scrollHeight"))
        self._cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        return b64decode(self._at("GET", "/screenshot"))

    def colours(self, scheme: str) -> None:
        """light or dark, as the phone's owner likes it."""
        self._cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def narrow(self, width: int) -> None:
        self._cdp("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)

    def _cdp(self, command: str, **params: Any) -> Any:
        return self._at("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def close(self) -> None:
        try:
            self._ask("DELETE", f"/session/{self._session}")
        finally:
            self._driver.terminate()
            self._driver.wait(20)
