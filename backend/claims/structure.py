"""Structure in a table: what is computed, and how it is judged, for how characters come to lie where they lie."""

import numpy as np
import torch

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground, Model
from backend.claims.ruling import HOLDS, NotHere, depends, fails
from backend.lesson.contexts import Examples
from backend.lesson.counts import ContextCounts
from backend.lesson.evaluation import mean_loss
from backend.lesson.gradient import Gradient
from backend.lesson.likelihood import log_probabilities
from backend.lesson.network import Network, initialised
from backend.space.alphabet import vowels_and_consonants
from backend.space.similarity import matrix
from backend.space.structure import Gap, group_gap
from backend.space.table import Table

CHANCE = 0.05  # a gap that a random group has less often than this is taken for structure


def passed_on(ground: Ground) -> Value:
    """Distances of rows, and what the first layer and the whole network make of them, for every pair of characters.

    The pair stands at the newest position; W1's block there can stretch no difference by more than its largest
    singular value, and tanh stretches none.
    """
    network, shape = ground.model.network, ground.model.card.shape
    D, V, K = shape.embedding_dim, shape.vocabulary_size, shape.context_length
    block = network.hidden_weight[-D:].double()  # (D, H)
    rows = network.table.double()
    norm = float(torch.linalg.matrix_norm(block, 2))
    i, j = torch.triu_indices(V, V, 1)
    contexts = np.zeros((V, K), dtype=np.int64)
    contexts[:, -1] = np.arange(V)
    hidden = network.forward(torch.from_numpy(contexts)).hidden.double()  # (V, H)
    apart = (rows[i] - rows[j]).norm(dim=1)
    stretched = ((rows[i] - rows[j]) @ block).norm(dim=1)
    activated = (hidden[i] - hidden[j]).norm(dim=1)
    log_p = torch.from_numpy(log_probabilities(network, contexts))
    kl = (log_p[i].exp() * (log_p[i] - log_p[j])).sum(dim=1)
    return {
        "pairs": len(apart),
        "spectral_norm": norm,
        "largest_share_of_bound": float((stretched / (norm * apart)).max()),
        "beyond_bound": int((stretched > norm * apart * (1 + 1e-6)).sum()),
        "beyond_after_tanh": int((activated > stretched * (1 + 1e-4) + 1e-5).sum()),
        "correlation_distance_and_kl": float(torch.corrcoef(torch.stack([apart, kl]))[0, 1]),
    }


def rule_passed_on(value: Value) -> Ruling:
    """Holds where the bounds hold and characters farther apart do predict more differently."""
    if value["beyond_bound"] or value["beyond_after_tanh"]:
        return fails("有字符对超出了界。", "Some pairs are beyond the bound.")
    r = value["correlation_distance_and_kl"]
    if r <= 0:
        return depends(
            f"上界成立，但这个模型里距离与预测之差的相关是 {r:.2f}。",
            f"The bound holds, but in this model distance and difference of predictions correlate at {r:.2f}.",
        )
    return HOLDS


def gathered(ground: Ground) -> Value:
    """The gradient that reaches C from the first 32 examples, and the vowel gap before the first step and now."""
    model, card = ground.model, ground.model.card
    before = initialised(card.shape, card.init, card.seed)
    then, now = _gap(model, before), _gap(model, model.network)
    cosines = matrix(model.table, "cosine").values
    vowels, consonants = vowels_and_consonants(model.table.tokens)
    u = model.id_of("u")
    others = [row for row in vowels if row != u]
    return {
        "gradient_of_C": _gradient_of_table(ground, before),
        "gap_before": then.gap,
        "gap_now": now.gap,
        "p_before": then.p_value,
        "p_now": now.p_value,
        "u_to_vowels": float(cosines[u, others].mean()),
        "u_to_consonants": float(cosines[u, consonants].mean()),
    }


def rule_gathered(value: Value) -> Ruling:
    """Holds where the gradient reaches C and vowels, u too, lie together now by more than chance."""
    if not value["gradient_of_C"] > 0:
        return fails("梯度没有传到 C。", "No gradient reaches C.")
    then, now, p = value["gap_before"], value["gap_now"], value["p_now"]
    if now <= then or p >= CHANCE:
        return depends(
            f"这个模型没有把元音聚到一起：间隔 {then:.2f} → {now:.2f}，p = {p}。",
            f"This model has not gathered the vowels: gap {then:.2f} to {now:.2f}, p = {p}.",
        )
    u, other = value["u_to_vowels"], value["u_to_consonants"]
    if u <= other:
        return depends(
            f"元音聚到了一起（间隔 {now:.2f}），u 却不在其中：它与元音的平均余弦 {u:.2f}，与辅音 {other:.2f}。",
            f"The vowels have gathered (gap {now:.2f}), but without u: its mean cosine with the vowels is {u:.2f}, "
            f"with the consonants {other:.2f}.",
        )
    if value["p_before"] < CHANCE:
        return depends(
            f"间隔从 {then:.2f} 涨到 {now:.2f}；但这个模型的随机初值碰巧已让元音挨着（p = {value['p_before']}），"
            "单凭它不能说是梯度聚拢的。换别的种子，间隔从 0 左右起步。",
            f"The gap grew from {then:.2f} to {now:.2f}; but by luck this model's first random table had its vowels "
            f"together already (p = {value['p_before']}), so it alone does not show that the gradient did it. With "
            "other seeds the gap starts near 0.",
        )
    return HOLDS


