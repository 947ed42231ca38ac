"""`neighbours`: a table and a token -> its nearest rows on standard output, or the JSON that the route answers."""

import argparse

from backend.commands.asked import asked
from backend.settings import Settings
from backend.studio.library import Library
from backend.web.routes.tables import nearest_rows
from backend.web.schemas.table import NeighboursQuery


def run(args: argparse.Namespace, settings: Settings) -> int:
    """Search exactly and print rank, token and score."""
    query = asked(NeighboursQuery, of=args.of, k=args.k, metric=args.metric)
    answer = nearest_rows(Library(settings), args.table, query)
    if args.json:
        print(answer.model_dump_json(exclude_unset=True))
        return 0
    for near in answer.neighbours:
        value = near.distance if near.similarity is None else near.similarity
        print(f"{near.rank:>4}  {near.token}  {value:.6f}")
    return 0
