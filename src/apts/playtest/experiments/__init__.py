"""Questions that need matches of their own: arena, ladder of skill, bounds on a seat."""
