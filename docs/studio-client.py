"""A match by the API of a studio: ``python docs/studio-client.py ADDRESS [PASSWORD]``.

The address is the one that the studio prints when it starts, with its token; a studio for a group has a password instead.
"""

import json
import sys
import urllib.request

address, *password = sys.argv[1:]
address, _, token = address.partition("?token=")
secret = (*password, token)[0]


def ask(path: str, **body: object) -> dict:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}
    request = urllib.request.Request(f"{address.rstrip('/')}/api/games/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


moves, position = [], ask("connect-four/position")
while position["outcome"] is None:
    level = ("beginner", "club")[position["mover"] - 1]
    chosen = ask("connect-four/best", level=level, moves=moves, agent_seed=len(moves))
    moves, position = [*moves, chosen["move"]], chosen["after"]
print(" ".join(moves), position["outcome"]["words"], sep="\n")
