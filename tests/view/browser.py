"""Pages in a real browser without a window: what a script sees in them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def seen(page: str, folder: Path, script: str, *, dark: bool = False) -> Any:
    """What a script returns that runs in a page after it was drawn; skips without Chromium.

    The body of the page's own errors is an assertion failure.
    """
    browser = next(filter(None, map(shutil.which, _NAMES)), None)
    if browser is None:
        pytest.skip("no Chromium")
    watch = "<script>window.faults=[];addEventListener('error',e=>window.faults.push(e.message));</script>"
    run = (
        "<script>setTimeout(()=>{let r;try{r=(()=>{" + script + "})();}"
        "catch(e){window.faults.push(String(e));}"
        "const p=document.createElement('pre');p.id='seen';"
        "p.textContent=JSON.stringify({result:r??null,faults:window.faults});document.body.append(p);},100);</script>"
    )
    file = folder / "page.html"
    file.write_text(page.replace("<head>", "<head>" + watch, 1).replace("</body>", run + "</body>"), encoding="utf-8")
    command = [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1500,900",
        f"--user-data-dir={folder / 'browser'}", "--virtual-time-budget=4000",
        *(["--blink-settings=preferredColorScheme=0"] if dark else []), "--dump-dom", file.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    match = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout, re.S)
    assert match, done.stderr[-2000:]
    answer = json.loads(unescape(match[1]))
    assert answer["faults"] == []
    return answer["result"]
