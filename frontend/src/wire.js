// The shapes of what the server answers, as JSDoc types: one per REST body the page reads. No code.

/**
 * @typedef {object} ModelCard
 * @property {string} id
 * @property {{en: string, zh: string}} description
 * @property {string} corpus
 * @property {string[]} vocabulary '.' first
 * @property {number} context_length K
 * @property {number} embedding_dim D
 * @property {number} hidden_size H
 * @property {number} parameters
 * @property {string} recipe
 * @property {string} init
 * @property {number} seed
 * @property {number} steps
 * @property {{train: number, dev: number, test: number}} losses exact cross-entropy, nats
 *
 * @typedef {{models: ModelCard[]}} Models
 *
 * @typedef {object} CorpusCard
 * @property {string} id
 * @property {number} words
 * @property {number} examples
 * @property {string[]} vocabulary '.' first
 * @property {{token: string, count: number}[]} characters
 * @property {boolean} added whether a user brought it, and may remove it
 * @property {boolean} [gone] the page's own: removed a moment ago, kept for the letters of trainings on show
 *
 * @typedef {object} ImportReport what became of the lines of a list
 * @property {number} lines
 * @property {number} kept duplicates among them
 * @property {number} duplicates
 * @property {number} empty
 * @property {{line: number, reason: string}[]} refused the first of them
 * @property {number} refused_lines all of them
 * @property {{token: string, count: number, unusual: string | null}[]} characters
 *
 * @typedef {CorpusCard & {report: ImportReport}} ImportedCorpus
 *
 * @typedef {object} Embedding
 * @property {string} table
 * @property {string[]} tokens in row order
 * @property {number} dimensions D
 * @property {[number, number][]} coordinates on the plane, in row order
 * @property {number[][] | null} vectors (V, D), null when too large
 * @property {number[]} norms
 * @property {{method: "none" | "line" | "pca", variance: number | null}} projection
 * @property {{trustworthiness: number, neighbours_kept: number, k: number} | null} fidelity
 *
 * @typedef {"cosine" | "dot" | "euclidean"} Metric
 *
 * @typedef {object} Similarity
 * @property {string} table
 * @property {Metric} metric
 * @property {string[]} tokens
 * @property {(number | null)[][]} matrix (V, V) in row order; null where it is not defined
 *
 * @typedef {object} Neighbour
 * @property {number} rank from 1
 * @property {string} token
 * @property {number} row
 * @property {number} [similarity]
 * @property {number} [distance]
 *
 * @typedef {object} Neighbours
 * @property {string} table
 * @property {string} of
 * @property {number} row
 * @property {Metric} metric
 * @property {boolean} exact
 * @property {number} rows_searched
 * @property {{row: number, token: string, reason: string}[]} excluded
 * @property {Neighbour[]} neighbours nearest first
 *
 * @typedef {object} TraceStep one tensor of the forward pass
 * @property {string} name
 * @property {string} expression
 * @property {string[]} symbols the axes in letters; KD is K times D
 * @property {number[]} shape
 * @property {number} ndim
 * @property {string} dtype
 * @property {number[]} stride
 * @property {boolean} contiguous
 * @property {{view_of: string | null, bytes: number}} storage
 * @property {number} flops
 * @property {any} values nested as the shape says
 *
 * @typedef {{token: string, probability: number}} Prediction
 * @typedef {{contexts: string[], steps: TraceStep[], predictions: Prediction[][]}} Trace contexts as read, padded
 *
 * @typedef {object} Counts one row of the table of counts
 * @property {string} context padded
 * @property {number} total how often the context occurs
 * @property {{token: string, count: number, probability: number}[]} row
 * @property {Coverage} coverage
 * @property {number} loss of the table of all words on all words, nats
 * @property {number | null} dev_loss of the train words' table on the dev words; null where it is infinite
 * @property {boolean} infinite
 * @property {number} impossible_events dev events with probability 0
 * @property {number} dev_events
 *
 * @typedef {object} Coverage how much of the table of counts has ever been seen
 * @property {number} contexts_possible
 * @property {number} contexts_seen
 * @property {number} cells
 * @property {number} cells_filled
 * @property {number} examples_per_cell
 *
 * @typedef {{context: string, ids: number[], next: string, next_id: number}} WindowRow
 *
 * @typedef {{text: string, context_length: number, rows: WindowRow[]}} Contexts the sliding window over one word
 *
 * @typedef {{zh: string, en: string}} BothLanguages
 * @typedef {"holds" | "depends" | "fails"} Verdict
 *
 * @typedef {object} Claim one statement of the lesson, judged
 * @property {string} id
 * @property {string} chapter
 * @property {BothLanguages} statement
 * @property {Verdict} verdict
 * @property {Record<string, any>} value what was computed, unrounded
 * @property {Record<string, any>} expected what the lesson says, by the same names
 * @property {number} tolerance
 * @property {BothLanguages | null} truth what is so instead, where it does not simply hold
 * @property {string} code
 * @property {string} preamble
 * @property {{text: string, section: BothLanguages}} source
 * @property {string | null} model null where it is about words
 * @property {boolean} stored
 * @property {{recipe: string, trainings: number, seeds: number[], seconds: number, torch: string} | null} computed_from
 *
 * @typedef {{chapters: {id: string, title: BothLanguages}[], claims: Claim[]}} ClaimList
 *
 * @typedef {{context: string, token: string, probability: number, rank: number}} NameStep
 *
 * @typedef {object} DrawnName
 * @property {string} text
 * @property {number} log_probability nats
 * @property {boolean} complete false where the greatest length stopped it
 * @property {boolean | null} in_corpus null where the corpus is not here any more
 * @property {NameStep[]} steps
 *
 * @typedef {{seed: number, names: DrawnName[]}} Drawn
 *
 * @typedef {object} Indexed what an indexing expression gave
 * @property {string} expression
 * @property {string} tensor
 * @property {number[]} tensor_shape
 * @property {number[] | null} index_shape null where the rule of index and rest does not apply
 * @property {number[] | null} rest
 * @property {number[]} shape
 * @property {number} ndim
 * @property {any} values null beyond 2,000 elements
 *
 * @typedef {object} StorageStep a call on a tensor and what came of it
 * @property {string} call
 * @property {string | null} error PyTorch's own; the rest then tells of what the call was made on
 * @property {number[]} shape
 * @property {number[]} stride
 * @property {boolean} contiguous
 * @property {boolean} shares_storage whether it lives in the memory of what it was called on
 * @property {number[]} order each element's cell, in logical order
 * @property {number[]} values in logical order
 *
 * @typedef {{cells: number, steps: StorageStep[], legal_views: number[][]}} Stored
 *
 * @typedef {object} Edited the model with moved rows, beside itself
 * @property {{dev: number, dev_before: number}} losses
 * @property {{token: string, probability: number, before: number}[]} predictions
 * @property {{token: string, similarity: number}[]} neighbours
 * @property {{text: string, before: string}[]} names
 *
 * @typedef {{dev_loss: number, rows: {token: string, dev_loss: number, cost: number}[]}} Worth dearest first
 *
 * @typedef {object} TrainingBody
 * @property {string} corpus
 * @property {number} context_length
 * @property {number} embedding_dim
 * @property {number} hidden_size
 * @property {"counts" | "published"} recipe
 * @property {"scaled" | "lecture"} [init]
 * @property {number} [steps]
 * @property {number} [batch_size]
 * @property {number} [learning_rate]
 * @property {{seed: number, shuffles: number, unique: boolean}} split
 * @property {number} seed
 * @property {{training: string, step: number}} [from]
 *
 * @typedef {object} TrainingState
 * @property {string} id
 * @property {"queued" | "running" | "paused" | "done" | "cancelled" | "failed" | "interrupted"} state
 * @property {Required<Omit<TrainingBody, "from">> & Pick<TrainingBody, "from">} request every knob, defaults filled in
 * @property {number} step
 * @property {number} steps
 * @property {{train: number, dev: number, test: number | null} | null} losses
 * @property {string | null} model
 * @property {string | null} message why it failed
 * @property {number | null} position in the queue, 1 is next
 *
 * @typedef {object} Report a progress event
 * @property {number} step
 * @property {number} steps
 * @property {{train: number, dev: number}} losses
 * @property {number} learning_rate
 * @property {number[][]} table (V, D)
 * @property {string[]} names
 * @property {{saturated: number, vowel_gap: number | null, vowel_gap_p: number | null, norm_frequency_correlation: number | null}} diagnostics
 *
 * @typedef {{steps: number[], tables: number[][][]}} Trail
 *
 * @typedef {{mean: number | null, spread: number | null}} Summary over seeds
 * @typedef {{embedding_dim: number, hidden_size: number, runs: number, dev: Summary, gap: Summary, structure: Summary}} SweepRow
 *
 * @typedef {object} Sweep
 * @property {string} id
 * @property {"running" | "done" | "stopped"} state
 * @property {string | null} message why its trainings could not be started
 * @property {{embedding_dims: number[], hidden_sizes: number[], seeds: number[]}} grid
 * @property {{total: number, done: number, failed: number}} runs
 * @property {SweepRow[]} table
 *
 * @typedef {object} TableOfCounts how good a table of counts is on words kept back
 * @property {number | null} dev_loss null where it is infinite
 * @property {number} impossible_events
 * @property {number} dev_events
 *
 * @typedef {object} NamePair names from the same dice, in the order of the models
 * @property {string[]} texts
 * @property {number | null} parts_at index of the first character that differs; null where they are equal
 * @property {number[]} log_probabilities nats
 * @property {boolean[]} complete
 * @property {(boolean | null)[]} in_corpus
 *
 * @typedef {{seed: number, models: string[], names: NamePair[]}} Compared
 *
 * @typedef {object} Problem RFC 9457
 * @property {string} [title]
 * @property {string} [detail]
 * @property {{field: string, message: string}[]} [errors]
 */

export {};
