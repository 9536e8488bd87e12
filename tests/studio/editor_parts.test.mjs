// Parts of the editor that know nothing of pages: what stands around the cursor, what is offered there, what is marked.
import assert from "node:assert/strict";
import { test } from "node:test";

const folder = process.env.STUDIO_SCRIPTS;
const { heads, surroundings, wordsFor } = await import(`${folder}/editor/completion.js`);
const { diagnostics, marked } = await import(`${folder}/editor/problems.js`);
const { nextToken } = await import(`${folder}/editor/language.js`);

const ludeme = (head, mode, more = {}) => ({ head, mode, gives: "bool", signature: `(${head} ${mode})`, about: "", example: "", labels: [], types: [], ...more });
const vocabulary = {
  ludemes: [ludeme("is", "Line", { labels: ["exact"], types: ["int", "direction"] }), ludeme("is", "Even"), ludeme("not", "")],
  words: { AbsoluteDirection: ["Diagonal"] },
  unions: { direction: ["AbsoluteDirection"] },
};
const text = (written) => {
  const lines = written.split("\n");
  const starts = lines.map((_, index) => lines.slice(0, index).join("\n").length + (index > 0 ? 1 : 0));
  return { length: written.length, lines: lines.length, line: (number) => ({ from: starts[number - 1], to: starts[number - 1] + lines[number - 1].length, text: lines[number - 1], number }) };
};
const problem = (line, column, nearest = []) => ({ severity: "error", line, column, sentence: "Wrong.", hints: [], nearest });

/** The tokens of a line, as CodeMirror asks for them. */
function tokens(line) {
  const found = [];
  const state = { depth: 0, head: false };
  const stream = {
    pos: 0,
    peek: () => line[stream.pos],
    next: () => line[stream.pos++],
    eatSpace: () => { const before = stream.pos; while (/\s/.test(line[stream.pos] ?? "")) stream.pos += 1; return stream.pos > before; },
    skipToEnd: () => { stream.pos = line.length; },
    match: (pattern, consume = true) => {
      if (typeof pattern === "string") { const fits = line.startsWith(pattern, stream.pos); if (fits && consume) stream.pos += pattern.length; return fits; }
      const hit = line.slice(stream.pos).match(pattern);
      if (hit === null || hit.index > 0) return null;
      if (consume) stream.pos += hit[0].length;
      return hit;
    },
  };
  while (stream.pos < line.length) {
    const from = stream.pos;
    const kind = nextToken(stream, state);
    assert.ok(stream.pos > from, "every token is longer than nothing");
    if (kind !== null) found.push([line.slice(from, stream.pos), kind]);
  }
  return found;
}

test("the ludeme around the cursor is known, past strings and comments", () => {
  assert.deepEqual(surroundings("(end (if (is "), { head: "is", words: 0, inText: false, inComment: false });
  assert.deepEqual(surroundings('(piece "(" // (not\n Each '), { head: "piece", words: 2, inText: false, inComment: false });
  assert.equal(surroundings('(piece "Sto').inText, true);
  assert.equal(surroundings("(is // Li").inComment, true);
  assert.equal(surroundings("(or { (is Line 4) ").head, "or");
});

test("mode words come first, labels and the words of types after them", () => {
  const offered = wordsFor(vocabulary, surroundings("(is "), { example: "" }).map((one) => one.label);
  assert.deepEqual(offered, ["Line", "Even", "exact:", "Diagonal"]);
  assert.deepEqual(wordsFor(vocabulary, surroundings("(is Line "), { example: "" }).map((one) => one.label), ["exact:", "Diagonal"]);
  assert.deepEqual(heads(vocabulary, { example: "" }).map((one) => one.label), ["is Line", "is Even", "not"]);
});

test("a problem is marked where its word is, and never outside the text", () => {
  const rules = text("(game\n  (is Lin 4)\n");
  assert.deepEqual(marked(rules, problem(2, 7)), [12, 15]);
  assert.deepEqual(marked(rules, problem(2, 3)), [8, 11]);
  assert.deepEqual(marked(rules, problem(null, null)), [0, 5]);
  for (const [line, column] of [[9, 9], [3, 1], [2, 99], [0, 0]]) {
    const [from, to] = marked(rules, problem(line, column));
    assert.ok(0 <= from && from <= to && to <= rules.length, `${line}:${column}`);
  }
});

test("marks are in the order of the text, and near names mend a word", () => {
  const rules = text("(game\n  (is Lin 4)\n");
  const made = diagnostics(rules, [problem(2, 7, ["Line", "not a word!"]), problem(1, 1)], "Write #");
  assert.deepEqual(made.map((one) => one.from), [0, 12]);
  assert.deepEqual(made[1].actions.map((one) => one.name), ["Write Line"]);
});

test("words of the language are told apart", () => {
  assert.deepEqual(tokens('(define "A" (is Line <Board:size> exact:True #1)) // (x'), [
    ["(", "bracket"], ["define", "frame"], ['"A"', "string"], ["(", "bracket"], ["is", "head"], ["Line", "word"],
    ["<Board:size>", "mark"], ["exact", "label"], ["True", "word"], ["#1", "mark"], [")", "bracket"], [")", "bracket"],
    ["// (x", "comment"],
  ]);
  assert.deepEqual(tokens("(< 3 -4.5)"), [["(", "bracket"], ["<", "head"], ["3", "number"], ["-4.5", "number"], [")", "bracket"]]);
  assert.deepEqual(tokens("{(a)}").map(([, kind]) => kind), ["bracket", "bracket", "head", "bracket", "bracket"]);
});
