"""The school of the posture net: trains it on made dice and writes it as ONNX. Needs torch."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as fn
from numpy.typing import NDArray
from torch import nn

from vision.posture import LIES, POSTURES, REACH, SIDE, look
from vision.schooling.nets import Posture
from vision.schooling.postures import DRAWN, ROOM
from vision.schooling.weather import photograph

COUNT = 96  # dice a lesson
AHEAD = 6  # lessons made before they are wanted
KEPT_BACK = 8  # each so-manieth die is not learnt from but asked
OFF_TURN, OFF_SIZE, OFF_STEEP = 8.0, 0.08, 0.05  # nobody knows exactly where the camera is, nor how large a die
DARKEST = 0.3  # a tray's picture is exposed for its white paper
SHOWN_EVERY = 15.0  # seconds
KEPT_EVERY = 4.0  # minutes

_shelf: list[tuple[NDArray[np.float16], NDArray[np.float32]]] = []


def _open(folder: str) -> None:
    cv2.setNumThreads(1)
    for path in sorted(Path(folder).glob("posture???.npz")):
        with np.load(path) as shard:
            _shelf.append((shard["lights"], shard["said"]))


def lesson(rng: np.random.Generator, light: NDArray[np.float16], steep: float) -> NDArray[np.float32]:
    """One drawing photographed anew: shifted, mirrored, a little turned, in another light."""
    picture = np.asarray(light, np.float32)
    if rng.random() < 0.3:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.5:
        picture = picture[::-1]
    picture = np.ascontiguousarray(picture)
    pixels = photograph(rng, picture, DRAWN / REACH / ROOM, DARKEST)
    turn = float(rng.normal(0, OFF_TURN)) if steep > 0.06 else float(rng.uniform(0, 360))
    matrix = cv2.getRotationMatrix2D(((DRAWN - 1) / 2, (DRAWN - 1) / 2), turn, float(np.exp(rng.normal(0, OFF_SIZE))))
    shift = rng.normal(0, 0.05, 2).clip(-0.12, 0.12) * SIDE / REACH
    matrix[:, 2] = matrix[:, 2] + (SIDE - DRAWN) / 2 + shift
    crop = cv2.warpAffine(pixels, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return look(np.asarray(crop, np.uint8), max(0.0, steep + float(rng.normal(0, OFF_STEEP))))


def _lessons(seed: tuple[int, int], count: int, asked: bool) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    crops: list[NDArray[np.float32]] = []
    said: list[int] = []
    while len(crops) < count:
        lights, truth = _shelf[int(rng.integers(len(_shelf)))]
        at = int(rng.integers(len(lights)))
        if (at % KEPT_BACK == 0) is asked:
            crops.append(lesson(rng, lights[at], float(truth[at, 1])))
            said.append(int(truth[at, 0]))
    return np.stack(crops), np.array(said, np.int64)


def _batches(pool: ProcessPoolExecutor, seed: int) -> Iterator[tuple[NDArray[np.float32], NDArray[np.int64]]]:
    waiting = [pool.submit(_lessons, (seed, step), COUNT, False) for step in range(AHEAD)]
    step = AHEAD
    while True:
        yield waiting.pop(0).result()
        waiting.append(pool.submit(_lessons, (seed, step), COUNT, False))
        step += 1


def train(folder: Path, to: Path, minutes: float, seed: int, start: Path | None = None) -> None:
    """Train the net for so many minutes and write it to an ONNX file, with its weights beside."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    net: nn.Module = Posture()
    if start is not None:
        net.load_state_dict(torch.load(start))
    net = net.to(memory_format=torch.channels_last)
    best = 3e-3 if start is None else 1.5e-3
    teacher = torch.optim.AdamW(net.parameters(), lr=best, weight_decay=1e-3)
    began = kept = time.monotonic()
    shown, running = 0.0, 0.0
    with ProcessPoolExecutor(1, initializer=_open, initargs=(str(folder),)) as pool:
        for step, (crops, said) in enumerate(_batches(pool, seed)):
            done = (time.monotonic() - began) / (60 * minutes)
            if done >= 1:
                break
            for group in teacher.param_groups:
                group["lr"] = best * min(1.0, (step + 1) / 40) * (0.5 + 0.5 * float(np.cos(np.pi * done))) + 1e-6
            batch = torch.from_numpy(crops).contiguous(memory_format=torch.channels_last)
            loss = fn.cross_entropy(net(batch), torch.from_numpy(said), label_smoothing=0.02)
            teacher.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            teacher.step()
            running = 0.98 * running + 0.02 * loss.item() if step else loss.item()
            if time.monotonic() - shown > SHOWN_EVERY:
                shown = time.monotonic()
                print(f"posture: step {step}, {done:.0%}, loss {running:.3f}", flush=True)
            if time.monotonic() - kept > 60 * KEPT_EVERY:
                kept = time.monotonic()
                write(net, to)
        print(
            examined(net, [pool.submit(_lessons, (seed + 1, n), COUNT, True).result() for n in range(20)]), flush=True
        )
        pool.shutdown(cancel_futures=True)
    write(net, to)


def examined(net: nn.Module, papers: list[tuple[NDArray[np.float32], NDArray[np.int64]]]) -> str:
    """How dice that were kept back are told: at each level, how many that lie are known, how many others mistaken."""
    net.eval()
    with torch.no_grad():
        said = np.concatenate([torch.softmax(net(torch.from_numpy(crops)), 1).numpy() for crops, _ in papers])
    net.train()
    truth = np.concatenate([classes for _, classes in papers])
    lies = said[:, POSTURES.index(LIES)]
    flat = truth == POSTURES.index(LIES)
    lines = [
        f"{level:.2f}: {(lies[flat] >= level).mean():.1%} known, {(lies[~flat] >= level).mean():.1%} mistaken"
        for level in (0.5, 0.7, 0.8, 0.9, 0.95)
    ]
    return "\n".join(lines)


def write(net: nn.Module, to: Path) -> None:
    """Write the net as ONNX for OpenCV, and its weights beside, to go on from."""
    net.eval()
    torch.save(net.state_dict(), to.with_suffix(".pt"))
    torch.onnx.export(
        net.to(memory_format=torch.contiguous_format),
        (torch.zeros(1, 4, SIDE, SIDE),),
        str(to),
        input_names=["look"],
        output_names=["said"],
        dynamic_axes={"look": {0: "n"}, "said": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
    net.to(memory_format=torch.channels_last).train()
