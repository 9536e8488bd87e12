"""What the studio remembers: games with all their versions, people, matches and jobs, in one SQLite file.

Runs are not here; they are in the archive.
"""
