/** The editor of rules: the text with its problems, the board beside it, versions that are saved. */

import { tell } from "../studio.js";
import { checker } from "./checking.js";
import { rulesCompletion } from "./completion.js";
import { dropDraft, keepDraft, keptDraft } from "./drafts.js";
import { rulesLanguage } from "./language.js";
import { tabbed } from "./panes.js";
import { diagnostics, listProblems } from "./problems.js";

/** @typedef {typeof import("../../vendor/codemirror.js")} CodeMirror */
/** @typedef {import("../../vendor/codemirror.js").EditorView} EditorView */
/** @typedef {import("./checking.js").Checked} Checked */

/**
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function found(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}

const form = found("editor", HTMLFormElement);
const area = found("rules", HTMLTextAreaElement);
const texts = /** @type {Record<string, string>} */ (JSON.parse(form.dataset.texts ?? "{}"));
const game = form.dataset.game ?? "";
const own = !area.readOnly;
const begun = area.value;

/** @type {Promise<import("./completion.js").Vocabulary> | undefined} */
let vocabulary;
/** The words of the language, fetched when they are first needed. */
const known = () => (vocabulary ??= fetch("/ludemes.json").then((answer) => answer.json()));

const show = tabbed(form, (name) => {
  if (name === "text") view?.requestMeasure();
});
/** @type {EditorView | undefined} */
let view;
let saved = begun;
/** @type {Checked | null} */
let last = null;

const written = () => view?.state.doc.toString() ?? area.value;
const checking = checker(`/games/${game}/check`, written, shown, () => state("check-state", texts.checking));

/**
 * @param {string} id
 * @param {string} sentence
 */
function state(id, sentence) {
  const place = document.getElementById(id);
  if (place !== null) place.textContent = sentence;
}

/**
 * Show what was found: marks, list, board.
 *
 * @param {Checked | null} answer
 */
