"""Makes an emulated board: a folder with Python, NumPy and click for aarch64, which QEMU runs.

    python tests/rpc/board.py FOLDER        # on Debian or Ubuntu, with qemu-user; about 150 MB
    MLCC_TEST_BOARD=FOLDER python -m pytest tests/rpc/test_board.py

Nothing is installed: the packages are unpacked in the folder.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

PACKAGES = (
    "python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "libc6", "zlib1g", "libexpat1", "libssl3",
    "libffi8", "libgcc-s1", "libstdc++6", "libbz2-1.0", "liblzma5",
)  # fmt: skip
WHEELS = ("numpy", "click")
PLATFORMS = ("manylinux_2_28_aarch64", "manylinux_2_27_aarch64", "manylinux2014_aarch64")


def make_board(folder: Path) -> None:
    """Downloads and unpacks the packages of Debian 12."""
    downloads = folder / "downloads"
    for part in (downloads, folder / "state" / "lists" / "partial", folder / "cache" / "archives" / "partial"):
        part.mkdir(parents=True, exist_ok=True)
    settings = [
        "APT::Architecture=arm64", "APT::Architectures=arm64", f"Dir::State={folder / 'state'}",
        f"Dir::Cache={folder / 'cache'}", "Dir::State::status=/dev/null", "APT::Sandbox::User=root",
    ]  # fmt: skip
    apt = ["apt-get", "-qq", *(word for setting in settings for word in ("-o", setting))]
    subprocess.run([*apt, "update"], check=True)
    subprocess.run([*apt, "download", *PACKAGES], check=True, cwd=downloads)
    platforms = [word for platform in PLATFORMS for word in ("--platform", platform)]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
    subprocess.run([*pip, *platforms, "--python-version", "311", *WHEELS, "-d", "."], check=True, cwd=downloads)
    for package in downloads.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, folder / "root"], check=True)
    for wheel in downloads.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(folder / "root" / "site")


def board_command(folder: Path, package: Path) -> tuple[list[str], dict[str, str]]:
    """The command that runs `mlcc` of `package` on the board, and its environment."""
    root = folder / "root"
    environment = {"PYTHONHOME": str(root / "usr"), "PYTHONPATH": f"{root / 'site'}:{package}"}
    return ["qemu-aarch64", "-L", str(root), str(root / "usr/bin/python3.11"), "-m", "mlcc"], environment


if __name__ == "__main__":
    make_board(Path(sys.argv[1]).resolve())
