"""Times libraries on a device that serves (`mlcc rpc serve`): one session, hence one process there, for each job."""

from __future__ import annotations

from functools import partial
from typing import Any

from mlcc.diagnostics import MlccError

from .jobs import Answer, Job
from .timing import copies, sampled, summary


class DeviceTimer:
    """A device by its URL."""

    def __init__(self, url: str) -> None:
        self.url = url

    def run(self, job: Job) -> Answer:
        """The answer to a job; a session that ends in the middle of it is a crash."""
        from mlcc.rpc import open_device

        try:
            with open_device(self.url) as session:
                return _timed(session, job)
        except MlccError as error:
            lost = error.code.startswith("R35")  # of the connection, and of the server's limits
            return Answer("crash" if lost else "failed", f"{error.code}: {error.diagnostic.message}", lost=lost)

    def close(self) -> None:
        """Nothing stays open between jobs."""


def _timed(session: Any, job: Job) -> Answer:
    import numpy as np

    from mlcc.driver.arrays import random_array

    session.upload(job.library, "kernel.so")
    function, device = session.load_module("kernel.so")[job.function], session.cpu()
    generator = np.random.default_rng(job.seed)
    given = [
        (argument, random_array(argument.shape, argument.dtype, generator))
        for argument, param in zip(job.arguments, function.spec.params, strict=True)
        if param.role != "output"
    ]
    there = [device.array(array) for _, array in given]
    bound = []
    for number in range(copies(job)):
        arrays = [
            device.array(array) if argument.weight and number else kept
            for (argument, array), kept in zip(given, there, strict=True)
        ]
        bound.append(function.bind(arrays))
    bound[0].seconds(1)
    check = tuple(summary(array) for array in bound[0].outputs)
    return Answer("ok", "", sampled([partial(call.seconds, 1) for call in bound], job), check)
