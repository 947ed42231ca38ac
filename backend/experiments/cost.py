"""What an experiment is going to cost -> a refusal before it begins, where a reader would wait for too long."""

from backend.lesson.network import Network
from backend.refusal import Refusal

MOST_MULTIPLICATIONS = 2e11


def check_cost(what: str, network: Network, contexts: int) -> None:
    """Raise Refusal where so many contexts through the network take too many multiplications; `what` needs them."""
    cost = contexts * network.shape.parameters
    if cost > MOST_MULTIPLICATIONS:
        raise Refusal(
            f"{what} takes {contexts:,} contexts through {network.shape.parameters:,} parameters, {cost:.1e} "
            f"multiplications, at most {MOST_MULTIPLICATIONS:.0e}; ask it of a model with fewer characters, hidden "
            "units or words",
            "id",
        )
