/** Who decides for a seat, and what such a decision is. */

import { sharedValues } from "./match_tree.js";
import { moveOf } from "./move_rows.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./kernel.js").MoveRecord} MoveRecord */
/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./seat_memory.js").Adapting} Adapting */
/** @typedef {import("./side_search.js").SideSettings} SideSettings */

/** @typedef {{terms: string, guided: number, scale: number, prior: number}} Judgement how positions are judged */

/**
 * @typedef {object} SearchSettings
 * @property {number} c
 * @property {number | null} playout
 * @property {number} expand
 * @property {boolean} solve
 * @property {Judgement | null} judgement
 */

/**
 * @typedef {object} Opponent what `apts.publish.opponents` tells of an agent
 * @property {string} spec
 * @property {number | null} iterations
 * @property {number | null} seconds
 * @property {number} breadth iterations for each legal move, where that is more
 * @property {number} loss
 * @property {SearchSettings | null} settings of its tree search
 * @property {Adapting | null} adapting
 * @property {string | null} network the weights of a model, packed
 * @property {SideSettings | null} sides how alpha-beta looks ahead
 */

/**
 * @typedef {object} Decided
 * @property {string} text the move
 * @property {number} value what the seat to move may expect, from -1 to 1
 * @property {number[]} values the same for every seat
 * @property {number} iterations
 * @property {number} took milliseconds
 */

/** @typedef {() => Promise<boolean>} Breath lets others have their turn; tells whether to go on */

/**
 * The decision for the move that a search holds for best, where it knows what the mover may expect and no more.
 *
 * @param {Game} game
 * @param {Position} position
 * @param {{record: MoveRecord, value: number, iterations: number}} found
 * @param {number} began when the search did
 * @returns {Decided}
 */
export function decidedBy(game, position, { record, value, iterations }, began) {
  const { kernel } = game;
  const alike = game.description.cooperative === true;
  const values = sharedValues(kernel.seatToMove(position), value, kernel.layout.players, alike);
  const { text } = moveOf(game, position, record);
  return { text, value, values, iterations, took: performance.now() - began };
}
