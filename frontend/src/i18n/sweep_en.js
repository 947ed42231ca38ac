// English: the words of the sweep, fetched when it is opened. Keys and places must match sweep_zh.js.

export default {
  "sweep.title": "What D does",
  "sweep.story": "Trains every D with every H and every seed, the other knobs as they stand above.",
  "sweep.dims": "D, with commas",
  "sweep.hidden": "H, with commas",
  "sweep.seeds": "Seeds",
  "sweep.run": "Run the grid",
  "sweep.stop": "Stop",
  "sweep.running": "{done} of {total} trainings done.",
  "sweep.done": "All {total} trainings done.",
  "sweep.stopped": "Stopped: {done} of {total} are done and stay. Run it again to train the rest.",
  "sweep.failed": "{failed} failed.",
  "sweep.dev": "dev loss",
  "sweep.gap": "train-dev gap",
  "sweep.structure": "structure: vowels apart",
  "sweep.runs": "seeds done",
  "sweep.caption": "Mean over the seeds, and the standard deviation (±)",
  "sweep.finding": "Lowest mean dev loss {dev} at D {dim}, H {hidden}, over {runs} {runs:seed|seeds}. t shows the table.",
};
