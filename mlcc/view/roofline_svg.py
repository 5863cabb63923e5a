"""A profile as a roofline: kernels by operations per byte and rate, under the limits of the machine, as one SVG file.

Williams, Waterman, Patterson, "Roofline: an insightful visual performance model for multicore architectures", 2009.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import floor, log10
from pathlib import PurePath

from mlcc.diagnostics import MlccError
from mlcc.driver.measure import human_time
from mlcc.driver.profile import Profile, Row

WIDTH, HEIGHT = 900, 560
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 30, 40, 60
#: The height of a line of text, and the width of a letter.
_LINE, _LETTER = 15, 6.4
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#222}.grid{stroke:#ddd}.roof{stroke:#333;fill:none;stroke-width:1.5}"
    ".dim{fill:#666}circle{stroke:#222;fill-opacity:.75}"
    "@media(prefers-color-scheme:dark){svg{background:#14171b}text{fill:#e3e7eb}.grid{stroke:#323942}"
    ".roof{stroke:#ccc}.dim{fill:#97a1ac}circle{stroke:#eee}}"
)


def roofline_svg(profile: Profile) -> str:
    """The picture. Raises MlccError D180 if the limits are not known, or no kernel's work is."""
    rows = [row for row in profile.rows() if row.gflops and row.gbytes]
    if profile.limits is None or not rows:
        reason = profile.note or "no kernel computes what can be counted"
        raise MlccError("D180", f"there is no roofline of `{profile.library}`: {reason}")
    return _Chart(profile, rows).text()


class _Chart:
    """Scales of two logarithmic axes, and what is drawn in them."""

    def __init__(self, profile: Profile, rows: list[Row]) -> None:
        assert profile.limits is not None
        self.profile, self.rows, self.limits = profile, rows, profile.limits
        used = dict.fromkeys(site.dtype for site in profile.sites)
        self.peaks = {name: self.limits.flops[name] * 1e-9 for name in used if name in self.limits.flops}
        xs, ys = [_intensity(row) for row in rows], [row.gflops or 0.0 for row in rows]
        self.x_range = min(0.05, *xs) / 2, max(64.0, *xs) * 2
        self.y_range = min(1.0, *ys) / 2, max(*ys, *self.peaks.values()) * 2

    def x(self, value: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * _share(value, self.x_range)

    def y(self, value: float) -> float:
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * _share(value, self.y_range)

    def text(self) -> str:
        profile = self.profile
        threads = f"{profile.threads} thread{'s' if profile.threads > 1 else ''}"
        title = f"{PurePath(profile.library).name}: {profile.function}, {human_time(profile.seconds)}, {threads}"
        body = [*self._axes(), *self._roofs(), *self._dots()]
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}">'
        parts = [head, f"<style>{_STYLE}</style>", _label(_LEFT, 22, title), *body, "</svg>"]
        return "\n".join(parts) + "\n"

    def _axes(self) -> Iterator[str]:
        for value in _powers(self.x_range):
            x = self.x(value)
            yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{HEIGHT - _BOTTOM}"/>'
            yield _label(x, HEIGHT - _BOTTOM + 18, f"{value:g}", "middle", dim=True)
        for value in _powers(self.y_range):
            y = self.y(value)
            yield f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield _label(_LEFT - 8, y + 4, f"{value:g}", "end", dim=True)
        yield _label(WIDTH - _RIGHT, HEIGHT - 16, "operations per byte of operands", "end", dim=True)
        yield _label(8, _TOP - 2, "GFLOP/s", dim=True)

    def _roofs(self) -> Iterator[str]:
        most = max(self.peaks.values())
        reads = [item.read * 1e-9 for item in self.limits.bandwidths]
        for name, rate in (("fastest cache", max(reads)), ("largest working set", reads[-1])):
            begin, ridge = max(self.x_range[0], self.y_range[0] / rate), most / rate
            yield (
                f'<path class="roof" d="M{self.x(begin):.1f} {self.y(begin * rate):.1f} '
                f'L{self.x(ridge):.1f} {self.y(most):.1f}"/>'
            )
            x, y = self.x(begin) + 8, self.y(begin * rate) + 14
            if y > HEIGHT - _BOTTOM:  # above the line instead: below are the numbers of the axis
                x, y = x + 16, y - 22
            yield _label(x, y, f"{name} {rate:.3g} GB/s", dim=True)
        for name, peak in self.peaks.items():
            begin, y = peak / max(reads), self.y(peak)
            yield f'<path class="roof" d="M{self.x(begin):.1f} {y:.1f} L{WIDTH - _RIGHT} {y:.1f}"/>'
            yield _label(WIDTH - _RIGHT, y - 6, f"{name} {peak:.3g} GFLOP/s", "end", dim=True)

    def _dots(self) -> Iterator[str]:
        places = [(self.x(_intensity(row)), self.y(row.gflops or 0.0)) for row in self.rows]
        taken = [(x - 5, x + 5, y) for x, y in places]  # by dots, and the names that are there
        taken += [(WIDTH - _RIGHT - 22 * _LETTER, WIDTH - _RIGHT, self.y(peak) - 10) for peak in self.peaks.values()]
        for number, row in enumerate(self.rows):
            x, y = self.x(_intensity(row)), self.y(row.gflops or 0.0)
            radius = 4 + 14 * (row.seconds / self.profile.seconds) ** 0.5
            limit = "" if row.of_limit is None else f", {100 * row.of_limit:.0f} % of the limit"
            about = f"{row.kernel}: {human_time(row.seconds)}, {row.gflops:.1f} GFLOP/s{limit}\n{', '.join(row.nodes)}"
            fill = f"hsl({number * 137.508 % 360:.0f} 55% 55%)"
            dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" style="fill:{fill}">'
            yield f"{dot}<title>{escape(about)}</title></circle>"
            if number < 5:  # the costliest, by name
                yield from self._name(row.kernel, x, y, radius, taken)

    def _name(
        self, text: str, x: float, y: float, radius: float, taken: list[tuple[float, float, float]]
    ) -> Iterator[str]:
        """The name beside a dot, at the nearest height where it covers nothing; none if there is no such place."""
        wide = _LETTER * len(text)
        right = x > WIDTH / 2  # the text stands where there is more room
        at = x - radius - 3 if right else x + radius + 3
        left, end = (at - wide, at) if right else (at, at + wide)
        for step in range(17):
            height = y + (step + 1) // 2 * _LINE * (-1 if step % 2 else 1)
            free = all(b < left or a > end or abs(other - height) >= _LINE - 1 for a, b, other in taken)
            if free and _TOP < height < HEIGHT - _BOTTOM:
                taken.append((left, end, height))
                if step:
                    yield f'<line class="grid" x1="{x:.1f}" y1="{y:.1f}" x2="{at:.1f}" y2="{height:.1f}"/>'
                yield _label(at, height + 4, text, "end" if right else "start")
                return


def _intensity(row: Row) -> float:
    return (row.gflops or 0.0) / (row.gbytes or 1.0)


def _share(value: float, bounds: tuple[float, float]) -> float:
    low, high = map(log10, bounds)
    return (log10(value) - low) / (high - low)


def _powers(bounds: tuple[float, float]) -> list[float]:
    first, last = floor(log10(bounds[0])) + 1, floor(log10(bounds[1]))
    return [10.0**power for power in range(first, last + 1)]


def _label(x: float, y: float, text: str, anchor: str = "start", *, dim: bool = False) -> str:
    style = ' class="dim"' if dim else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(text)}</text>'
