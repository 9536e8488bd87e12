"""What takes minutes: play-tests, searches for better rules, trainings.

A job is written down in the store and put into a queue (Huey). The process of the queue takes one after the other and
runs each in a process of its own with limits, ``perform.py``, so that what a text does to it, it does to that job alone. A
job that lost its process waits again when the studio starts, and goes on where it was. ``kinds/`` has a file for each kind.
"""
