"""Makes the pictures of docs/view.md: `python docs/screenshots.py` with Chromium installed.

Pages are made by `mlcc view` from the samples; a script in each chooses what is shown.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import onnx

DOCS = Path(__file__).resolve().parent
SAMPLES = DOCS.parent / "samples"

#: By file: the arguments of `mlcc view`, whether it is dark, and what is clicked.
SHOTS: dict[str, tuple[list[str], bool, str]] = {
    "view-graph": (
        [str(SAMPLES / "models/convnet.onnx")],
        False,
        "document.querySelector('tr[data-kernel=fused_conv2d_nchwc_add_relu]').click();",
    ),
    "view-threads": (
        [str(Path(onnx.__file__).parent / "backend/test/data/light/light_squeezenet.onnx"), "--threads", "2"],
        True,
        "[...document.querySelectorAll('#tabs button')].find(tab => tab.textContent === 'time line').click();",
    ),
    "view-line": (
        [str(SAMPLES / "kernels/mm_relu.tir"), "-s", str(SAMPLES / "schedules/registers.yaml")],
        True,
        "const pane = document.querySelectorAll('.pane')[1], rows = [...pane.querySelectorAll('.row')];"
        "const row = rows.find(row => row.textContent.includes('* B[vk, vj]'));"
        "row.click();"
        "pane.querySelector('.body').scrollTop = row.dataset.n * 18 - 180;"
        "document.querySelector('.lit:last-of-type').scrollIntoView({ block: 'center' });",
    ),
}


def main() -> None:
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.exit("there is no Chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for shot, (arguments, dark, clicks) in SHOTS.items():
            page = folder / f"{shot}.html"
            subprocess.run([sys.executable, "-m", "mlcc", "view", *arguments, "-o", page], check=True)
            script = f"<script>setTimeout(() => {{ {clicks} }}, 100)</script></body>"
            page.write_text(page.read_text(encoding="utf-8").replace("</body>", script), encoding="utf-8")
            colors = ["--blink-settings=preferredColorScheme=0", "--force-dark-mode"] if dark else []
            command = [
                browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'browser'}",
                "--window-size=1360,840", "--virtual-time-budget=3000", *colors,
                f"--screenshot={DOCS / 'images' / shot}.png", page.as_uri(),
            ]  # fmt: skip
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
