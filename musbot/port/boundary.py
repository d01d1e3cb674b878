"""The boundaries of `musbot.runtime.boundary`, for adapters, which import only `port`."""

from musbot.runtime.boundary import (
    Background,
    OperatorError,
    Periodic,
    contain_errors,
    count_errors,
    describe_cause,
    guard_callback,
    insist,
    may_contain,
    report,
    require_containable,
)

__all__ = [
    "Background",
    "OperatorError",
    "Periodic",
    "contain_errors",
    "count_errors",
    "describe_cause",
    "guard_callback",
    "insist",
    "may_contain",
    "report",
    "require_containable",
]
