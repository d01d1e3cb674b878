"""The boundaries of `musbot.boundary`, for adapters, which import only `port`."""

from musbot.boundary import Background, contain_errors, may_contain, report

__all__ = ["Background", "contain_errors", "may_contain", "report"]
