"""Progress of a command that says what it does next, with the end that is expected from how long it took before."""

from __future__ import annotations

import click

from .build_progress import BuildProgress, remaining


class StageProgress(BuildProgress):
    """The progress of `command` for `model`: `[  4.1 s] run the references, about 6 s left`.

    Stages are named when they begin. What is expected is what the last run of the command for the model took, else the
    last one for any; `model` may contain what else decides how long it takes.
    """

    def __init__(self, command: str, model: str) -> None:
        super().__init__(model, command)
        self._running = ""

    def __call__(self, what: str, result: object = None) -> None:
        """Say that `what` begins."""
        if self._running:
            self.ended.append((self._running, self.elapsed))
        self._running = what
        self._draw()

    def say(self, text: str) -> None:
        """A line about what begins (`measuring ...`), or a note that stays; both stay where there is no terminal."""
        if self.active and text.endswith(" ..."):
            self(text.removesuffix(" ..."))
        else:
            self.clear()
            click.echo(text, err=True)

    def announce(self, what: str) -> None:
        """The same, for what takes long and is told at once."""
        self(what)

    def _draw(self) -> None:
        left = remaining(self.ended, self._before, self.elapsed)
        if left is None and self._before:  # other stages than before
            left = self._before[-1][1] - self.elapsed
        if self._running:
            self.show(self._running if left is None or left < 0.5 else f"{self._running}, about {left:.0f} s left")

    def _keep(self) -> None:
        self.ended.append((self._running, self.elapsed))
        super()._keep()
