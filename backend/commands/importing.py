"""`import`: a file with one word a line -> a corpus in the store, and the report on standard output."""

import argparse
import unicodedata
from pathlib import Path

from backend.refusal import Refusal
from backend.settings import Settings
from backend.studio.importing import import_corpus
from backend.studio.library import Library
from backend.web.schemas.corpus import ImportedCorpus, ImportReport

SHOWN, MOST_CHARACTERS = 20, 60  # refused lines, characters; --json has more


def run(args: argparse.Namespace, settings: Settings) -> int:
    """Read and add; raises Refusal for a file that is no word list or larger than an upload may be."""
    path = Path(args.file)
    with path.open("rb") as file:
        content = file.read(settings.max_upload_bytes + 1)
    if len(content) > settings.max_upload_bytes:
        most = f"at most {settings.max_upload_bytes:,} bytes are taken (EMBEDSCOPE_MAX_UPLOAD_BYTES)"
        raise Refusal(f"{path.name} is too large; {most}")
    try:
        added = ImportedCorpus(**import_corpus(Library(settings), args.name or path.stem, content))
    except Refusal as refusal:
        raise Refusal(f"{path.name}: {refusal}") from None
    if args.json:
        print(added.model_dump_json())
        return 0
    print(f"{added.id}: {added.words:,} words, {added.unique:,} of them different, {len(added.vocabulary)} tokens")
    _print_report(added.report)
    return 0


def _print_report(report: ImportReport) -> None:
    print(
        f"{report.lines:,} lines: {report.kept:,} kept ({report.duplicates:,} duplicates), {report.empty:,} empty, "
        f"{report.refused_lines:,} refused"
    )
    for refused in report.refused[:SHOWN]:
        print(f"  line {refused.line}: {refused.reason}")
    if report.refused_lines > SHOWN:
        print(f"  and {report.refused_lines - SHOWN:,} more")
    counted = [f"{_shown(row.token)} {row.count:,}" for row in report.characters[:MOST_CHARACTERS]]
    print("characters: " + "  ".join(counted))
    if len(report.characters) > MOST_CHARACTERS:
        print(f"  and {len(report.characters) - MOST_CHARACTERS:,} more")
    unusual = [row for row in report.characters if row.unusual]
    for row in unusual[:MOST_CHARACTERS]:
        print(f"  unusual: {_shown(row.token)}  {row.unusual}")
    if len(unusual) > MOST_CHARACTERS:
        print(f"  and {len(unusual) - MOST_CHARACTERS:,} more unusual ones")


def _shown(token: str) -> str:
    """A token that can be seen, and that does no harm to a terminal."""
    visible = token.isprintable() and not token.isspace() and unicodedata.category(token)[0] != "M"
    return token if visible else f"U+{ord(token):04X}"
