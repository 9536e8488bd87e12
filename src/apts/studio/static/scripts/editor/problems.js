/** Problems of a text: marked in it, and listed below it. */

/** @typedef {import("./checking.js").Problem} Problem */
/** @typedef {import("../../vendor/codemirror.js").EditorView} EditorView */
/** @typedef {import("../../vendor/codemirror.js").Diagnostic} Diagnostic */
/** @typedef {import("../../vendor/codemirror.js").Text} Text */

/**
 * From where to where a problem is marked: the word or the bracket with its first word at its place, or the first line.
 *
 * @param {Text} text
 * @param {Problem} problem
 * @returns {[number, number]}
 */
export function marked(text, problem) {
  const line = text.line(Math.min(Math.max(1, problem.line ?? 1), text.lines));
  if (problem.line === null || problem.line === undefined) return [line.from, line.to];
  const from = Math.min(line.from + Math.max(0, (problem.column ?? 1) - 1), line.to);
  const found = /^(?:"[^"]*"?|[({]\s*[^\s(){}]*|[^\s(){}]+)/.exec(line.text.slice(from - line.from))?.[0] ?? "";
  if (found.length > 0) return [from, from + found.length];
  return from > line.from ? [from - 1, from] : [from, Math.min(from + 1, text.length)];
}

/**
 * Problems as the text shows them.
 *
 * @param {Text} text
 * @param {Problem[]} problems
 * @param {string} instead
 * @returns {Diagnostic[]}
 */
export function diagnostics(text, problems, instead) {
  return problems
    .map((problem) => {
      const [from, to] = marked(text, problem);
      const message = [problem.sentence, ...problem.hints].join("\n");
      const actions = mends(problem).map((name) => ({
        name: instead.replace("#", name),
        /** @param {EditorView} view @param {number} start @param {number} end */
        apply: (view, start, end) => replaceWord(view, start, end, name),
      }));
      return { from, to, severity: problem.severity, message, actions };
    })
    .sort((one, other) => one.from - other.from);
}

/**
 * The list of problems; each leads to its place.
 *
 * @param {HTMLElement} place
 * @param {Problem[]} problems
 * @param {EditorView} view
 * @param {{ line: string, instead: string }} texts
 * @param {() => void} shown
 */
export function listProblems(place, problems, view, texts, shown) {
  place.replaceChildren(
    ...problems.map((problem) => {
      const row = document.createElement("li");
      row.className = problem.severity;
      const jump = document.createElement("button");
      jump.type = "button";
      if (problem.line !== null && problem.line !== undefined) {
        const where = document.createElement("strong");
        where.textContent = texts.line.replace("#", String(problem.line));
        jump.append(where, " ");
      }
      const sentence = document.createElement("span");
      sentence.lang = problem.language;
      sentence.textContent = problem.sentence;
      jump.append(sentence);
      for (const hint of problem.hints) {
        const told = document.createElement("span");
        told.className = "small";
        told.textContent = hint;
        jump.append(document.createElement("br"), told);
      }
      jump.addEventListener("click", () => {
        shown();
        goTo(view, problem);
      });
      row.append(jump);
      for (const name of mends(problem)) {
        const mend = document.createElement("button");
        mend.type = "button";
        mend.className = "mend";
        mend.textContent = texts.instead.replace("#", name);
        mend.addEventListener("click", () => {
          const [from, to] = marked(view.state.doc, problem);
          replaceWord(view, from, to, name);
        });
        row.append(mend);
      }
      return row;
    }),
  );
}

/**
 * Put the cursor to a problem.
 *
 * @param {EditorView} view
 * @param {Problem} problem
 */
export function goTo(view, problem) {
  const [from] = marked(view.state.doc, problem);
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  view.focus();
}

/**
 * What a problem can be mended with at once: names that are near to a word that nobody knows.
 *
 * @param {Problem} problem
 */
function mends(problem) {
  return problem.line === null ? [] : problem.nearest.filter((name) => /^\w+$/.test(name)).slice(0, 3);
}

/**
 * @param {EditorView} view
 * @param {number} from
 * @param {number} to
 * @param {string} name
 */
function replaceWord(view, from, to, name) {
  const old = view.state.doc.sliceString(from, to);
  const found = /[A-Za-z_]\w*/.exec(old);
  if (found === null) return;
  const start = from + found.index;
  view.dispatch({ changes: { from: start, to: start + found[0].length, insert: name }, userEvent: "input" });
}
