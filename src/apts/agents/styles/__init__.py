"""Styles of play: what general features of a position a player likes, read from any game; figures in, a preference out."""
