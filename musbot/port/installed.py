"""The installed platforms, which packages provide as entry points."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from musbot.game.errors import MusError
from musbot.port.platform import Adapter

GROUP = "musbot.platforms"
"""The entry point group of platforms."""


class BadPlatform(MusError):
    """A platform that is installed and cannot be loaded."""

    lasts = True


def installed_adapters() -> dict[str, type[Adapter]]:
    """Returns the class of every installed platform by its name, in the order of the packages.

    Imports each platform's module. Raises BadPlatform for a platform that cannot be loaded, or a name that
    two packages use; other errors of a module propagate.
    """
    found: dict[str, type[Adapter]] = {}
    for point in entry_points(group=GROUP):
        if point.name in found:
            raise BadPlatform(f"two packages bring a platform of the name {point.name}: expected one")
        found[point.name] = _load(point)
    return found


def _load(point: EntryPoint) -> type[Adapter]:
    """Returns the class that an entry point names.

    Raises BadPlatform for an ImportError or a missing class, and any other error of its module.
    """
    try:
        kind: type[Adapter] = point.load()
    except (ImportError, AttributeError) as error:
        raise BadPlatform(f"the platform {point.name} cannot be loaded: {error}") from error
    return kind
