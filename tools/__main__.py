"""Everything that a release consists of: ``python -m tools`` writes lock files, licences, bill of materials, wheel, source.

The lock files belong into the repository; the rest is written into build/release.
"""

from __future__ import annotations

import subprocess
import sys

from tools.bill_of_materials import bill_of_materials, licence_list, packages
from tools.locks import FOLDER, FOR_DEVELOPMENT, ROOT, compiled, extras, pins, write_locks

OUT = ROOT / "build" / "release"


def main() -> None:
    """Write all files, the distributions last."""
    write_locks()
    OUT.mkdir(parents=True, exist_ok=True)
    everything = (FOLDER / "all.txt").read_text(encoding="utf-8")
    found = packages(pins(compiled((name for name in extras() if name not in FOR_DEVELOPMENT), everything)))
    (OUT / "licences.csv").write_text(licence_list(found), encoding="utf-8")
    (OUT / "apts.cdx.json").write_text(bill_of_materials(found), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(OUT / "dist"), str(ROOT)], check=True)
    for file in sorted(path for path in OUT.rglob("*") if path.is_file()):
        print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()
