/** The dialog in which a new match is set up: who sits where, and the rules where there is a choice. */

import { choiceMenu, element, openDialog, button } from "./elements.js";
import { PERSON } from "./match.js";
import { agentsOf, variantWith } from "./published.js";
import { agentName, saysItsTime, seatName } from "./seat_words.js";

/** @typedef {import("./published.js").Published} Published */
/** @typedef {import("./published.js").RuleMenu} RuleMenu */
/** @typedef {import("./words.js").Words} Words */

const WORTH_SAYING = 0.95;

/**
 * @typedef {object} SetUp
 * @property {number} variant
 * @property {string[]} seats
 */

/**
 * The seats of a first match: a person at one seat, agents of middling strength at the others.
 *
 * @param {number} players
 * @param {string[]} agents
 * @param {number} [person] the seat of the person
 * @param {string[]} [before] who sat at the last match: an agent of it is played against again
 * @returns {string[]}
 */
export function usualSeats(players, agents, person = 1, before = []) {
  const other = before.find((who) => agents.includes(who)) ?? agents.find((spec) => spec === "level:club") ?? agents[0] ?? PERSON;
  return Array.from({ length: players }, (_, index) => (index + 1 === person ? PERSON : other));
}

/**
 * Ask for a new match.
 *
 * @param {Words} words
 * @param {Published} published
 * @param {SetUp} present
 * @param {Promise<Record<string, number> | null>} times seconds that each agent needs for a move on this device
 * @param {(wanted: SetUp) => void} begin
 */
export function askForMatch(words, published, present, times, begin) {
  const wanted = { variant: present.variant, seats: [...present.seats] };
  /** @type {Record<string, number>} */
  let seconds = {};
  const seats = element("div", { class: "set-up" });
  const drawSeats = () => seats.replaceChildren(...seatMenus(words, published, wanted, seconds));
  const sitting = () => JSON.stringify([published.variants[wanted.variant].description.seats, wanted.seats.length, agentsOf(published, wanted.variant)]);
  const choose = (/** @type {number} */ variant) => {
    const before = sitting();
    wanted.variant = variant;
    const { players } = published.variants[variant].description;
    const agents = agentsOf(published, variant);
    if (players !== wanted.seats.length) wanted.seats = usualSeats(players, agents);
    if (sitting() !== before) drawSeats(); // menus that stay right stay as they are, open or not
  };
  drawSeats();
  times.then((known) => {
    seconds = known ?? {};
    tellTimes(words, seats, seconds);
  });
  const rules = published.menus.length === 0 ? null : ruleMenus(words, published, present.variant, choose);
  const start = button(words.message("page.begin"), () => {
    dialog.close();
    begin(wanted);
  }, { class: "main" });
  const dialog = openDialog(
    words.message("page.new_match"),
    words.message("page.cancel"),
    element("h3", {}, words.message("page.who_plays")),
    seats,
    published.variants[0].description.players > 1 ? element("p", { class: "small" }, words.message("page.all_people")) : null,
    rules,
    element("div", { class: "dialog-buttons" }, start),
  );
}

/**
 * An agent by name, with the seconds that it needs where these are worth saying.
 *
 * @param {Words} words
 * @param {string} spec
 * @param {Record<string, number>} seconds
 * @returns {string}
 */
function agentTold(words, spec, seconds) {
  const name = words.message("page.computer", { agent: agentName(words, spec) });
  return seconds[spec] >= WORTH_SAYING && !saysItsTime(spec) ? words.message("page.takes", { agent: name, seconds: Math.round(seconds[spec]) }) : name;
}

/**
 * Put the seconds into the menus that are there, one of which somebody may have opened.
 *
 * @param {Words} words
 * @param {HTMLElement} seats
 * @param {Record<string, number>} seconds
 */
function tellTimes(words, seats, seconds) {
  for (const option of seats.querySelectorAll("option")) {
    const told = option.value === PERSON ? option.text : agentTold(words, option.value, seconds);
    if (option.text !== told) option.text = told;
  }
}

/**
 * @param {Words} words
 * @param {Published} published
 * @param {SetUp} wanted
 * @param {Record<string, number>} seconds
 * @returns {HTMLElement[]}
 */
function seatMenus(words, published, wanted, seconds) {
  const { description } = published.variants[wanted.variant];
  const sitters = /** @type {[string, string][]} */ ([
    [PERSON, words.message("page.person")],
    ...agentsOf(published, wanted.variant).map((spec) => [spec, agentTold(words, spec, seconds)]),
  ]);
  return wanted.seats.map((who, index) => {
    const changed = (/** @type {string} */ chosen) => (wanted.seats[index] = chosen);
    return element("label", {}, seatName(words, description.seats, index + 1), choiceMenu(sitters, who, changed));
  });
}

/**
 * @param {Words} words
 * @param {Published} published
 * @param {number} variant
 * @param {(variant: number) => void} changed
 * @returns {HTMLElement}
 */
function ruleMenus(words, published, variant, changed) {
  const choice = [...published.variants[variant].choice];
  const whole = element("div", { class: "set-up" }, element("h3", {}, words.message("page.options")));
  published.menus.forEach((menu, place) => {
    const set = (/** @type {string} */ value) => {
      choice[place] = Number(value);
      changed(variantWith(published, choice));
    };
    const field = menu.kind === "number" ? slider(menu, choice[place], set) : optionMenu(menu, choice[place], set);
    whole.append(element("label", {}, menu.name, ...field));
  });
  return whole;
}

/**
 * @param {RuleMenu} menu
 * @param {number} chosen
 * @param {(value: string) => void} set
 * @returns {HTMLElement[]}
 */
function optionMenu(menu, chosen, set) {
  const items = menu.values.map((value, index) => /** @type {[string, string]} */ ([String(index), value]));
  return [choiceMenu(items, String(chosen), set)];
}

/**
 * @param {RuleMenu} menu
 * @param {number} chosen
 * @param {(value: string) => void} set
 * @returns {HTMLElement[]}
 */
function slider(menu, chosen, set) {
  const shown = element("output", {}, menu.values[chosen]);
  const made = /** @type {HTMLInputElement} */ (
    element("input", { type: "range", min: 0, max: menu.values.length - 1, value: chosen, "aria-valuetext": menu.values[chosen] })
  );
  made.addEventListener("input", () => {
    const value = menu.values[Number(made.value)];
    shown.textContent = value;
    made.setAttribute("aria-valuetext", value);
    set(made.value);
  });
  return [element("span", { class: "slider" }, made, shown)];
}
