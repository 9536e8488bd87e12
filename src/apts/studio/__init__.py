"""The studio: the whole system in a browser, on this machine or on a server for a group.

Requests come in, pages, JSON and events go out. Nothing here knows rules or statistics: games, agents, runs and reports are
those of the folders above. ``store/`` remembers games, versions, people, matches and jobs; ``workers/`` answers questions
about rules texts in processes with limits, so that no text that somebody typed is ever compiled in the server itself;
``security/`` decides who may do what; ``jobs/`` runs what takes minutes; ``frame/`` is what pages and answers share;
``pages/``
are for people and ``api/`` for programs; ``server/`` puts all of it together.
"""
