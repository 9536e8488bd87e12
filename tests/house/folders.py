"""The order of the folders of the package, for the tests that hold it."""

ORDER = (
    "statistics",
    "language",
    "board",
    "engine",
    "games",
    "telling",
    "executors",
    "search",
    "learning",
    "agents",
    "archive",
    "playtest",
    "variants",
    "publish",
    "report",
    "studio",
    "cli",
)

ROOMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "engine": (
        ("runtime",),
        ("native",),
        ("compiler", "lowering", "ludemes"),
        ("play",),
        ("text",),
        (".",),
        ("doubts",),
    ),
    "search": ((".",), ("judgement",), ("trees",), ("sides",), ("exact",)),
    "learning": ((".",), ("encodings",), ("networks",), ("guided",), ("teaching",), ("q",)),
    "agents": ((".",), ("searching",), ("kinds",), ("calibrating",)),
    "playtest": (
        ("matches",),
        ("evidence",),
        ("metrics",),
        ("experiments",),
        ("findings",),
        ("goals",),
        ("people",),
        (".",),
        ("comparing",),
        ("strengths",),
    ),
    "publish": (("program",), ("description",), (".",), ("people",)),
    "variants": ((".",), ("structure",), ("sensitivity",), ("search",)),
    "studio": ((".",), ("store", "workshop"), ("security", "jobs"), ("frame",), ("api", "pages"), ("server",)),
}
"""The order of the rooms inside the large folders; rooms of one level know each other, a point is the folder itself."""
