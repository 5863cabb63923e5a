"""Did you mean …: the nearest valid name, and the list of valid names."""

from __future__ import annotations

from collections.abc import Iterable

_MOST = 12


def closest(name: str, choices: Iterable[str]) -> str | None:
    """The choice most like `name`, or None if none is similar."""
    from difflib import get_close_matches

    names = sorted(set(choices))
    by_lower = {choice.lower(): choice for choice in reversed(names)}
    if name.lower() in by_lower:
        return by_lower[name.lower()]
    matches = get_close_matches(name.lower(), list(by_lower), n=1, cutoff=0.6)
    return by_lower[matches[0]] if matches else None


def choices_help(name: str, choices: Iterable[str], what: str) -> str:
    """Help text for an unknown `name`: a suggestion and the valid names (`what` in the plural).

    >>> choices_help("jj", ["i", "j"], "loops")
    'did you mean `j`? the loops are `i`, `j`'
    """
    names = list(dict.fromkeys(choices))
    if not names:
        return f"there are no {what}"
    suggestion = closest(name, names)
    listed = ", ".join(f"`{choice}`" for choice in names[:_MOST])
    if len(names) > _MOST:
        listed += f" and {len(names) - _MOST} more"
    start = f"did you mean `{suggestion}`? the" if suggestion is not None else "the"
    return f"{start} {what} are {listed}"
