/** What the file brings: games for every choice of rules, and texts. */

import { Game } from "../runtime/game.js";
import { Searcher } from "../runtime/worker.js";

/**
 * @typedef {object} RuleMenu
 * @property {string} name for readers
 * @property {string} setting what it is to the rules
 * @property {"option" | "number"} kind
 * @property {string[]} values
 */

/**
 * @typedef {object} Variant the game for one choice of rules
 * @property {number[]} choice for each menu the place of its value
 * @property {number} program
 * @property {import("../runtime/kernel.js").Layout} layout
 * @property {import("../runtime/description.js").Description} description
 * @property {import("../runtime/decisions.js").Opponent[]} opponents
 */

/**
 * @typedef {object} Published what `apts.publish.game_page` writes into the file
 * @property {Record<string, Record<string, string>>} texts
 * @property {string | null} language
 * @property {string | null} home the page of all games, beside this one
 * @property {boolean} people whether matches are kept and asked about
 * @property {{seed: string | null, moves: string[] | null}} start
 * @property {RuleMenu[]} menus
 * @property {string[]} programs in base64
 * @property {string[]} [elsewhere] agents that can be played against and do not think in the page
 * @property {Variant[]} variants
 */

/** @typedef {{game: Game, searcher: Promise<Searcher>}} Loaded */

/** @returns {Published} */
export function publishedGame() {
  return JSON.parse(textOf("published-game"));
}

/**
 * Load the game for one choice of rules. Its searcher comes later, so that the board need not wait for it.
 *
 * @param {Published} published
 * @param {number} index
 * @returns {Promise<Loaded>}
 */
export async function loadVariant(published, index) {
  const { layout, description, opponents } = published.variants[index];
  const game = await loadGame(published, index);
  const code = programOf(published, index);
  const searcher = pageScript().then((script) => Searcher.make({ code, layout, description, opponents, script }));
  return { game, searcher };
}

/**
 * The spellings of the agents that can be played against.
 *
 * @param {Published} published
 * @param {number} index
 * @returns {string[]}
 */
export function agentsOf({ variants, elsewhere = [] }, index) {
  return [...variants[index].opponents.map(({ spec }) => spec), ...elsewhere];
}

/** The script of the page as text: a file has it in itself, a page of a server beside it. */
async function pageScript() {
  const script = document.getElementById("page-script");
  const address = script instanceof HTMLScriptElement ? script.src : "";
  return address === "" ? textOf("page-script") : (await fetch(address)).text();
}

/**
 * The game alone, for one choice of rules.
 *
 * @param {Published} published
 * @param {number} index
 * @returns {Promise<Game>}
 */
export function loadGame(published, index) {
  const { layout, description } = published.variants[index];
  return Game.load({ code: programOf(published, index), layout, description });
}

/**
 * @param {Published} published
 * @param {number} index
 */
function programOf({ programs, variants }, index) {
  return Uint8Array.from(atob(programs[variants[index].program]), (sign) => sign.charCodeAt(0));
}

/**
 * The variant with a choice of rules.
 *
 * @param {Published} published
 * @param {number[]} choice
 * @returns {number}
 */
export function variantWith(published, choice) {
  return published.variants.findIndex((variant) => variant.choice.join() === choice.join());
}

/**
 * @param {string} id
 * @returns {string}
 */
function textOf(id) {
  return document.getElementById(id)?.textContent ?? "";
}
