"""Mus where people already talk: rules, tables, players and words. The chat platforms are in `adapters`."""

__version__ = "0.2.0.dev0"


class MusError(Exception):
    """The base class of this project's errors that a person may have to read; the message is one line."""

    lasts: bool = False
    """Whether no waiting mends it: each start fails again until a person changes something."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the message and the fields, so that an error reaches the parent of a worker process."""
        return _rebuild_error, (type(self), self.args), self.__dict__


def _rebuild_error(kind: type[MusError], args: tuple[object, ...]) -> MusError:
    """Returns an error with a message, without calling its `__init__`, which takes other arguments."""
    return kind.__new__(kind, *args)
