/**
 * A move chosen by taps: first where from, then where to, then which, as far as there is anything to choose. Moves of a
 * single place need one tap; moves of no place, such as a pass, are buttons. It knows moves alone, nothing of the page.
 */

/** @typedef {import("../runtime/game.js").Offered} Offered */

/**
 * @typedef {object} Choice what can be chosen now
 * @property {number[]} origins sites that a move starts at
 * @property {number[]} targets sites that complete a move
 * @property {number | null} chosen the site that was chosen first
 * @property {Offered[]} buttons moves to choose from by their names
 */

export class Choosing {
  /** @param {Offered[]} moves */
  constructor(moves) {
    this.moves = moves;
    this._between = moves.filter((move) => startOf(move) !== null);
    const starts = new Set(this._between.map(startOf));
    /** @type {number | null} Where only one site can be moved from, it is chosen already. */
    this._given = starts.size === 1 && this._between.length === moves.length ? [...starts][0] : null;
    /** @type {number | null} */
    this._origin = this._given;
    /** @type {Offered[]} */
    this._alike = [];
  }

  /** Forget what was chosen. */
  clear() {
    this._origin = this._given;
    this._alike = [];
  }

  /** Whether something was chosen that can be taken back. */
  get begun() {
    return this._alike.length > 0 || this._origin !== this._given;
  }

  /**
   * Take a tap on a site.
   *
   * @param {number} site
   * @returns {Offered | null} the move that is complete now
   */
  tap(site) {
    const complete = this._completed(site);
    if (complete.length === 1) return complete[0];
    if (complete.length > 1) {
      this._alike = complete;
      return null;
    }
    const again = site === this._origin;
    this.clear();
    if (!again && this._starts(site)) this._origin = site;
    return null;
  }

  /**
   * The moves that a tap on a site completes.
   *
   * @param {number} site
   * @returns {Offered[]}
   */
  _completed(site) {
    if (this._origin !== null) {
      const between = this._between.filter((move) => startOf(move) === this._origin && move.target === site);
      if (between.length > 0) return between;
    }
    // A place of its own moves and of moves from it to others is chosen first; a second tap makes its own.
    if (this._starts(site) && this._origin !== site) return [];
    return this._at(site);
  }

  /**
   * The moves of one site alone.
   *
   * @param {number} site
   */
  _at(site) {
    return this.moves.filter((move) => startOf(move) === null && placeOf(move) === site);
  }

  /** @param {number} site */
  _starts(site) {
    return this._between.some((move) => startOf(move) === site);
  }

  /** @returns {Choice} */
  get choice() {
    const origin = this._origin;
    const placeless = this.moves.filter((move) => startOf(move) === null && placeOf(move) === null);
    const starts = this._between.map((move) => /** @type {number} */ (startOf(move)));
    const single = this.moves.flatMap((move) => (startOf(move) === null ? [placeOf(move)] : []));
    const from = this._between.flatMap((move) => (startOf(move) === origin ? [move.target] : []));
    const targets = origin === null ? single : origin === this._given ? from : [...from, ...single.filter((site) => site === origin)];
    return {
      origins: [...new Set(starts)],
      targets: [...new Set(targets)].filter((site) => site !== null),
      chosen: this._alike.length > 0 ? (placeOf(this._alike[0]) ?? origin) : origin,
      buttons: this._alike.length > 0 ? this._alike : placeless,
    };
  }

  /** Whether the buttons are moves that share what was tapped. */
  get several() {
    return this._alike.length > 0;
  }
}

/**
 * Where a move starts, if it goes from one place to another.
 *
 * @param {Offered} move
 * @returns {number | null}
 */
export function startOf(move) {
  return move.origin !== null && move.target !== null && move.origin !== move.target ? move.origin : null;
}

/**
 * The place that a move is made at: its target, or where it starts if it has none.
 *
 * @param {Offered} move
 * @returns {number | null}
 */
export function placeOf(move) {
  return move.target ?? move.origin;
}
