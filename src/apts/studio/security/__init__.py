"""Who may do what: designers everything, a player with a link one match, everybody else nothing.

``access.py`` knows who asks, ``gate.py`` lets requests in or not, ``headers.py`` tells browsers what pages may do.
"""
