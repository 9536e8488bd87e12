"""What people played on a published page comes back: a file or a pasted text in, checked matches in an archive out.

Nothing that came from elsewhere is believed: every match is played again by the rules before it is kept.
"""
