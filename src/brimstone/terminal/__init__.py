"""The table in a terminal: drawn with textual, or as plain prompts where output is no terminal; and records retold."""

from brimstone.terminal.prompt import Prompt, retold
from brimstone.terminal.table import Sat, play_at_table

__all__ = ["Prompt", "Sat", "play_at_table", "retold"]
