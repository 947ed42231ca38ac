"""One forward for training and sampling: logits into the loss, probabilities only where a token is drawn."""

from backend.claims import losses
from backend.claims.claim import Claim, Statement
from backend.claims.sources import B_FORWARD

CLAIMS = (
    Claim(
        id="S91",
        statement=Statement(
            "训练时把 logits 直接交给 F.cross_entropy，抽样时才做 softmax；"
            "做了两次 softmax 也不报错，loss 却再也下不去。",
            "Training hands the logits to F.cross_entropy, and softmax is for sampling; taken twice it is no error, "
            "but the loss has a floor.",
        ),
        source=B_FORWARD,
        find=losses.softmax_once_and_twice,
        rule=losses.rule_softmax,
        of_model=True,
        code="""\
import random
K, V = len(W1) // C.shape[1], len(C)
shuffled = list(words)
random.seed(42)
random.shuffle(shuffled)
dev = shuffled[int(0.8 * len(words)) : int(0.9 * len(words))]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in dev for i in range(len(w) + 1)])
Y = torch.tensor([stoi[c] for w in dev for c in w + "."])
logits = (torch.tanh(C[X].view(len(X), -1) @ W1 + b1) @ W2 + b2).double()
value = {
    "once": F.cross_entropy(logits, Y).item(),
    "twice": F.cross_entropy(logits.softmax(dim=1), Y).item(),
    "floor_of_twice": F.cross_entropy(torch.eye(V).double()[:1], torch.tensor([0])).item(),
}
""",
    ),
    Claim(
        id="S92",
        statement=Statement(
            "抽样从 K 个 0 开始，每次按概率抽一个编号，抽到 0 就停，长度另有上限；同一个生成器给出同样的名字。",
            "Sampling starts from K zeros, draws an id by probability, stops at 0 or at the longest length; the same "
            "generator gives the same names.",
        ),
        source=B_FORWARD,
        find=losses.drawn,
        rule=losses.rule_drawn,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
g = torch.Generator().manual_seed(2147483647 + 10)
names, ended = [], 0
for _ in range(20):
    context, name = [0] * K, ""
    for _ in range(30):
        x = torch.tensor([context])
        logits = torch.tanh(C[x].view(1, -1) @ W1 + b1) @ W2 + b2
        ix = torch.multinomial(logits.softmax(dim=1), 1, generator=g).item()
        if ix == 0:
            ended += 1
            break
        name += itos[ix]
        context = context[1:] + [ix]
    names.append(name)
value = {"names": names, "ended": ended, "cut_off": 20 - ended, "longest": max(map(len, names))}
""",
    ),
    Claim(
        id="S93",
        statement=Statement(
            "外面那层列表让输入是 (1, K)，查出来是 (1, K, D)；少了它，矩阵就乘不起来。",
            "The outer list makes the input (1, K), which looks up (1, K, D); without it the matrices do not multiply.",
        ),
        source=B_FORWARD,
        find=losses.without_list,
        rule=losses.rule_without_list,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
context = [0] * K
try:
    C[torch.tensor(context)] @ W1
except RuntimeError as raised:
    message = str(raised)
value = {
    "x": list(torch.tensor([context]).shape),
    "emb": list(C[torch.tensor([context])].shape),
    "message": message,
}
""",
    ),
    Claim(
        id="S94",
        statement=Statement(
            "训练时 B = 32，抽样时 B = 1，参数的形状都不变。",
            "B is 32 in training and 1 in sampling, and the parameters' shapes are the same.",
        ),
        source=B_FORWARD,
        find=losses.parameters_by_batch,
        rule=losses.rule_parameters,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)][:32])
tensors = {"table": C, "hidden.weight": W1, "hidden.bias": b1, "logits.weight": W2, "logits.bias": b2}
value = {}
for B in (32, 1):
    logits = torch.tanh(C[X[:B]].view(B, -1) @ W1 + b1) @ W2 + b2
    shapes = {name: list(tensor.shape) for name, tensor in tensors.items()}
    value[str(B)] = {"logits": list(logits.shape), "parameters": shapes}
""",
    ),
    Claim(
        id="S95",
        statement=Statement(
            "把 32 写死在 view 或 arange 里，换一个 B 就报错；"
            "有 40 行预测、32 个标签时连错都不报，多出的行被悄悄丢掉。",
            "A 32 written into view or arange is an error for another B; with 40 rows and 32 labels it is not even "
            "that, and the other rows are silently left out.",
        ),
        source=B_FORWARD,
        find=losses.hard_coded,
        rule=losses.rule_hard_coded,
        code="""\
Y = torch.tensor([stoi[c] for w in words[:20] for c in w + "."])
p = torch.softmax(torch.randn((40, 27), generator=torch.Generator().manual_seed(1)), 1)

def message_of(call):
    try:
        call()
    except (RuntimeError, IndexError) as raised:
        return str(raised)
    return ""

loss = lambda rows, labels: -p[:rows][torch.arange(32), Y[:labels]].log().mean()
value = {
    "view_of_5": message_of(lambda: torch.zeros(5, 3, 2).view(32, 6)),
    "labels_of_5": message_of(lambda: loss(5, 5)),
    "labels_of_1": message_of(lambda: loss(1, 1)),
    "rows_40_labels_32": message_of(lambda: loss(40, 32)),
}
""",
    ),
)
