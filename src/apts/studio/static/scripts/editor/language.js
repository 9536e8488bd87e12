/** The rules language as the editor colours and indents it. It only has to look right; what is right, the studio checks. */

/** @typedef {typeof import("../../vendor/codemirror.js")} CodeMirror */
/** @typedef {{ depth: number, head: boolean }} Place How many brackets are open, and whether one was opened just now. */

const FRAME = /^(define|option|item|ruleset|rulesets|metadata|info|game)$/;

/**
 * The name of the next token; the stream stands behind it then.
 *
 * @param {import("../../vendor/codemirror.js").StringStream} stream
 * @param {Place} state
 * @returns {string | null}
 */
export function nextToken(stream, state) {
  if (stream.eatSpace()) return null;
  const head = state.head;
  state.head = false;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/"(?:\\"|[^"])*"?/)) return "string";
  if (stream.peek() === "(" || stream.peek() === "{") {
    state.head = stream.next() === "(";
    state.depth += 1;
    return "bracket";
  }
  if (stream.match(/[)}]/)) {
    state.depth = Math.max(0, state.depth - 1);
    return "bracket";
  }
  if (!head && stream.match(/<[^<>(){}"\s][^<>(){}"]*>/)) return "mark";
  if (stream.match(/#\d+/)) return "mark";
  if (stream.match(/[+-]?\d+(?:\.\d+)?(?![\w])/)) return "number";
  const word = stream.match(/[A-Za-z_][\w-]*/);
  if (word !== null && typeof word === "object") {
    if (head) return FRAME.test(word[0]) ? "frame" : "head";
    if (stream.match(":", false)) return "label";
    return /^[A-Z]/.test(word[0]) ? "word" : null;
  }
  stream.next();
  return head ? "head" : null;
}

/**
 * The language with its colours.
 *
 * @param {CodeMirror} codemirror
 */
export function rulesLanguage(codemirror) {
  const { HighlightStyle, StreamLanguage, syntaxHighlighting, tags } = codemirror;
  const named = {
    comment: tags.comment, string: tags.string, number: tags.number, bracket: tags.bracket, mark: tags.meta,
    head: tags.keyword, frame: tags.definitionKeyword, label: tags.labelName, word: tags.typeName,
  };
  const language = StreamLanguage.define({
    startState: () => ({ depth: 0, head: false }),
    token: nextToken,
    indent: (state, after, context) => Math.max(0, state.depth - (/^[)}]/.test(after) ? 1 : 0)) * context.unit,
    languageData: {
      commentTokens: { line: "//" },
      closeBrackets: { brackets: ["(", "{", '"'] },
      indentOnInput: /^\s*[)}]$/,
    },
    tokenTable: named,
  });
  const look = [
    { tag: tags.comment, class: "token-comment" }, { tag: tags.string, class: "token-string" },
    { tag: tags.number, class: "token-number" }, { tag: tags.bracket, class: "token-bracket" },
    { tag: tags.meta, class: "token-tag" }, { tag: tags.keyword, class: "token-head" },
    { tag: tags.definitionKeyword, class: "token-frame" }, { tag: tags.labelName, class: "token-label" },
    { tag: tags.typeName, class: "token-word" },
  ];
  return [language, syntaxHighlighting(HighlightStyle.define(look))];
}
