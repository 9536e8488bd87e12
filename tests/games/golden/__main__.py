"""Write the play-throughs of the games named, or of all."""

from __future__ import annotations

import sys

import apts
from tests.games.golden.play_through import path_of, play_through, random_moves

for name in sys.argv[1:] or apts.library_names():
    path_of(name).write_text(play_through(name, random_moves(name)), encoding="utf-8")
    print(path_of(name))
