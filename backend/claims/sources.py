"""Where the lesson says what: its sections, by the heading as it stands in the Chinese text, and in English."""

from backend.claims.claim import Source, Statement

A, B = "embedding-27-to-2", "embedding-and-mlp"

A_OPENING = Source(A, Statement("27 维压成 2 维：结构是压缩逼出来的", "27 dimensions into 2 (opening)"))
A_COUNTING = Source(A, Statement("上下文从 1 扩到 3，统计法先断了", "From one character of context to three"))
A_BENGIO = Source(A, Statement("Bengio 2003 给的答案：让相似的字符共享", "Bengio's answer: let alike characters share"))
A_WINDOW = Source(A, Statement("先建数据集：一个滑动窗口", "First the data: a sliding window"))
A_LOOKUP = Source(A, Statement("C[X]：一次索引查完 22 万个样本", "C[X]: one indexing for all examples"))
A_ONE_HOT = Source(A, Statement("换成上一篇的写法会是什么样", "What the one-hot way would look like"))
A_SHAPES = Source(A, Statement("索引的形状规律", "The rule for an index's shape"))
A_NDIM = Source(A, Statement("ndim 不是线代那个「维」", "ndim is not linear algebra's dimension"))
A_PRESSED = Source(A, Statement("为什么 27 维能压成 2 维", "Why 27 dimensions go into 2"))
A_ORTHOGONAL = Source(A, Statement("one-hot 下，a 和 e 的关系等于 a 和 q 的关系", "Under one-hot all pairs are alike"))
A_EQUIDISTANT = Source(A, Statement("平面装不下 27 个两两等距的点", "No plane holds 27 equidistant points"))
A_FORCED = Source(A, Statement("压缩是被迫的", "Compression is forced"))
A_REAL = Source(A, Statement("这两个数字在真实模型里是多少", "The two numbers in real models"))
A_ALIKE = Source(A, Statement("「像不像」怎么算：点积不是余弦", "How alike: dot product is not cosine"))
A_LENGTH = Source(A, Statement("为什么必须除掉长度", "Why length has to be divided out"))
A_NORMALISED = Source(A, Statement("归一化之后，点积就是余弦", "Normalised, the dot product is the cosine"))
B_OPENING = Source(B, Statement("第 7 章　让模型看见上下文：嵌入与 MLP", "Chapter 7 (opening)"))
B_WINDOW = Source(B, Statement("7.1 一条字符串产生多条有上下文的记录", "7.1 One string, many records with context"))
B_TABLE = Source(B, Statement("7.2 嵌入表就是可以训练的查表", "7.2 The embedding table is a trainable look-up"))
B_CONCATENATION = Source(B, Statement("7.3 把上下文连接起来，保留顺序", "7.3 Concatenation keeps the order"))
B_STORAGE = Source(B, Statement("7.4 view、reshape 与底层存储", "7.4 view, reshape and storage"))
B_PARAMETERS = Source(B, Statement("7.5 这套网络有多少参数", "7.5 How many parameters"))
B_FORWARD = Source(B, Statement("7.6 训练与生成使用同一个前向函数", "7.6 One forward for training and sampling"))
B_EXERCISES = Source(B, Statement("练习与解答", "Exercises"))
B_SOURCES = Source(B, Statement("来源与代码", "Sources and code"))
