"""The rules of Mus as a pure library on Python alone (docs/reglamento.md has the rules).

A partida is played in a few lines:

    >>> from musbot.game import Action, Partida, Voz
    >>> partida = Partida("vitoria", seed=bytes(32))
    >>> [str(offer.voz) for offer in partida.words]  # what the mano may say, to iterate…
    ['mus', 'no mus']
    >>> len(partida.words), Action(Voz.MUS) in partida.words, partida.words.allows(Voz.PASO)  # …count, test
    (2, True, False)
    >>> for word in (Voz.NO_MUS, Voz.PASO, Voz.ENVIDO):
    ...     followed = partida.say(Action(word, 2 if word is Voz.ENVIDO else 0))
    >>> str(partida.view().fase), partida.turno, partida.words.offer(Voz.MAS)
    ('grande', (2,), Offer(voz=<Voz.MAS: 'más'>, least=1, most=None))

An illegal word raises Illegal with the rule it breaks, and changes nothing:

    >>> partida.say(Action(Voz.PASO))
    Traceback (most recent call last):
    musbot.game.errors.Illegal: not-now (R29): word=paso, words=('quiero', 'no quiero', 'queremos', ...)

A player sees only a `View`: their own cards, and everything said aloud.

    >>> view = partida.view(2)
    >>> len(view.mine), [(word.seat, str(word.action.voz)) for word in view.said]
    (4, [(0, 'no mus'), (0, 'paso'), (1, 'envido')])
"""

from typing import TYPE_CHECKING
from warnings import warn

from musbot.game.actions import Action, Offer, Sena, Voz, Words
from musbot.game.cards import DECK, BadCard, Card, card, cards
from musbot.game.engine import awaited_seats, offers, play, winner
from musbot.game.errors import BadArgument, BadEvent, BadRules, Illegal, LongNumber, MusError, UnknownSeat
from musbot.game.evolve import evolve
from musbot.game.lances import Fase, Jugada, Lance
from musbot.game.library import BadHand, Partida, worth
from musbot.game.position import BadPosition, Position
from musbot.game.rule_sets import RULE_SETS, Frances, MusRules, Rules, TresMus, rule_set
from musbot.game.rules_base import RuleSet, UnknownField, UnknownName, UnknownRuleSet
from musbot.game.shuffle import BadSeed, Baraja
from musbot.game.state import State
from musbot.game.views import View, observe
from musbot.game.voces import UnknownSena, UnknownWord

if TYPE_CHECKING:
    awaited = awaited_seats
    """Deprecated: use `awaited_seats`. The next minor version removes this name."""
else:

    def __getattr__(name: str) -> object:
        """Returns `awaited_seats` for its earlier name `awaited`, with a DeprecationWarning.

        Raises AttributeError for any other name.
        """
        if name != "awaited":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        warn("musbot.game.awaited: use awaited_seats", DeprecationWarning, stacklevel=2)
        return awaited_seats


__all__ = [
    "DECK",
    "RULE_SETS",
    "Action",
    "BadArgument",
    "BadCard",
    "BadEvent",
    "BadHand",
    "BadPosition",
    "BadRules",
    "BadSeed",
    "Baraja",
    "Card",
    "Fase",
    "Frances",
    "Illegal",
    "Jugada",
    "Lance",
    "LongNumber",
    "MusError",
    "MusRules",
    "Offer",
    "Partida",
    "Position",
    "RuleSet",
    "Rules",
    "Sena",
    "State",
    "TresMus",
    "UnknownField",
    "UnknownName",
    "UnknownRuleSet",
    "UnknownSeat",
    "UnknownSena",
    "UnknownWord",
    "View",
    "Voz",
    "Words",
    "awaited_seats",
    "card",
    "cards",
    "evolve",
    "observe",
    "offers",
    "play",
    "rule_set",
    "winner",
    "worth",
]
