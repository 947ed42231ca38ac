// English: the words of the Plane, fetched with the view. Keys and places must match plane_zh.js.

export default {
  "plane.title": "{count} characters on a plane",
  "plane.story":
    "A network read the {words} words of “{corpus}” and learnt to guess the next character. Nobody told it what a vowel is: it gave each character {dimensions} {dimensions:number|numbers}, and characters that are used alike came to lie close together.",
  "plane.story.plain":
    "A network read the {words} words of “{corpus}” and learnt to guess the next character: it gave each {dimensions} {dimensions:number|numbers}, and characters that are used alike came to lie close together.",
  "plane.map": "Embedding table C",
  "plane.map.role": "map",
  "plane.map.finding":
    "{count} characters on a plane; nearest to {token} by cosine: {list}. Arrow keys select, plus and minus zoom, t shows the table.",
  "plane.map.caption": "Where each character lies; the table has {dimensions} {dimensions:dimension|dimensions}.",
  "plane.shadow": "2-D shadow of {dimensions} dimensions: {share} % of the variance",
  "plane.fidelity": "{share} % of the {k} nearest are nearest here too",
  "plane.line": "One dimension, drawn as a line",
  "plane.zoom.out": "Zoom out (−)",
  "plane.zoom.all": "Show all (0)",
  "plane.zoom.in": "Zoom in on the selected (+)",
  "plane.row": "row {row}",
  "plane.norm": "norm {norm}",
  "plane.times": "{count} {count:time|times}",
  "plane.compare": "Point at another character to compare.",
  "plane.lists": "Nearest neighbours",
  "plane.lists.caption": "All neighbours of {token}, nearest by cosine first",
  "plane.near.cosine": "by cosine: the angle",
  "plane.near.euclidean": "by Euclid: the distance",
  "plane.near.row": "{rank}. {token} {value}",
  "plane.scope": "Exact, over {searched} rows in all {dimensions} {dimensions:dimension|dimensions} of the table.",
  "plane.excluded": "Left out, because a zero vector has no angle: {tokens}.",
  "plane.metric": "Metric of the heatmap",
  "plane.heatmap": "All pairs",
  "plane.heatmap.role": "heatmap",
  "plane.heatmap.finding":
    "Every character against every other by {metric}; for {token} the closest is {near}, the farthest {far}. Up and down select, left and right compare, t shows the table.",
  "plane.heatmap.caption": "Every character against every other by {metric}",
};