def renamed(ground: Ground) -> Value:
    """The loss when every character gets another id: all that training sees are ids and what follows them."""
    model, parts = ground.model, ground.own_words.parts(ground.model.card.context_length)
    V = len(model.vocabulary)
    to = torch.randperm(V, generator=torch.Generator().manual_seed(1))
    network = model.network.copy()
    network.table[to] = model.network.table
    network.logits_weight[:, to] = model.network.logits_weight
    network.logits_bias[to] = model.network.logits_bias
    counts, ids = parts.dev, to.numpy()
    X, Y = counts.contexts[counts.pair_rows], counts.pair_tokens
    again = np.repeat(np.arange(len(Y)), counts.pair_counts)
    other = ContextCounts(Examples(ids[X[again]], ids[Y[again]]), V)
    gap = _gap(model, model.network)
    return {
        "dev_loss": mean_loss(model.network, counts),
        "dev_loss_renamed": mean_loss(network, other),
        "vowel_gap": gap.gap,
        "p": gap.p_value,
    }


def rule_renamed(value: Value) -> Ruling:
    """Holds where names of characters do not matter, and vowels lie together all the same."""
    if abs(value["dev_loss"] - value["dev_loss_renamed"]) > 1e-5:
        return fails("换了编号，loss 就变了。", "With other ids the loss is another.")
    if value["p"] >= CHANCE:
        return depends(
            f"训练里没有元音的标签；不过这个模型也没有显出元音这一类（p = {value['p']}）。",
            f"Nothing labels vowels, but this model does not show them as a group either (p = {value['p']}).",
        )
    return HOLDS


def copied(ground: Ground) -> Value:
    """Whether a table of D = V reproduces one-hot exactly, and how much structure wide and narrow tables show."""
    V, trained = len(ground.words.vocabulary), ground.results
    C = torch.eye(V)
    X = torch.from_numpy(ground.words.counts(3).contexts)
    same = torch.equal(C[X], torch.nn.functional.one_hot(X, V).float())
    return {
        "identity_is_one_hot": same,
        "gap_27_lecture": trained.mean("vowel_gap", embedding_dim=27, init="lecture"),
        "gap_27_scaled": trained.mean("vowel_gap", embedding_dim=27, init="scaled"),
        "gap_2_scaled": trained.mean("vowel_gap", embedding_dim=2, init="scaled"),
        "dev_27_scaled": trained.mean("dev", embedding_dim=27, init="scaled"),
        "dev_2_scaled": trained.mean("dev", embedding_dim=2, init="scaled"),
    }


def rule_copied(value: Value) -> Ruling:
    """Holds where D = 27 can be one-hot, and shows far less structure than D = 2."""
    wide, narrow = max(value["gap_27_scaled"], value["gap_27_lecture"]), value["gap_2_scaled"]
    if not value["identity_is_one_hot"] or wide >= narrow:
        return fails(
            f"27 维的间隔 {wide:.2f} 不比 2 维的 {narrow:.2f} 小。",
            f"The gap at 27 dimensions, {wide:.2f}, is not below {narrow:.2f} at 2.",
        )
    if wide > narrow / 3:
        return depends(
            f"27 维仍有结构：间隔 {wide:.2f}，2 维是 {narrow:.2f}。",
            f"There is structure at 27 dimensions too: a gap of {wide:.2f}, against {narrow:.2f} at 2.",
        )
    return HOLDS


def _gap(model: Model, network: Network) -> Gap:
    table = Table.build(model.card.vocabulary, network.table.numpy())
    found = group_gap(table, *vowels_and_consonants(table.tokens), seed=0)
    if found is None:
        raise NotHere(
            "这个模型的字符里分不出元音和辅音。", "Among this model's characters vowels and consonants cannot be told."
        )
    return found


def _gradient_of_table(ground: Ground, network: Network) -> float:
    """The length of the gradient of C, for the first 32 examples before the first step."""
    examples = ground.own_words.examples(ground.model.card.context_length)
    X, Y = torch.from_numpy(examples.X[:32]), torch.from_numpy(examples.Y[:32])
    V, D = network.table.shape
    targets = torch.nn.functional.one_hot(Y, V).float()
    flat = Gradient(network).fill(X, network.forward(X), targets)
    return float(flat[: V * D].norm())
