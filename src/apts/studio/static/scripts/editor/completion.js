/** What can be written here: ludemes with their signatures and meanings, the words of their arguments, names in the text. */

/** @typedef {import("../../vendor/codemirror.js").Completion} Completion */
/** @typedef {import("../../vendor/codemirror.js").CompletionContext} Context */
/** @typedef {{ head: string, mode: string, gives: string, signature: string, about: string, example: string, labels: string[], types: string[] }} Ludeme */
/** @typedef {{ ludemes: Ludeme[], words: Record<string, string[]>, unions: Record<string, string[]> }} Vocabulary */
/** @typedef {{ head: string, words: number, inText: boolean, inComment: boolean }} Surroundings */

const MOST_SIGNATURES = 6;

/**
 * What stands around the end of a text: the head of the innermost open bracket, how many words follow it, and whether the
 * end is inside a string or a comment.
 *
 * @param {string} text
 * @returns {Surroundings}
 */
export function surroundings(text) {
  /** @type {{ head: string, words: number }[]} */
  const open = [{ head: "", words: 0 }];
  const pattern = /\/\/[^\n]*|"(?:\\"|[^"\n])*"?|[(){}]|[^\s(){}"]+/g;
  let inText = false, inComment = false, fresh = false;
  for (const [token] of text.matchAll(pattern)) {
    inText = token.startsWith('"') && (token.length === 1 || !token.endsWith('"'));
    inComment = token.startsWith("//");
    const inner = open[open.length - 1];
    if (inComment) continue;
    if (token === "(" || token === "{") open.push({ head: token === "{" ? inner.head : "", words: token === "{" ? 9 : 0 });
    else if (token === ")" || token === "}") open.length > 1 && open.pop();
    else if (fresh) inner.head = token;
    else inner.words += 1;
    fresh = token === "(";
  }
  const ended = text.endsWith("\n");
  const { head, words } = open[open.length - 1];
  return { head, words, inText: inText && !ended, inComment: inComment && !ended };
}

/**
 * The source of completions.
 *
 * @param {() => Promise<Vocabulary>} known
 * @param {{ example: string }} texts
 */
export function rulesCompletion(known, texts) {
  /** @type {Map<string, Completion[]>} */
  const kept = new Map();
  /** @param {Context} context */
  return async function complete(context) {
    const before = context.state.doc.sliceString(0, context.pos);
    const word = /[A-Za-z][\w]*$/.exec(before)?.[0] ?? "";
    const from = context.pos - word.length;
    const around = surroundings(before.slice(0, from));
    if (around.inComment) return null;
    const opened = before[from - 1] === "(";
    if (around.inText || before[from - 1] === '"') return namesInText(context, before);
    if (word === "" && !opened && !context.explicit) return null;
    const vocabulary = await known();
    if (opened) {
      if (!kept.has("")) kept.set("", heads(vocabulary, texts));
      return { from, options: kept.get("") ?? [], validFor: /^\w*$/ };
    }
    const options = wordsFor(vocabulary, around, texts);
    return options.length > 0 ? { from, options, validFor: /^\w*$/ } : null;
  };
}

/**
 * All ludemes, each once with all its signatures.
 *
 * @param {Vocabulary} vocabulary
 * @param {{ example: string }} texts
 * @returns {Completion[]}
 */
export function heads(vocabulary, texts) {
  /** @type {Map<string, Ludeme[]>} */
  const named = new Map();
  for (const one of vocabulary.ludemes) {
    const name = one.mode === "" ? one.head : `${one.head} ${one.mode}`;
    named.set(name, [...(named.get(name) ?? []), one]);
  }
  return [...named].map(([name, ludemes]) => ({
    label: name,
    type: "function",
    detail: [...new Set(ludemes.map((one) => one.gives))].join(", "),
    info: () => explained(ludemes, texts),
  }));
}

/**
 * The words that the ludeme around may be followed by: its mode words at the beginning, its labels, the words of its types.
 *
 * @param {Vocabulary} vocabulary
 * @param {Surroundings} around
 * @param {{ example: string }} texts
 * @returns {Completion[]}
 */
export function wordsFor(vocabulary, around, texts) {
  const fitting = vocabulary.ludemes.filter((one) => one.head === around.head);
  /** @type {Map<string, Completion>} */
  const found = new Map();
  /** @param {Completion} one */
  const offer = (one) => found.has(one.label) || found.set(one.label, one);
  if (around.words === 0)
    for (const one of fitting)
      for (const mode of one.mode === "" ? [] : [one.mode])
        offer({ label: mode, type: "keyword", detail: one.gives, boost: 2, info: () => explained(fitting.filter((other) => other.mode === mode), texts) });
  for (const one of fitting)
    for (const label of one.labels) offer({ label: `${label}:`, type: "property", boost: 1, info: () => explained([one], texts) });
  const types = new Set(fitting.flatMap((one) => one.types).flatMap((type) => [type, ...(vocabulary.unions[type] ?? [])]));
  for (const type of types) for (const word of vocabulary.words[type] ?? []) offer({ label: word, type: "constant", detail: type });
  if (types.has("bool")) for (const word of ["True", "False"]) offer({ label: word, type: "constant", detail: "bool" });
  return [...found.values()];
}

/**
 * Names that stand in strings elsewhere in the text: pieces, defines, regions.
 *
 * @param {Context} context
 * @param {string} before
 */
function namesInText(context, before) {
  const written = /"([^"\n]*)$/.exec(before)?.[1] ?? "";
  const whole = context.state.doc.toString();
  const names = new Set([...whole.matchAll(/"([A-Za-z][\w' -]{0,40})"/g)].map((match) => match[1]));
  names.delete(written);
  return { from: context.pos - written.length, options: [...names].map((label) => ({ label, type: "text" })), validFor: /^[\w' -]*$/ };
}

/**
 * Signatures, meanings and examples.
 *
 * @param {Ludeme[]} ludemes
 * @param {{ example: string }} texts
 */
function explained(ludemes, texts) {
  const place = document.createElement("div");
  place.lang = "en";
  for (const one of ludemes.slice(0, MOST_SIGNATURES)) {
    place.append(element("code", one.signature), element("p", one.about));
    if (one.example !== "") {
      const example = element("p", `${texts.example}: `);
      example.append(element("code", one.example));
      place.append(example);
    }
  }
  return place;
}

/**
 * @param {string} name
 * @param {string} text
 */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
