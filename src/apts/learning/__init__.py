"""Learning: positions of any rules game go in as arrays, models that judge positions and moves come out.

An encoding turns a position into planes and globals for a network and its legal moves into codes; the geometry of the
board gives the cells of the planes their neighbours, and symmetries of the rules multiply what is learnt from a match.
"""

import os

# The threads of PyTorch wait busily for each other unless told otherwise before it is imported; beside other work on the
# same cores that makes training many times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
