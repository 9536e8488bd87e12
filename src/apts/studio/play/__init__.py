"""Matches of people at work: tables at which several play by links, matches that a browser plays, and their way into the
archive. Rules are asked of the workers; nothing here loads a game."""
