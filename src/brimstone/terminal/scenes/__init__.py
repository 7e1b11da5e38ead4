"""How each game looks and sounds in a terminal: what lies on the table, what has happened, what a move means."""

from __future__ import annotations

from brimstone.games import cards as cards_rules
from brimstone.games import coal as coal_rules
from brimstone.games import dice as dice_rules
from brimstone.games.contract import Game
from brimstone.terminal.scenes import cards, coal, dice, plain
from brimstone.terminal.scenes.look import Frame, Look, Scene

__all__ = ["Frame", "Look", "Scene", "scene_of"]


def scene_of(game: Game) -> Scene:
    """The scene of a game; any other game than ours gets a plain one."""
    ours = {coal_rules.Table: coal.SCENE, dice_rules.Table: dice.SCENE, cards_rules.Table: cards.SCENE}
    return ours.get(game.table, plain.SCENE)
