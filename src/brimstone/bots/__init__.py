"""Players: everything they decide, they decide from a view."""
