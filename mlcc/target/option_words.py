"""The words of a target's text."""

from __future__ import annotations


def option_words(text: str) -> list[str]:
    """The words of a target with `-num-cores 4` as `-num-cores=4`, as TVM takes both."""
    joined: list[str] = []
    for word in text.split():
        takes = bool(joined) and joined[-1].startswith("-") and "=" not in joined[-1]
        if takes and not word.startswith("-"):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined
