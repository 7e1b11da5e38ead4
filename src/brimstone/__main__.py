"""`python -m brimstone` is the command `brimstone`."""

from brimstone.cli import main

main()
