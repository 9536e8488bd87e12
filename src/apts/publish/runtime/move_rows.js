/** From the figures of a search, which knows moves as records, to moves as people read them. */

import { ranked } from "./ranking.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Offered} Offered */
/** @typedef {import("./kernel.js").MoveRecord} MoveRecord */
/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./ranking.js").Row} Row */

/**
 * @typedef {object} MoveRow
 * @property {string} text
 * @property {number} visits
 * @property {number} value the expected utility for the mover, from -1 to 1
 * @property {number | null} proven the exact one, where it is known
 * @property {string[]} line how play would go on, this move first
 */

const LONGEST_LINE = 10;

/**
 * The legal move that a record stands for. Where the rules offer the same move twice, the list of moves has it once,
 * under one of its records.
 *
 * @param {Game} game
 * @param {Position} position
 * @param {MoveRecord} record
 * @returns {Offered}
 */
export function moveOf(game, position, record) {
  const text = record.join();
  const moves = game.moves(position);
  const exact = moves.find((move) => move.record.join() === text);
  if (exact !== undefined) return exact;
  const effect = (/** @type {{record: MoveRecord}} */ move) => game.fields.content(game.after(position, move));
  const wanted = effect({ record });
  const same = moves.find((move) => effect(move) === wanted);
  if (same === undefined) throw new Error("a search found a move that is not legal");
  return same;
}

/**
 * Two rows of the same move as one.
 *
 * @param {Row} first
 * @param {Row} second
 * @returns {Row}
 */
function joinedRows(first, second) {
  const visits = first.visits + second.visits;
  if (first.proven !== null || second.proven !== null) return { ...(first.proven !== null ? first : second), visits };
  const value = visits === 0 ? first.value : (first.value * first.visits + second.value * second.visits) / visits;
  return { ...(first.visits >= second.visits ? first : second), visits, value };
}

/**
 * The passes to the end of the match where nothing else can be played from here on, as many as there are.
 *
 * @param {Game} game
 * @param {Position} position
 * @returns {number}
 */
function closingPasses(game, position) {
  let passes = 0;
  for (let present = position; !game.over(present); passes++) {
    const moves = game.moves(present);
    if (moves.length !== 1 || moves[0].kind !== "pass" || passes > game.kernel.layout.players) return 0;
    present = game.after(present, moves[0]);
  }
  return passes;
}

/**
 * The moves of a line of play up to where nobody can move any more; after the first one chance may have its say.
 *
 * @param {Game} game
 * @param {Position} position
 * @param {MoveRecord[]} line
 * @returns {string[]}
 */
function lineTexts(game, position, line) {
  const chance = game.kernel.layout.chance;
  /** @type {string[]} */
  const texts = [];
  let present = position;
  for (const record of line.slice(0, chance ? 1 : LONGEST_LINE)) {
    if (game.over(present)) break;
    const move = moveOf(game, present, record);
    if (texts.length > 0 && !chance && move.kind === "pass" && closingPasses(game, present) > 0) break;
    texts.push(move.text);
    present = game.after(present, move);
  }
  return texts;
}

/**
 * What a search found out about each legal move, best first.
 *
 * @param {Game} game
 * @param {Position} position
 * @param {Row[]} rows
 * @returns {MoveRow[]}
 */
export function analysisRows(game, position, rows) {
  /** @type {Map<string, Row>} */
  const found = new Map();
  for (const row of rows) {
    const { record } = moveOf(game, position, row.record);
    const own = { ...row, record, line: [record, ...row.line.slice(1)] };
    const known = found.get(record.join());
    found.set(record.join(), known === undefined ? own : joinedRows(known, own));
  }
  return ranked([...found.values()]).map((row) => {
    const line = lineTexts(game, position, row.line);
    return { text: line[0], visits: row.visits, value: row.proven ?? row.value, proven: row.proven, line };
  });
}
