"""How strong players are: matches at equal CPU time a move, and positions whose value is known.

Players of this tree, of another checkout, and of other programs come in; scores with intervals come out, with the CPU time
that each side really used. ``python -m bench.strength`` has the commands.
"""
