"""How many have come in at tables: a log does not tell of those who have not sat down yet."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select

from brimstone.server.schema import guests
from brimstone.server.store import Store, parts


async def crowds_at(store: Store, tables: Sequence[str]) -> dict[str, int]:
    """The guests that each table has ever had."""
    counts: dict[str, int] = {}
    for some in parts(tables):
        found = select(guests.c.table_id, func.count()).where(guests.c.table_id.in_(some)).group_by(guests.c.table_id)
        counts |= {row[0]: row[1] for row in await store.rows(found)}
    return counts
