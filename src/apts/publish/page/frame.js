/** The parts of the page that stay: built once for a language, filled by others. */

import { button, choiceMenu, element } from "./elements.js";

/** @typedef {import("./words.js").Words} Words */

/**
 * @typedef {object} Actions what the buttons of the page do
 * @property {() => void} newMatch
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} analysis
 * @property {() => void} share
 * @property {() => void} resign
 * @property {() => void} pause
 * @property {(ply: number) => void} goTo
 * @property {(step: number) => void} step
 * @property {() => void} playFromHere
 * @property {(language: string) => void} language
 * @property {(() => void) | null} send open what sends matches to the designer; null where none are kept
 */

/** @typedef {ReturnType<typeof makeFrame>} Frame */

/**
 * @param {Words} words
 * @param {string} name of the game
 * @param {Actions} actions
 * @param {string | null} [home] the page that led here
 */
export function makeFrame(words, name, actions, home = null) {
  const message = words.message.bind(words);
  const part = (/** @type {string} */ kind, tag = "div", attributes = {}) => element(tag, { class: kind, ...attributes });
  const board = part("board-place", "div", { id: "board", role: "group", "aria-label": message("page.board", { game: name }) });
  const legend = part("legend", "ul", { hidden: true });
  const status = part("status", "p");
  const notice = part("notice", "p");
  const seats = part("seats", "ul", { "aria-label": message("page.seats") });
  const choices = part("choices", "div", { role: "group", "aria-label": message("page.choose_move") });
  const tools = {
    undo: button(message("page.undo"), actions.undo),
    hint: button(message("page.hint"), actions.hint),
    analysis: button(message("page.analysis"), actions.analysis, { "aria-pressed": "false" }),
    pause: button(message("page.pause"), actions.pause),
    share: button(message("page.share"), actions.share),
    resign: button(message("page.resign"), actions.resign),
  };
  const replay = makeReplay(words, actions);
  const analysis = part("analysis", "section", { hidden: true });
  const course = part("course", "section");
  const moves = part("move-list", "ol");
  const noMoves = element("p", { class: "small" }, message("page.no_moves_yet"));
  const rules = part("rules", "section");
  const questions = part("question-place");
  const told = part("told", "div", { "aria-live": "polite", role: "status" });
  const languages = Object.keys(words.texts).map((tag) => /** @type {[string, string]} */ ([tag, LANGUAGE_NAMES[tag] ?? tag]));
  const language = choiceMenu(languages, words.language, actions.language, { "aria-label": message("page.language"), class: "language" });
  const back = home === null ? null : element("a", { class: "home", href: home, title: message("page.all_games") }, element("span", { "aria-hidden": "true" }, "‹"), element("span", { class: "home-name" }, message("page.all_games")));
  const newMatch = button(message("page.new_match"), actions.newMatch, { class: "main" });
  const top = element("header", {}, back, element("h1", {}, name), newMatch);
  const skip = button(message("page.skip"), () => /** @type {HTMLElement | null} */ (board.querySelector("[data-site]"))?.focus(), { class: "skip" });
  const toolbar = element("div", { class: "tools", role: "group", "aria-label": message("page.tools") }, ...Object.values(tools));
  const table = element("section", { class: "table", "aria-label": message("page.board", { game: name }) });
  const underBoard = part("under-board");
  underBoard.append(legend);
  table.append(seats, status, board, underBoard, notice, element("div", { class: "choice-place" }, choices));
  const controls = element("div", { class: "controls" }, toolbar, replay.whole);
  const list = element("section", { class: "moves" }, element("h2", {}, message("page.moves")), noMoves, moves);
  const side = element("div", { class: "side" }, questions, analysis, course, list, rules);
  const send = actions.send === null ? null : button(message("people.send"), actions.send);
  const footer = element("footer", {}, language, send, element("p", {}, message("page.made_with")));
  const main = element("main", {}, table, controls, side);
  const whole = element("div", { class: "page" }, skip, top, main, footer, told);
  return { whole, main, newMatch, board, underBoard, legend, status, notice, seats, choices, tools, replay, analysis, course, moves, noMoves, rules, questions, told };
}

const LANGUAGE_NAMES = /** @type {Record<string, string>} */ ({ en: "English", "pt-BR": "Português" });

/**
 * The slider with its buttons.
 *
 * @param {Words} words
 * @param {Actions} actions
 */
function makeReplay(words, actions) {
  const message = words.message.bind(words);
  const slider = /** @type {HTMLInputElement} */ (
    element("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": message("page.replay") })
  );
  slider.addEventListener("input", () => actions.goTo(Number(slider.value)));
  const step = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ by) =>
    button(sign, () => actions.step(by), { "aria-label": message(key), title: message(key), class: "step" });
  const steps = [
    step("«", "page.to_start", -Infinity),
    step("‹", "page.one_back", -1),
    step("›", "page.one_forward", 1),
    step("»", "page.to_end", Infinity),
  ];
  const place = element("span", { class: "place" });
  const goOn = button(message("page.play_from_here"), actions.playFromHere, { hidden: true });
  const whole = element(
    "div",
    { class: "replay", role: "group", "aria-label": message("page.replay") },
    element("div", { class: "replay-row" }, steps[0], steps[1], slider, steps[2], steps[3]),
    element("div", { class: "replay-told" }, place, goOn),
  );
  return { whole, slider, steps, place, goOn };
}
