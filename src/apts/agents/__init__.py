"""Agents: named players made of search, of models, or of people, and their levels of strength.

In comes a spelling such as ``uct:iterations=2000`` or ``level:club``, out comes an agent that chooses moves and says
what it thinks of them, for every game. Each kind of agent is a file that registers itself.
"""
