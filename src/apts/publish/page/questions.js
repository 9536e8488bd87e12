/** A question or two after a match. Nobody has to answer, and whoever does not want them is never asked again. */

import { button, element } from "./elements.js";

/** @typedef {import("./words.js").Words} Words */
/** @typedef {Record<string, unknown>} Answers */

const ASKING_SETTING = "apts.questions";
const LONGEST_ANSWER = 300;

/** Whether questions are wanted on this device. */
export function questionsWanted() {
  try {
    return localStorage.getItem(ASKING_SETTING) !== "off";
  } catch {
    return true;
  }
}

/** @param {boolean} wanted */
export function wantQuestions(wanted) {
  try {
    localStorage.setItem(ASKING_SETTING, wanted ? "on" : "off");
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

/**
 * The questions about a match.
 *
 * @param {Words} words
 * @param {(answers: Answers) => void} answered is told all answers after each of them
 * @returns {HTMLElement}
 */
export function questionForm(words, answered) {
  /** @type {Answers} */
  const answers = {};
  const note = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    answers[name] = value;
    answered({ ...answers });
  };
  const fun = [1, 2, 3, 4, 5].map((grade) => /** @type {[unknown, string]} */ ([grade, String(grade)]));
  const lengths = ["short", "right", "long"].map((length) => /** @type {[unknown, string]} */ ([length, words.message(`people.${length}`)]));
  const sides = /** @type {[unknown, string][]} */ ([[false, words.message("people.no")], [true, words.message("people.yes")]]);
  const form = element(
    "section",
    { class: "questions", "aria-label": words.message("people.questions") },
    choiceRow(words.message("people.fun"), fun, (grade) => note("fun", grade), words.message("people.fun_ends")),
    choiceRow(words.message("people.length"), lengths, (length) => note("length", length)),
    choiceRow(words.message("people.confusing"), sides, (side) => note("confusing", side)),
    wordField(words, (text) => note("word", text)),
    element("p", { class: "small" }, words.message("people.voluntary")),
  );
  const off = button(words.message("people.never_ask"), () => {
    wantQuestions(false);
    form.replaceChildren(element("p", { role: "status" }, words.message("people.not_asked")));
  });
  form.append(off);
  return form;
}

/**
 * A question with a few answers to tap.
 *
 * @param {string} question
 * @param {[unknown, string][]} answers what each means, and its text
 * @param {(answer: any) => void} chosen
 * @param {string} [ends] what the first and the last answer mean
 */
function choiceRow(question, answers, chosen, ends = "") {
  const buttons = answers.map(([answer, text]) =>
    button(
      text,
      () => {
        for (const [index, one] of buttons.entries()) one.setAttribute("aria-pressed", String(answers[index][0] === answer));
        chosen(answer);
      },
      { "aria-pressed": "false" },
    ),
  );
  const row = element("div", { class: "answers" }, ...buttons);
  const told = ends === "" ? null : element("span", { class: "small" }, ends);
  return element("fieldset", {}, element("legend", {}, question), row, told);
}

/**
 * @param {Words} words
 * @param {(text: string) => void} written
 */
function wordField(words, written) {
  const field = /** @type {HTMLInputElement} */ (element("input", { type: "text", maxlength: LONGEST_ANSWER, autocomplete: "off" }));
  field.addEventListener("change", () => written(field.value));
  return element("label", { class: "word" }, words.message("people.word"), field);
}
