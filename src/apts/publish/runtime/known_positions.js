/** Positions by the moves that lead to them; what an earlier question had in common with a later one is not played again. */

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./kernel.js").Position} Position */

export class KnownPositions {
  /** @param {Game} game */
  constructor(game) {
    this._game = game;
    this._seed = 0n;
    /** @type {string[]} */
    this._moves = [];
    this._positions = [game.start(0n)];
  }

  /**
   * The position after some moves.
   *
   * @param {string[]} moves their texts, from the start
   * @param {bigint} seed decides chance
   * @returns {Position}
   */
  after(moves, seed) {
    const same = seed === this._seed;
    let common = 0;
    while (same && common < moves.length && this._moves[common] === moves[common]) common++;
    const positions = same ? this._positions.slice(0, common + 1) : [this._game.start(seed)];
    for (const text of moves.slice(common)) {
      const present = positions[positions.length - 1];
      const offered = this._game.over(present) ? undefined : this._game.find(present, text);
      if (offered === undefined) throw new Error(`“${text}” (move ${positions.length}) is not a legal move there`);
      positions.push(this._game.after(present, offered));
    }
    [this._seed, this._moves, this._positions] = [seed, [...moves], positions];
    return positions[positions.length - 1];
  }
}
