"""Questions about rules texts, answered in processes with limits of time and memory.

The server asks, workers compile and play. A worker that takes too long or too much is ended and another takes its place;
what a text does to a worker, it does to that worker alone. Questions and answers are JSON.
"""
