"""Three devil games, one rules source."""

__version__ = "0.1.0"
