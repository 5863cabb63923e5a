"""How many examples hypothesis tries: few and always the same by default, many new ones with `--long`."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings


def pytest_configure(config: pytest.Config) -> None:
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    settings.register_profile("short", max_examples=25, deadline=None, derandomize=True, suppress_health_check=checks)
    settings.register_profile("long", max_examples=600, deadline=None, database=None, suppress_health_check=checks)
    settings.load_profile("long" if config.getoption("--long") else "short")
