"""Which endpoint a request is for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Handler = Callable[..., Any]
F = TypeVar("F", bound=Handler)


def route(method: str, template: str) -> Callable[[F], F]:
    """Makes a method the handler of an endpoint; {names} in its path are ids, {token} a word."""

    def mark(handler: F) -> F:
        vars(handler).setdefault("routes", []).append((method, template))
        return handler

    return mark


class Routes:
    """Finds handlers; words in a path count before parameters."""

    def __init__(self, owners: Iterable[object]) -> None:
        self._routes: list[tuple[str, str, re.Pattern[str], Handler]] = []
        for owner in owners:
            for name, handler in vars(type(owner)).items():
                for method, template in getattr(handler, "routes", []):
                    self._routes.append((method, template, _pattern(template), getattr(owner, name)))
        self._routes.sort(key=lambda r: r[1].count("{"))

    @property
    def served(self) -> list[tuple[str, str]]:
        """Method and template of each."""
        return [(method, template) for method, template, _, _ in self._routes]

    def find(self, method: str, path: str) -> tuple[str, Handler, list[Any]] | None:
        """Returns template, handler and arguments."""
        for verb, template, pattern, handler in self._routes:
            if verb == method and (found := pattern.fullmatch(path)):
                values = [int(v) if v.isdigit() else v for v in found.groups()]
                return template, handler, values
        return None


def _pattern(template: str) -> re.Pattern[str]:
    exact = re.escape(template).replace(r"\{token\}", "([^/]+)").replace(r"\{emoji\}", "([^/]+)")
    return re.compile(re.sub(r"\\\{\w+\\\}", r"(\\d+)", exact))
