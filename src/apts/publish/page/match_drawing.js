/** What the page shows of a match; nothing here changes the match. */

import { analysisMarks, analysisTable } from "./analysis_table.js";
import { svgElement } from "./board_shapes.js";
import { placeOf, startOf } from "./choosing.js";
import { colourOf, courseChart } from "./course_chart.js";
import { button, element } from "./elements.js";
import { movesOfOthers } from "./match.js";
import { rulesInWords } from "./rules_words.js";
import { decidedLine, outcomeLine, reasonLine, scoreMeaning } from "./seat_words.js";

/** @typedef {import("../runtime/position_view.js").Look} Look */
/** @typedef {import("../runtime/game.js").Offered} Offered */
/** @typedef {import("./match_page.js").MatchPage} MatchPage */

const MOVE_WORDS = /** @type {Record<string, string>} */ ({ pass: "page.pass", swap: "page.swap", roll: "page.roll" });
const MANY_TARGETS = 40;

/**
 * Show everything anew.
 *
 * @param {MatchPage} page
 */
export function drawMatch(page) {
  const look = page.game.look(page.match.positions[page.at]);
  drawStatus(page);
  drawSeats(page, look);
  drawBoard(page, look);
  drawChoices(page);
  drawTools(page);
  drawReplay(page);
  drawMoves(page);
  drawAnalysis(page);
  drawCourse(page);
  if (page.frame.rules.childElementCount === 0) drawRules(page);
}

/**
 * A move that was made and what comes next, in sentences.
 *
 * @param {MatchPage} page
 * @param {number} seat
 * @param {Offered} move
 * @returns {string}
 */
export function moveTold(page, seat, move) {
  const made = page.words.message(move.kind === "pass" ? "page.plays_pass" : "page.plays", { seat: page.seatName(seat), move: move.text });
  const { over, waitsForPerson } = page.match;
  return [made, over || waitsForPerson ? statusLine(page) : "", over ? endLine(page) : ""].filter(Boolean).join(" ");
}

/**
 * Why the match ended, and which pieces made it end.
 *
 * @param {MatchPage} page
 * @returns {string}
 */
function endLine({ match, words, description }) {
  return `${reasonLine(words, description.seats, match)} ${decidedLine(words, description, match.game.look(match.position).decided)}`.trim();
}

/**
 * @param {MatchPage} page
 * @returns {string}
 */
function statusLine(page) {
  const { match, words } = page;
  if (match.over) return outcomeLine(words, page.description.seats, match);
  const seat = page.seatName(match.mover);
  if (!match.waitsForPerson) return words.message(page.door.waiting(match), { seat });
  return match.onlyPerson === null ? words.message("page.turn_of", { seat }) : words.message("page.your_turn");
}

/** @param {MatchPage} page */
function drawStatus(page) {
  const { frame, match, words } = page;
  frame.status.textContent = page.live ? statusLine(page) : words.message("page.looking_back");
  frame.status.classList.toggle("over", page.live && match.over);
  frame.notice.textContent = page.notice || nextLine(page);
}

/**
 * What else is to be said: why the match ended, or what to tap next.
 *
 * @param {MatchPage} page
 * @returns {string}
 */
function nextLine(page) {
  const { match, words, choosing, live } = page;
  if (match.over) return live ? endLine(page) : "";
  if (choosing.several) return words.message("page.choose_move");
  if (!live || choosing.choice.chosen === null) return "";
  if (!choosing.begun) return words.message("page.choose_only_target");
  return words.message(matchMedia("(hover: hover) and (pointer: fine)").matches ? "page.choose_target_keys" : "page.choose_target");
}

/**
 * @param {MatchPage} page
 * @param {Look} look
 */
