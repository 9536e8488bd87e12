"""``apts qlearn show``: what a file of values holds."""

from __future__ import annotations

from apts.cli.arguments import JSON
from apts.cli.learning.learning_arguments import VALUES
from apts.cli.learning.qlearning import describe_values, facts, sentence
from apts.cli.settings import print_json


def qlearn_show(file: VALUES, json: JSON = False) -> None:
    """Show what a file contains and how it was trained."""
    from apts.learning.q.model_file import QFile

    held = QFile(file)
    about = held.about
    if json:
        print_json(facts(held, about))
        return
    settings = about.settings
    print(sentence(about))
    print(f"holds     {describe_values(held, about)}")
    if about.shape is not None:
        shared = "share weights" if about.shape["exchanged"] is not None else "have weights of their own"
        lengths = sorted({len(images[0]) for images in about.shape["tuples"]})
        print(f"tuples    of {lengths[0]} to {lengths[-1]} cells; the seats {shared}")
    extra = "" if about.method == "table" else f", trace {settings.trace:g}, walks {settings.walks}"
    print(f"settings  rate {settings.rate:g}, explore {settings.explore:g}{extra}")
    print(f"rules     {about.game.rules_hash[:16]} ({about.source})")
    print(f"values    {held.digest()[:16]}")
