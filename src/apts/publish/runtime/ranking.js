/** From the figures of a search to an order of moves, as `apts.search.results` has it. */

/**
 * @typedef {object} Row what a search found out about one move
 * @property {BigInt64Array} record
 * @property {number} visits
 * @property {number} value the expected utility for the mover, from -1 to 1
 * @property {number | null} proven the exact one, where it is known
 * @property {BigInt64Array[]} line how play would go on, this move first
 */

/**
 * The move that was looked at most; a proven win before all others, a proven loss behind.
 *
 * @param {Row} row
 * @returns {number}
 */
function score(row) {
  return row.proven !== null && Math.abs(row.proven) === 1 ? row.proven * Infinity : row.visits;
}

/**
 * @param {BigInt64Array} one
 * @param {BigInt64Array} other
 * @returns {number}
 */
export function comparedRecords(one, other) {
  const at = one.findIndex((word, index) => word !== other[index]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
}

/**
 * The rows, best first; equal ones: a proven win before others, then by visits and value, then in the order in which they
 * come: a search gives them in the order in which it tried the moves, which its seed has drawn.
 *
 * @param {Row[]} rows
 * @returns {Row[]}
 */
export function ranked(rows) {
  const best = rows.reduce((most, row) => Math.max(most, row.proven ?? -1), -1);
  const worse = (/** @type {Row} */ row) => Number(best < 1 && row.proven !== null && row.proven < best);
  const won = (/** @type {Row} */ row) => Number(row.proven === 1);
  // Two infinite scores are equal; their difference would be no number.
  const higher = (/** @type {number} */ a, /** @type {number} */ b) => (a === b ? 0 : a > b ? -1 : 1);
  return [...rows].sort(
    (a, b) =>
      worse(a) - worse(b) ||
      higher(score(a), score(b)) ||
      won(b) - won(a) ||
      b.visits - a.visits ||
      higher(a.value, b.value),
  );
}

/**
 * What is known of a move from two of its nodes, the better known first.
 *
 * @param {Row} one
 * @param {Row} other
 * @returns {Row}
 */
export function together(one, other) {
  const proven = one.proven ?? other.proven;
  const visits = one.visits + other.visits;
  const mean = visits === 0 ? 0 : (one.visits * one.value + other.visits * other.value) / visits;
  return { ...one, visits, value: proven ?? mean, proven };
}
