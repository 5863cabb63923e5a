"""Maps the error codes of the C interface to diagnostic codes."""

from __future__ import annotations

CODES_OF_ERRORS = {
    1: "R301", 2: "R302", 3: "R303", 4: "R304", 5: "R305", 6: "R306", 7: "R307", 8: "R308",
    9: "R309", 10: "R310", 11: "R310", 12: "R311", 13: "R312", 14: "R326", 15: "R350",
    16: "R316", 17: "R394",
}  # fmt: skip
