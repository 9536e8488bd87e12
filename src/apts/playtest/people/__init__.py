"""What people did on a published page, beside what agents did with the same rules.

In come the matches of both (:class:`~apts.playtest.evidence.evidence.Evidence` and the people's matches beside it), out
come figures with intervals, things that people do and agents do not, and what people answered.
"""
