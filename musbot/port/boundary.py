"""The boundaries of `musbot.boundary`, for adapters, which import only `port`."""

from musbot.boundary import Background, Periodic, contain_errors, guard_callback, may_contain, report

__all__ = ["Background", "Periodic", "contain_errors", "guard_callback", "may_contain", "report"]
