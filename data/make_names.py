"""Make data/names.txt from the Social Security Administration's rows for 2018.

Input: yob2018.txt (rows "Emma,F,18770") on the command line, rows-added-later.csv beside this file.
Output: names.txt beside this file, lower case, one name a line, in the order of the rows.
"""

import hashlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHA256 = "3a83b1b3f3b9535eeb070f19ae678c29d83558ede501a863b19b82c4807450d2"


def published_names(rows: str, added_later: str) -> bytes:
    """Keep the rows of the first release, in order, as lower-case lines."""
    later = set(added_later.split())
    kept = (row.rsplit(",", 1)[0].lower() for row in rows.split())
    return "".join(f"{row.split(',')[0]}\n" for row in kept if row not in later).encode()


def main() -> int:
    """Write names.txt, unless the result is not the published list."""
    if len(sys.argv) != 2:
        print("usage: python data/make_names.py path/to/yob2018.txt", file=sys.stderr)
        return 2
    rows = Path(sys.argv[1]).read_text(encoding="ascii")
    added_later = (HERE / "rows-added-later.csv").read_text(encoding="ascii").lower()
    names = published_names(rows, added_later)
    found = hashlib.sha256(names).hexdigest()
    if found != SHA256:
        print(f"{sys.argv[1]} gives sha256 {found}, not {SHA256}; nothing written", file=sys.stderr)
        return 1
    (HERE / "names.txt").write_bytes(names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