function drawSeats(page, look) {
  const { frame, match } = page;
  const rows = match.seats.map((_, index) => {
    const seat = index + 1;
    const colour = look.swapped && seat <= 2 ? 3 - seat : seat;
    const chip = svgElement("svg", { viewBox: "0 0 20 20", class: "chip apts-board", "aria-hidden": "true" });
    chip.append(svgElement("circle", { cx: 10, cy: 10, r: 8, class: `seat${colourOf(colour)}`, "stroke-width": 1.6 }));
    const names = element("span", { class: "who" }, element("strong", {}, page.seatName(seat)), element("span", {}, page.sitterName(seat)));
    const score = look.scores === null ? null : element("span", { class: "score" }, String(look.scores[index]));
    const moving = !look.over && match.resigned === null && look.mover === seat;
    return element("li", { "aria-current": moving ? "true" : null }, chip, names, score);
  });
  const numbers = look.numbers.map(([name, value]) => {
    const called = element("span", { class: "who" }, element("strong", {}, name));
    return element("li", { class: "number" }, called, element("span", { class: "score" }, String(value)));
  });
  frame.seats.replaceChildren(...rows, ...numbers);
}

/**
 * @param {MatchPage} page
 * @param {Look} look
 */
function drawBoard(page, look) {
  const { match, choosing, hinted } = page;
  const shown = { last: look.last, earlier: earlierSites(match, page.at, look.last) };
  if (page.analyzed !== null) {
    const moves = page.game.moves(match.positions[page.at]);
    Object.assign(shown, { overlay: analysisMarks(page.words, page.analyzed, moves, choosing.choice.chosen) });
  }
  if (page.live && match.waitsForPerson) {
    const { origins, targets, chosen } = choosing.choice;
    Object.assign(shown, hinted === null || startOf(hinted) !== chosen ? { origins, targets, chosen } : hintShown(hinted));
  }
  page.frame.board.classList.toggle("many-targets", choosing.choice.targets.length > MANY_TARGETS);
  page.board.draw(look, shown);
  letDrag(page.frame.board, choosing.choice.origins);
}

/**
 * The sites of moves that others made since a person moved, but not those of the very last move.
 *
 * @param {import("./match.js").Match} match
 * @param {number} at
 * @param {number[]} last
 * @returns {number[]}
 */
function earlierSites(match, at, last) {
  const sites = movesOfOthers(match, at).flatMap((ply) => match.game.look(match.positions[ply + 1]).last);
  return [...new Set(sites)].filter((site) => !last.includes(site));
}

/**
 * Where a move can start a finger drags; everywhere else it scrolls the page.
 *
 * @param {HTMLElement} board
 * @param {number[]} origins
 */
function letDrag(board, origins) {
  for (const site of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[data-site]"))) {
    site.style.touchAction = origins.includes(Number(site.dataset.site)) ? "none" : "manipulation";
  }
}

/**
 * @param {Offered} move
 * @returns {{origins: number[], targets: number[], chosen: number | null}}
 */
function hintShown(move) {
  const [start, place] = [startOf(move), placeOf(move)];
  return { origins: [], targets: place === null ? [] : [place], chosen: start };
}

/** @param {MatchPage} page */
function drawChoices(page) {
  const { frame, match, words, choosing } = page;
  const buttons = page.live && match.waitsForPerson ? choosing.choice.buttons : [];
  const focused = frame.choices.contains(document.activeElement);
  const again = button(words.message("page.play_again"), () => page.playAgain(), { class: "main" });
  frame.choices.replaceChildren(
    ...(match.over && page.live ? [again] : []),
    ...buttons.map((move) => {
      const key = choosing.several ? undefined : MOVE_WORDS[move.kind];
      return button(key === undefined ? move.text : words.message(key), () => page.choose(move), { "data-move": move.text, class: "main" });
    }),
  );
  if (focused) focusAfterChoice(page);
}

/**
 * The button that had the focus is gone: the next one gets it, or the board.
 *
 * @param {MatchPage} page
 */
function focusAfterChoice({ frame }) {
  const next = frame.choices.querySelector("button") ?? frame.board.querySelector("[data-site]");
  /** @type {HTMLElement | null} */ (next)?.focus();
}

