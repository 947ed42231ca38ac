"""view and reshape: the same numbers in memory under another shape, and when they have to be copied."""

from backend.claims import storing
from backend.claims.claim import Claim, Statement
from backend.claims.sources import B_SOURCES, B_STORAGE

EMB = """\
X = torch.tensor([[stoi[c] for c in ("..." + w)[i : i + 3]] for w in words for i in range(len(w) + 1)][:32])
emb = torch.zeros(27, 2)[X]
"""
MESSAGE = """\
def message_of(call):
    try:
        call()
    except RuntimeError as raised:
        return str(raised)
    return ""

"""

CLAIMS = (
    Claim(
        id="S80",
        statement=Statement(
            "连续存放的 (B, K, D)，只改形状就能当 (B, KD) 用，底层还是同一块数据。",
            "A contiguous (B, K, D) can serve as (B, KD) by changing its shape alone; the memory is the same.",
        ),
        source=B_STORAGE,
        expected={"stride": [6, 2, 1], "stride_of_view": [6, 1], "same_memory": True},
        find=storing.seen_flat,
        code=EMB
        + """\
flat = emb.view(32, 6)
value = {
    "stride": list(emb.stride()),
    "stride_of_view": list(flat.stride()),
    "contiguous": emb.is_contiguous(),
    "same_memory": flat.data_ptr() == emb.data_ptr(),
}
""",
    ),
    Claim(
        id="S81",
        statement=Statement(
            "view(-1, 6) 里的 -1 由元素总数推出来；除不尽，或者写了两个 -1，就报错。",
            "The -1 of view(-1, 6) follows from the number of elements; where that does not divide, or -1 stands "
            "twice, it is an error.",
        ),
        source=B_STORAGE,
        expected={
            "shape": [32, 6],
            "message_for_5": "shape '[-1, 5]' is invalid for input of size 192",
            "message_for_two": "only one dimension can be inferred",
        },
        find=storing.inferred,
        code=EMB
        + MESSAGE
        + """\
value = {
    "shape": list(emb.view(-1, 6).shape),
    "message_for_5": message_of(lambda: emb.view(-1, 5)),
    "message_for_two": message_of(lambda: emb.view(-1, -1)),
}
""",
    ),
    Claim(
        id="S82",
        statement=Statement(
            "转置后的 (4, 3) 步幅是 (1, 4)，直接 view(12) 会报错：元素个数相同还不够。",
            "The transposed (4, 3) has the strides (1, 4), and view(12) fails: as many elements are not enough.",
        ),
        source=B_STORAGE,
        expected={"stride": [1, 4]},
        find=storing.refused,
        rule=storing.rule_refused,
        code=MESSAGE
        + """\
t = torch.arange(12).view(3, 4).t()
sizes = [(4, 1, 3), (2, 2, 3), (12,)]
value = {
    "stride": list(t.stride()),
    "message": message_of(lambda: t.view(12)),
    "view_works": {str(size): message_of(lambda: t.view(size)) == "" for size in sizes},
}
""",
    ),
    Claim(
        id="S83",
        statement=Statement(
            "reshape(12) 可以：12 个数按转置后的逻辑顺序排好，放进一块新内存。",
            "reshape(12) works: the 12 numbers in the transposed order, in memory of their own.",
        ),
        source=B_STORAGE,
        expected={"order": storing.IN_LOGICAL_ORDER, "new_memory": True},
        find=storing.reshaped,
        code="""\
t = torch.arange(12).view(3, 4).t()
value = {"order": t.reshape(12).tolist(), "new_memory": t.reshape(12).data_ptr() != t.data_ptr()}
""",
    ),
    Claim(
        id="S84",
        statement=Statement(
            "contiguous() 会把转置的张量复制成连续的；本来就连续的，它什么也不做。",
            "contiguous() copies the transposed tensor; to one that is contiguous it does nothing.",
        ),
        source=B_STORAGE,
        expected={"copies_the_transposed": True, "copies_the_contiguous": False, "view_then_works": True},
        find=storing.made_contiguous,
        code="""\
straight = torch.arange(12).view(3, 4)
t = straight.t()
value = {
    "copies_the_transposed": t.contiguous().data_ptr() != t.data_ptr(),
    "copies_the_contiguous": straight.contiguous().data_ptr() != straight.data_ptr(),
    "view_then_works": t.contiguous().view(12).shape == (12,),
}
""",
    ),
    Claim(
        id="S85",
        statement=Statement(
            "reshape(len(x), -1) 不改变字符的次序，与逐个位置拼起来的相同。",
            "reshape(len(x), -1) keeps the characters in order: it equals the slices of the positions side by side.",
        ),
        source=B_STORAGE,
        find=storing.in_order,
        rule=storing.rule_in_order,
        of_model=True,
        code="""\
K, D = len(W1) // C.shape[1], C.shape[1]
x = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)][:32])
emb = C[x]
slices = torch.cat([emb[:, k] for k in range(K)], 1)
value = {
    "same_as_slices": torch.equal(emb.reshape(len(x), -1), slices),
    "same_after_transpose": torch.equal(emb.transpose(1, 2).reshape(len(x), -1), slices),
    "same_by_other_view": torch.equal(emb.view(K * D, len(x)).T, slices),
}
""",
    ),
    Claim(
        id="S99",
        statement=Statement(
            "书里引用的两份程序不在手头，它们要核对的三件事由这里自己核对："
            "一行用两次梯度是 2，转置后 view 报错，reshape 按逻辑顺序。",
            "The two programs that the text cites are not to hand; the three things they check are checked here: a "
            "row used twice gets the gradient 2, view fails after a transpose, reshape follows the logical order.",
        ),
        source=B_SOURCES,
        expected={"checks": {"S72": "holds", "S82": "holds", "S83": "holds"}},
        find=storing.own_checks,
        rule=storing.rule_own_checks,
        of_model=True,
        code="""\
C.requires_grad_()
C[torch.tensor([[1, 2, 1]])].sum().backward()
t = torch.arange(12).view(3, 4).t()
try:
    t.view(12)
    message = ""
except RuntimeError as raised:
    message = str(raised)
passed = {
    "S72": bool((C.grad[1] == 2).all() and (C.grad[2] == 1).all() and (C.grad[0] == 0).all()),
    "S82": "Use .reshape(...) instead." in message,
    "S83": t.reshape(12).tolist() == t.flatten().tolist() == [j * 4 + i for i in range(4) for j in range(3)],
}
value = {"checks": {name: "holds" if right else "fails" for name, right in passed.items()}}
""",
    ),
)
