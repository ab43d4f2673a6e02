"""The school itself: trains a net on an album and writes it as ONNX. Needs torch; nothing that reads pictures does."""

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
from torch import Tensor, nn

from vision.evening import evened
from vision.schooling.album import Album
from vision.schooling.lessons import FINDER_SIZE, READER_SIZE, finder_lesson, reader_batch
from vision.schooling.nets import Finder, Reader

KEPT_EVERY = 4.0  # minutes

_album: Album | None = None


def _open(folder: str) -> None:
    global _album  # noqa: PLW0603 - one album a process
    cv2.setNumThreads(1)
    _album = Album(Path(folder))


def _finder_batch(seed: tuple[int, int], count: int) -> list[NDArray[np.generic]]:
    assert _album is not None
    rng = np.random.default_rng(seed)
    lessons = [finder_lesson(rng, _album.pick(rng)) for _ in range(count)]
    names = ("picture", "heat", "care", "value", "shape", "shaped")
    return [np.stack([getattr(lesson, name) for lesson in lessons]) for name in names]


def _reader_batch(seed: tuple[int, int], count: int) -> list[NDArray[np.generic]]:
    assert _album is not None
    crops, values = reader_batch(np.random.default_rng(seed), _album, count)
    return [np.stack([evened(crop) for crop in crops]), values]


def _batches(kind: str, folder: Path, seed: int, count: int, steps: int) -> Iterator[list[Tensor]]:
    make = _finder_batch if kind == "finder" else _reader_batch
    with ProcessPoolExecutor(1, initializer=_open, initargs=(str(folder),)) as pool:
        waiting = [pool.submit(make, (seed, step), count) for step in range(min(6, steps))]
        for step in range(steps):
            ready = waiting.pop(0).result()
            if step + 6 < steps:
                waiting.append(pool.submit(make, (seed, step + 6), count))
            yield [torch.from_numpy(array) for array in ready]


def _finder_loss(net: nn.Module, batch: list[Tensor]) -> Tensor:
    picture, heat, care, value, shape, shaped = batch
    maps = net(picture.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last))
    logit = maps[:, 0]
    hot = (heat == 1).float()
    said = torch.sigmoid(logit)
    found = hot * (1 - said) ** 2 * fn.logsigmoid(logit)
    quiet = (1 - hot) * (1 - heat) ** 4 * said**2 * fn.logsigmoid(-logit) * care
    total = -(found.sum() + quiet.sum()) / hot.sum().clamp(min=1)
    asked = value >= 0
    classes = fn.cross_entropy(maps[:, 1:8].permute(0, 2, 3, 1)[asked], value[asked])
    parts = (maps[:, 8:] - shape).abs() * shaped[:, None]
    weight = torch.tensor([0.2, 0.2, 1, 1, 1, 0.4, 0.4]).view(1, 7, 1, 1)
    return total + classes + (parts * weight).sum() / shaped.sum().clamp(min=1)


def _reader_loss(net: nn.Module, batch: list[Tensor]) -> Tensor:
    return fn.cross_entropy(net(batch[0].contiguous(memory_format=torch.channels_last)), batch[1], label_smoothing=0.02)


def train(kind: str, folder: Path, to: Path, minutes: float, seed: int, start: Path | None = None) -> None:
    """Train the finder or the reader for so many minutes and write it to an ONNX file, with its weights beside."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # more threads wait for each other on a busy machine; another process makes the lessons
    net: nn.Module = Finder() if kind == "finder" else Reader()
    if start is not None:
        net.load_state_dict(torch.load(start))
    net = net.to(memory_format=torch.channels_last)
    loss_of = _finder_loss if kind == "finder" else _reader_loss
    best, count = (4e-3, 8) if kind == "finder" else (3e-3, 128)
    if start is not None:
        best /= 2
    steps = 1_000_000
    teacher = torch.optim.AdamW(net.parameters(), lr=best, weight_decay=1e-3)
    began, shown, running = time.monotonic(), 0.0, 0.0
    kept = began
    for step, batch in enumerate(_batches(kind, folder, seed, count, steps)):
        done = (time.monotonic() - began) / (60 * minutes)
        if done >= 1:
            break
        rate = best * min(1.0, (step + 1) / 40) * (0.5 + 0.5 * float(np.cos(np.pi * done))) + 1e-6
        for group in teacher.param_groups:
            group["lr"] = rate
        teacher.zero_grad()
        loss = loss_of(net, batch)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        teacher.step()
        running = 0.98 * running + 0.02 * loss.item() if step else loss.item()
        if time.monotonic() - shown > 15:
            shown = time.monotonic()
            print(f"{kind}: step {step}, {done:.0%}, loss {running:.3f}", flush=True)
        if time.monotonic() - kept > 60 * KEPT_EVERY:
            kept = time.monotonic()
            write(kind, net, to)
    write(kind, net, to)


def write(kind: str, net: nn.Module, to: Path) -> None:
    """Write a net as ONNX for OpenCV, and its weights beside, to go on from."""
    taught = net.training
    net = net.eval().to(memory_format=torch.contiguous_format)
    torch.save(net.state_dict(), to.with_suffix(".pt"))
    size = FINDER_SIZE if kind == "finder" else READER_SIZE
    # OpenCV shapes the finder anew for each picture, but only when it was written for one fixed size.
    many = {"picture": {0: "n"}, "said": {0: "n"}} if kind == "reader" else None
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, size, size),),
        str(to),
        input_names=["picture"],
        output_names=["said"],
        dynamic_axes=many,
        opset_version=13,
        dynamo=False,
    )
    net.to(memory_format=torch.channels_last).train(taught)
