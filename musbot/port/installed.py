"""The installed platforms, which packages provide as entry points."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from musbot.config import read_settings
from musbot.game.errors import MusError
from musbot.port.platform import Adapter

GROUP = "musbot.platforms"
"""The entry point group of platforms."""
OURS = "musbot"
"""The name of our distribution, which the first line of our packages contains."""


class BadPlatform(MusError):
    """A platform that is installed and cannot be loaded."""


def kinds() -> dict[str, type[Adapter]]:
    """Returns every installed platform by its name, in the order of the packages; raises BadPlatform."""
    found: dict[str, type[Adapter]] = {}
    for point in entry_points(group=GROUP):
        if point.name in found:
            raise BadPlatform(f"two packages bring a platform of the name {point.name}: expected one")
        found[point.name] = _load(point)
    return found


def installed(given: Mapping[str, str]) -> dict[str, Adapter]:
    """Returns every installed platform with its settings; raises BadPlatform or BadSetting."""
    return {name: read_settings(kind, given) for name, kind in kinds().items()}


def _load(point: EntryPoint) -> type[Adapter]:
    if point.dist is not None and point.dist.name == OURS:
        _not_foreign(point.module.partition(".")[0])
    try:
        kind: type[Adapter] = point.load()
    except (ImportError, AttributeError) as error:
        raise BadPlatform(f"the platform {point.name} cannot be loaded: {error}") from error
    return kind


def _not_foreign(package: str) -> None:
    """Raises BadPlatform if a foreign package hides our package of this name; does not import it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None or OURS in Path(spec.origin).read_text("utf-8", "replace"):
        return
    raise BadPlatform(
        f"another package of the name {package} ({Path(spec.origin).parent}) stands where musbot's own is"
        " expected: install musbot in an environment of its own, as pipx and uvx do, and start it elsewhere"
    )
