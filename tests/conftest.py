"""Settings of all tests."""

from hypothesis import settings

settings.register_profile("brimstone", deadline=None)  # the first example compiles
settings.load_profile("brimstone")
