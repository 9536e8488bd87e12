"""Who may do what: designers everything, a player with a link one match, everybody else nothing.

``authentication.py`` knows who asks, ``middleware.py`` lets requests in or not and tells browsers what pages may do,
``allowed.py`` says what people may ask for.
"""