function shown(answer) {
  last = answer;
  if (view === undefined || codemirror === undefined) return;
  if (answer === null) return state("check-state", texts.failed);
  view.dispatch(codemirror.setDiagnostics(view.state, diagnostics(view.state.doc, answer.problems, texts.instead)));
  listProblems(found("problems", HTMLOListElement), answer.problems, view, { line: texts.line, instead: texts.instead }, () => show("text"));
  const count = answer.problems.length;
  const counted = count === 1 ? texts.one : texts.many.replace("#", String(count));
  state("check-state", count === 0 ? texts.none : `${counted}.`);
  const tag = found("problem-count", HTMLElement);
  tag.hidden = count === 0;
  tag.textContent = String(count);
  tag.classList.toggle("bad", !answer.ok);
  const preview = found("preview", HTMLImageElement);
  preview.closest("figure")?.classList.toggle("stale", !answer.ok);
  if (answer.svg !== undefined) {
    preview.hidden = false;
    preview.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(answer.svg)}`;
  }
  state("preview-told", answer.ok ? (answer.told ?? "") : texts.stale);
}

/**
 * Say whether the text is saved; the button that saves stands out only where there is something to save.
 *
 * @param {boolean} done
 */
function tellSaved(done) {
  state("saved-state", done ? texts.saved : texts.unsaved);
  form.querySelector('button[value="save"]')?.classList.toggle("main", !done);
}

/** Whether the text is saved, said and kept in mind. */
function compare() {
  const text = written();
  tellSaved(text === saved);
  if (text === saved) dropDraft(game);
  else keepDraft(game, text);
}

/** @param {boolean} anyway */
async function save(anyway) {
  const body = new FormData(form);
  body.set("rules", written());
  body.set("action", "save");
  if (anyway) body.delete("base");
  const sent = written();
  let answer;
  try {
    answer = await fetch(`/games/${game}/edit`, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    return tell(texts.failed);
  }
  const told = await answer.json().catch(() => ({ detail: answer.statusText }));
  if (answer.status === 409) {
    if (window.confirm(`${told.detail}\n${texts.meanwhile}`)) await save(true);
    return;
  }
  if (!answer.ok) return tell(told.detail ?? texts.failed);
  saved = sent;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("base")).value = String(told.version);
  /** @type {HTMLInputElement} */ (form.elements.namedItem("note")).value = "";
  state("version-tag", texts.version.replace("#", String(told.version)));
  state("game-name", told.name);
  compare();
  tell(last !== null && !last.ok ? `${told.told} ${texts.broken}` : told.told);
}

/** Offer text that was not saved. */
function offerDraft() {
  const draft = own ? keptDraft(game) : null;
  const place = found("draft", HTMLElement);
  if (draft === null || draft.rules === begun) return dropDraft(game);
  const told = place.querySelector("span");
  if (told !== null) told.textContent = texts.draft.replace("#", new Date(draft.time).toLocaleString(document.documentElement.lang));
  place.hidden = false;
  place.addEventListener("click", (event) => {
    const chosen = event.target instanceof HTMLElement ? event.target.dataset.draft : undefined;
    if (chosen === undefined || view === undefined) return;
    place.hidden = true;
    if (chosen === "take") view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: draft.rules } });
    else compare();
    view.focus();
  });
}

/**
 * Write over what is selected. Browsers would keep the look of the old text in a style of its own, which no page of the
 * studio may have; brackets and quotation marks are left to what puts them around the selection.
 *
 * @param {InputEvent} event
 * @param {EditorView} editor
 */
function replaceSelected(event, editor) {
  const { from, to } = editor.state.selection.main;
  const simple = event.inputType === "insertText" && event.data !== null && !/^[(){}"]$/.test(event.data);
  if (from === to || !simple || !own) return false;
  event.preventDefault();
  const insert = event.data ?? "";
  editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.type", scrollIntoView: true });
  return true;
}

/** @type {CodeMirror | undefined} */
let codemirror;

/** Put CodeMirror in the place of the plain field. */
async function begin() {
  const loaded = /** @type {CodeMirror} */ (await import(form.dataset.codemirror ?? ""));
  codemirror = loaded;
  const host = document.createElement("div");
  host.className = "cm-host";
  area.after(host);
  const saving = { key: "Mod-s", preventDefault: true, run: () => (own && void save(false), true) };
  view = new loaded.EditorView({
    parent: host,
    state: loaded.EditorState.create({
      doc: begun,
      extensions: [
        loaded.EditorView.cspNonce.of(form.dataset.nonce ?? ""),
        loaded.EditorView.contentAttributes.of({ "aria-label": texts.text, tabindex: "0", autocapitalize: "off", spellcheck: "false" }),
        loaded.EditorState.readOnly.of(!own), loaded.EditorState.tabSize.of(4), loaded.indentUnit.of("    "),
        loaded.lineNumbers(), loaded.lintGutter(), loaded.highlightSpecialChars(), loaded.history(), loaded.drawSelection(),
        loaded.indentOnInput(), loaded.bracketMatching({ brackets: "(){}" }), loaded.closeBrackets(),
        loaded.highlightActiveLine(), loaded.highlightActiveLineGutter(), loaded.highlightSelectionMatches(),
        loaded.search({ top: true }), loaded.EditorView.lineWrapping, rulesLanguage(loaded),
        loaded.autocompletion({ override: [rulesCompletion(known, { example: texts.example })] }),
        loaded.keymap.of([
          saving, { key: "Tab", run: loaded.acceptCompletion }, ...loaded.closeBracketsKeymap, ...loaded.defaultKeymap,
          ...loaded.searchKeymap, ...loaded.historyKeymap, ...loaded.completionKeymap, ...loaded.lintKeymap,
        ]),
        loaded.EditorView.domEventHandlers({ beforeinput: replaceSelected }),
        loaded.EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          compare();
          checking.changed();
        }),
      ],
    }),
  });
  area.hidden = true;
  area.disabled = true;
  const check = document.getElementById("check-button");
  if (check !== null) check.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void save(false);
  });
  offerDraft();
  if (own) tellSaved(written() === saved);
  checking.now();
}

document.addEventListener("keydown", (event) => {
  if (!own || event.key !== "s" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  void save(false);
});

void begin();
