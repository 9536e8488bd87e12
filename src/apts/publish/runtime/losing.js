/**
 * Moves that give away a little, as `apts.agents.searching.reading` draws them: by lot, so that the loss is on average as
 * large as it should be. Powers of e may differ from those of Python in the last bit, which moves the borders between
 * lots by so little that no draw is expected to meet it.
 */

import { Lottery } from "./lottery.js";

/** @typedef {import("./ranking.js").Row} Row */

const HALVINGS = 24;

/**
 * The value of a move, exact where it is known.
 *
 * @param {Row} row
 * @returns {number}
 */
export function rowValue(row) {
  return row.proven ?? row.value;
}

/**
 * @param {number[]} behind
 * @param {number} softening
 * @returns {number[]}
 */
function lotWeights(behind, softening) {
  return behind.map((lost) => Math.exp(-lost / softening));
}

/**
 * @param {number[]} behind
 * @param {number} softening
 * @returns {number}
 */
function meanLoss(behind, softening) {
  const weights = lotWeights(behind, softening);
  const lost = weights.reduce((sum, weight, place) => sum + weight * behind[place], 0);
  return lost / weights.reduce((sum, weight) => sum + weight, 0);
}

/**
 * A move by lot: its value is on average so much below that of the first row, and better moves are likelier. Where all
 * moves are nearly equal the loss cannot be had, and all are equally likely.
 *
 * @param {Row[]} rows best first
 * @param {number} loss
 * @param {bigint} seed
 * @returns {Row}
 */
export function drawnAtLoss(rows, loss, seed) {
  const best = rows[0];
  const known = rows.filter((row) => row.visits > 0 || row === best);
  const behind = known.map((row) => Math.max(0, rowValue(best) - rowValue(row)));
  if (loss <= 0 || Math.max(...behind) === 0) return best;
  let [low, high] = [1e-3, 1e3];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = Math.sqrt(low * high);
    if (meanLoss(behind, middle) < loss) low = middle;
    else high = middle;
  }
  return known[new Lottery(seed).place(lotWeights(behind, low))];
}
