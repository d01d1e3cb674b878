"""A partida whose log was archived: what could be made from the log is refused with words."""

from __future__ import annotations

import pytest

from musbot.narrator import Narrator
from musbot.service.review.keepsakes import Keepsakes
from musbot.service.review.process_pool import InlineWeigher
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from tests.support.at_table import begun


async def test_neither_acta_nor_proof_is_made_of_an_archived_partida(store: SqliteStore) -> None:
    keepsakes = Keepsakes(store, InlineWeigher())
    for made in (keepsakes.proof(begun()), keepsakes.acta(begun(), Narrator("es"))):
        with pytest.raises(Refused, match="refused-no-acta-any-more"):
            await made