/** @param {MatchPage} page */
function drawTools({ frame, match, live, analysisOn, paused, words, door }) {
  const { tools } = frame;
  tools.undo.hidden = tools.share.hidden = frame.newMatch.hidden = door.shared;
  const refused = door.helpRefused(match) !== null;
  for (const tool of [tools.hint, tools.analysis]) tool.classList.toggle("refused", refused);
  const people = match.seats.includes("person");
  tools.undo.disabled = match.moves.length === 0 || !people;
  tools.hint.disabled = !refused && (!live || !match.waitsForPerson); // a button that can be tapped says why nobody is helped
  tools.resign.disabled = !match.waitsForPerson;
  tools.pause.hidden = people;
  tools.resign.hidden = !people;
  tools.pause.textContent = words.message(paused ? "page.go_on" : "page.pause");
  tools.analysis.setAttribute("aria-pressed", String(analysisOn));
}

/** @param {MatchPage} page */
function drawReplay({ frame, match, at, live, words, door }) {
  const { slider, steps, place, goOn } = frame.replay;
  slider.max = String(match.moves.length);
  slider.value = String(at);
  slider.disabled = match.moves.length === 0;
  const told = words.message("page.replay_at", { at, of: match.moves.length });
  slider.setAttribute("aria-valuetext", told);
  place.textContent = told;
  steps.forEach((step, index) => (step.disabled = index < 2 ? at === 0 : live));
  goOn.hidden = live || door.shared || match.game.over(match.positions[at]);
}

/** @param {MatchPage} page */
function drawMoves(page) {
  const { frame, match } = page;
  const list = frame.moves;
  while (list.childElementCount > match.moves.length) list.lastElementChild?.remove();
  for (let ply = list.childElementCount; ply < match.moves.length; ply++) {
    const seat = match.game.seatToMove(match.positions[ply]);
    const item = button(match.moves[ply].text, () => page.goTo(ply + 1), { title: page.seatName(seat) });
    list.append(element("li", { class: `mover${colourOf(seat)}` }, item));
  }
  [...list.children].forEach((item, index) => {
    if (index + 1 === page.at) item.firstElementChild?.setAttribute("aria-current", "true");
    else item.firstElementChild?.removeAttribute("aria-current");
  });
  frame.noMoves.hidden = match.moves.length > 0;
  showItem(list, /** @type {HTMLElement | undefined} */ (list.children[page.at - 1]));
}

/**
 * Scroll a list, and nothing around it, until an item can be seen.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement | undefined} item
 */
function showItem(list, item) {
  if (item === undefined) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top;
}

/** @param {MatchPage} page */
function drawAnalysis(page) {
  const { frame, words, analyzed } = page;
  frame.analysis.hidden = !page.analysisOn;
  if (!page.analysisOn) return;
  const heading = element("h2", {}, words.message("page.analysis"));
  const done = analyzed?.iterations ?? 0;
  const wanted = page.adviser.iterations;
  const seat = page.seatName(page.game.seatToMove(page.match.positions[page.at]));
  const waits = page.game.over(page.match.positions[page.at]) ? "page.match_over" : "page.analysis_wait";
  const shown = analyzed === null ? element("p", {}, words.message(waits, { done, wanted })) : analysisTable(words, analyzed, words.message("page.analysis_of", { seat }));
  const meanings = [scoreMeaning(words, page.match.seats.length, seat), ...(analyzed === null ? [] : [words.message("page.analysis_colours")])];
  frame.analysis.replaceChildren(heading, shown, ...meanings.map((text) => element("p", { class: "small" }, text)));
}

/** @param {MatchPage} page */
function drawCourse(page) {
  const { frame, words, match } = page;
  frame.course.hidden = page.door.shared && !match.over;
  const label = match.seats.length > 2 ? words.message("page.course_all") : words.message("page.course_one", { seat: page.seatName(1) });
  const chart = courseChart(match, page.at, label);
  const told = element("p", { class: "small" }, chart === null ? words.message("page.course_empty") : label);
  frame.course.replaceChildren(element("h2", {}, words.message("page.course")), ...(chart === null ? [] : [chart]), told);
}

/** @param {MatchPage} page */
function drawRules({ frame, words, description }) {
  frame.rules.append(element("h2", {}, words.message("page.rules")));
  frame.rules.append(rulesInWords(description.words[words.language]));
}
