/** Agents, hints and analyses for a match: what is asked of the search, and what becomes of its answers. */

/** @typedef {import("../runtime/players.js").Analyzed} Analyzed */
/** @typedef {import("../runtime/worker.js").Searcher} Searcher */
/** @typedef {import("./match.js").Match} Match */

const HINT_ITERATIONS = 6000;
const ANALYSIS_ITERATIONS = 20000;
const COURSE_ITERATIONS = 600;

/** Iterations for each legal move, where that is more: with fewer a search knows next to nothing of most moves. */
const TRIES_A_MOVE = 4;

export class Adviser {
  /** @param {Promise<Searcher>} searcher */
  constructor(searcher) {
    this._searcher = searcher;
  }

  /** How many iterations an analysis takes. */
  get iterations() {
    return ANALYSIS_ITERATIONS;
  }

  /** Break off whatever is thought about; answers to it will be null. */
  async cancel() {
    (await this._searcher).cancel();
  }

  /** Let the search go, for another one comes. */
  async end() {
    (await this._searcher).end();
  }

  /**
   * The move of the agent at the seat to move, as text; null when it was broken off.
   *
   * @param {Match} match
   * @returns {Promise<string | null>}
   */
  async decide(match) {
    const [ply, seat] = [match.moves.length, match.mover];
    const spec = match.seats[seat - 1];
    const decided = await (await this._searcher).decide(match.texts, match.seed, spec, match.seed);
    if (decided === null) return null;
    match.values.set(ply, { seat, value: decided.value });
    return decided.text;
  }

  /**
   * The best move that a strong player finds.
   *
   * @param {Match} match
   * @returns {Promise<{text: string, value: number} | null>}
   */
  async hint(match) {
    const known = await this._analyzed(match, match.moves.length, HINT_ITERATIONS);
    return known === null ? null : known.rows[0];
  }

  /**
   * What a strong player thinks of a position of the match.
   *
   * @param {Match} match
   * @param {number} ply
   * @param {(told: Analyzed) => void} progress
   * @returns {Promise<Analyzed | null>}
   */
  analyze(match, ply, progress) {
    return this._analyzed(match, ply, ANALYSIS_ITERATIONS, progress);
  }

  /**
   * Judge all positions of a match that nobody has judged yet, one after the other.
   *
   * @param {Match} match
   * @param {() => boolean} goesOn is asked after each
   */
  async fillCourse(match, goesOn) {
    for (let ply = 0; ply < match.moves.length; ply++) {
      if (match.values.has(ply)) continue;
      const known = await this._analyzed(match, ply, COURSE_ITERATIONS);
      if (known === null || !goesOn()) return;
    }
  }

  /**
   * The seconds that agents need for a move on this device.
   *
   * @param {Match} match
   * @returns {Promise<Record<string, number> | null>}
   */
  async times(match) {
    return (await this._searcher).times([], match.seed);
  }

  /**
   * @param {Match} match
   * @param {number} ply
   * @param {number} iterations
   * @param {(told: Analyzed) => void} [progress]
   * @returns {Promise<Analyzed | null>}
   */
  async _analyzed(match, ply, iterations, progress) {
    const wanted = Math.max(iterations, TRIES_A_MOVE * match.game.moves(match.positions[ply]).length);
    const known = await (await this._searcher).analyze(match.texts.slice(0, ply), match.seed, wanted, progress);
    if (known !== null) match.values.set(ply, { seat: match.game.seatToMove(match.positions[ply]), value: known.value });
    return known;
  }
}
