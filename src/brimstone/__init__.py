"""Three devil games, one rules source."""

__version__ = "0.1.0"

# Whether rules run as plain Python, without waiting for a compiler; it counts when they are first imported.
plain = False
