"""The lesson's table of shapes, made from the model on show (S75)."""

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import fails, holds_if
from backend.claims.sources import B_CONCATENATION
from backend.lesson.trace import trace

B = 32
SYMBOLS = {
    "C": "V D",
    "X": "B K",
    "emb": "B K D",
    "flat": "B KD",
    "W1": "KD H",
    "b1": "H",
    "hidden": "B H",
    "W2": "H V",
    "b2": "V",
    "logits": "B V",
}  # eight rows in the lesson's table, which puts each weight and its bias on one


def _table(ground: Ground) -> Value:
    network, shape = ground.model.network, ground.model.card.shape
    steps = {step.name: step.tensor for step in trace(network, ground.own_words.contexts(shape.context_length)[:B])}
    tensors = {
        "C": network.table,
        "X": steps["ids"],
        "emb": steps["embedding"],
        "flat": steps["concatenation"],
        "W1": network.hidden_weight,
        "b1": network.hidden_bias,
        "hidden": steps["hidden"],
        "W2": network.logits_weight,
        "b2": network.logits_bias,
        "logits": steps["logits"],
    }
    K, D = shape.context_length, shape.embedding_dim
    letters = {"B": B, "K": K, "D": D, "KD": K * D, "H": shape.hidden_size, "V": shape.vocabulary_size}
    return {
        "letters": letters,
        "shapes": {name: list(tensor.shape) for name, tensor in tensors.items()},
        "by_symbols": {name: [letters[letter] for letter in axes.split()] for name, axes in SYMBOLS.items()},
    }


def _rule(value: Value) -> Ruling:
    wrong = [name for name, shape in value["shapes"].items() if shape != value["by_symbols"][name]]
    named = ", ".join(wrong)
    return holds_if(not wrong, fails(f"{named} 的形状不是表里写的。", f"Not as the table has it: {named}."))


CLAIMS = (
    Claim(
        id="S75",
        statement=Statement(
            "每个张量的形状都能用 B、K、D、H、V 写出来，代入数字就是实际的 .shape。",
            "Every tensor's shape can be written in B, K, D, H and V; put in the numbers and it is the real .shape.",
        ),
        source=B_CONCATENATION,
        find=_table,
        rule=_rule,
        of_model=True,
        code="""\
B, (V, D), H = 32, C.shape, len(b1)
K = len(W1) // D
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)][:B])
emb = C[X]
flat = emb.reshape(B, K * D)
hidden = torch.tanh(flat @ W1 + b1)
logits = hidden @ W2 + b2
tensors = dict(C=C, X=X, emb=emb, flat=flat, W1=W1, b1=b1, hidden=hidden, W2=W2, b2=b2, logits=logits)
value = {
    "letters": {"B": B, "K": K, "D": D, "KD": K * D, "H": H, "V": V},
    "shapes": {name: list(tensor.shape) for name, tensor in tensors.items()},
}
""",
    ),
)
