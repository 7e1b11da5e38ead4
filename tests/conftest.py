"""Settings of all tests."""

import os

from hypothesis import Phase, settings

settings.register_profile("brimstone", deadline=None)  # the first example compiles
# Where only the verdict counts: a failing example is not made smaller.
settings.register_profile("verdict", deadline=None, database=None, phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "brimstone"))
