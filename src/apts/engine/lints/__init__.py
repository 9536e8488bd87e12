"""What is accepted in rules and yet can hardly be meant: names of nothing, missing sites and seats, rules without effect.

Comes in: a game, or typed rules that cannot become one. Goes out: doubts, each with its place in the text.
"""
