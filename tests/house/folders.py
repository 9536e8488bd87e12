"""The order of the folders of the package, for the tests that hold it."""

ORDER = (
    "language",
    "board",
    "engine",
    "games",
    "search",
    "learning",
    "agents",
    "archive",
    "playtest",
    "variants",
    "report",
    "studio",
    "cli",
)
