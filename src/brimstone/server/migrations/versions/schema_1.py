"""The first schema: tables, their logs, guests, tokens, passes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("phase", sa.String(20), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("invite", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("terms", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.Integer, nullable=False),
    )
    op.create_index("tables_by_opening", "tables", ["public", "opened"])
    op.create_index("tables_by_touch", "tables", ["phase", "touched"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "guests",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("removed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("table_id", sa.String(12), primary_key=True),
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "guest"], ["guests.table_id", "guests.guest"]),
    )
    op.create_table(
        "passes",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("guest", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "guest"], ["guests.table_id", "guests.guest"]),
    )
    op.create_index("passes_by_guest", "passes", ["table_id", "guest"])
