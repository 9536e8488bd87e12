/**
 * A search tree that is kept from turn to turn of a match, as the players of Python keep theirs. The program has memory
 * for one tree; a player who waits while another one searches has its tree parked outside.
 */

import { Search } from "./search.js";

/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./kernel.js").MoveRecord} MoveRecord */
/** @typedef {import("./search.js").SearchResult} SearchResult */

/**
 * @typedef {object} ParkedTree a tree outside of the memory of the program
 * @property {Position} root
 * @property {number} iterations
 * @property {bigint} stream
 * @property {BigInt64Array} head
 * @property {BigInt64Array} columns
 * @property {BigInt64Array} records
 * @property {number} bytes
 */

const REUSE_DEPTH = 6;
const REUSE_TRIES = 4096;

/**
 * Utilities of all seats when only the mover's is known: the others share what is left of a sum of 0, or have the same
 * where all win or lose together.
 *
 * @param {number} mover
 * @param {number} value
 * @param {number} players
 * @param {boolean} [alike] whether all win or lose together
 * @returns {number[]}
 */
export function sharedValues(mover, value, players, alike = false) {
  return Array.from({ length: players }, (_, place) => (alike || place + 1 === mover ? value : -value / (players - 1)));
}

/**
 * Whether two positions are the same, word by word.
 *
 * @param {Position} one
 * @param {Position} other
 * @param {number} length
 * @returns {boolean}
 */
function samePosition(one, other, length) {
  for (let place = 0; place < length; place++) if (one[place] !== other[place]) return false;
  return true;
}

export class MatchTree extends Search {
  /** @param {import("./kernel.js").Kernel} kernel */
  constructor(kernel) {
    super(kernel);
    this._tries = 0;
  }

  /**
   * Move the root to a later position if the tree knows the way there, else begin anew.
   *
   * @param {Position} position
   * @param {bigint} seed of a tree that begins anew
   * @returns {boolean} whether something was kept
   */
  follow(position, seed) {
    const way = this.root === undefined || this._chained ? null : this._wayTo(position);
    if (way === null) {
      this.start(position, seed);
      return false;
    }
    for (const record of way) this._advance(record);
    this._setRoot(position);
    return true;
  }

  /** @param {Position} position */
  _setRoot(position) {
    this.root = position;
    this.kernel.array("root").set(position);
  }

  /**
   * Go on from the position after a move of the root that was tried.
   *
   * @param {MoveRecord} record
   */
  _advance(record) {
    const text = record.join();
    const child = this._children(0).find((one) => this._record(one).join() === text);
    if (child === undefined) throw new Error("a tree was asked to follow a move that it does not know");
    const size = BigInt(this.kernel.recordSize);
    this.kernel.call("keep_in_place", { record_size: size, root: BigInt(child) });
    this.iterations = this._visits(0);
  }

  /**
   * The moves that lead from the root to a later position.
   *
   * @param {Position} position
   * @returns {MoveRecord[] | null} null where the tree does not know
   */
  _wayTo(position) {
    const { MOVES } = this.kernel.places;
    const steps = Number(position[MOVES] - this._searched()[MOVES]);
    if (steps < 0 || steps > REUSE_DEPTH) return null;
    this._tries = REUSE_TRIES;
    return this._searchWay(0, this._searched(), position, steps);
  }

  /**
   * @param {number} node
   * @param {Position} present
   * @param {Position} wanted
   * @param {number} steps
   * @returns {MoveRecord[] | null}
   */
  _searchWay(node, present, wanted, steps) {
    const { LENGTH, LAST_FROM, LAST_TO, ORIGIN, TARGET } = this.kernel.places;
    if (steps === 0) return samePosition(present, wanted, Number(wanted[LENGTH])) ? [] : null;
    for (const child of this._children(node)) {
      const record = this._record(child);
      const fits = record[ORIGIN] === wanted[LAST_FROM] && record[TARGET] === wanted[LAST_TO];
      if ((steps === 1 && !fits) || this._tries === 0) continue;
      this._tries -= 1;
      const way = this._searchWay(child, this.kernel.after(present, record), wanted, steps - 1);
      if (way !== null) return [record, ...way];
    }
    return null;
  }

  /** What the tree takes outside of the program. */
  get usedBytes() {
    return 8 * Number(this._tree[this._at.USED]) * (this._columns + this.kernel.recordSize);
  }

  /**
   * Take the tree out of the memory of the program.
   *
   * @returns {ParkedTree}
   */
  parked() {
    const { _tree: tree, _at: at } = this;
    const used = Number(tree[at.USED]);
    const columns = new BigInt64Array(this._columns * used);
    for (let column = 0; column < this._columns; column++) {
      columns.set(tree.subarray(this._place(column, 0), this._place(column, used)), column * used);
    }
    const [head, records] = [tree.slice(0, at.HEAD), this._arena.slice(0, used * this.kernel.recordSize)];
    const stream = this.kernel.array("stream")[0];
    const { iterations, usedBytes: bytes } = this;
    return { root: this._searched(), iterations, stream, head, columns, records, bytes };
  }

  /**
   * Put a tree back into the memory of the program.
   *
   * @param {ParkedTree} parked
   */
  restore(parked) {
    const { head, columns, records, stream } = parked;
    const used = Number(head[this._at.USED]);
    this._setRoot(parked.root);
    this.iterations = parked.iterations;
    this.kernel.array("stream")[0] = stream;
    this._tree.set(head);
    for (let column = 0; column < this._columns; column++) {
      this._tree.set(columns.subarray(column * used, (column + 1) * used), this._place(column, 0));
    }
    this._arena.set(records);
  }

  /**
   * What every seat may expect. With more than two seats these are means over the moves, proven ones exactly; where the
   * mover's value is proven, it is what the best move gives to everybody.
   *
   * @param {SearchResult} result
   * @param {boolean} [alike] whether all win or lose together
   * @returns {number[]}
   */
  seatValues(result, alike = false) {
    const { players } = this.kernel.layout;
    const seat = this.kernel.seatToMove(this._searched());
    if (players <= 2) return sharedValues(seat, result.value, players, alike);
    const best = result.rows[0];
    const text = best.record.join();
    const known = this._children(0).filter(
      (child) => best.proven !== result.value || this._record(child).join() === text,
    );
    if (known.length === 0) return Array(players).fill(0);
    const visits = known.map((child) => Math.max(1, this._visits(child)));
    const means = known.map((child) => this._nodeValues(child));
    const whole = visits.reduce((sum, count) => sum + count, 0);
    return Array.from({ length: players }, (_, other) =>
      other + 1 === seat
        ? result.value
        : visits.reduce((sum, count, place) => sum + count * means[place][other], 0) / whole,
    );
  }

  /**
   * What all of more than two seats may expect at a node.
   *
   * @param {number} node
   * @returns {number[]}
   */
  _nodeValues(node) {
    const { COLUMNS, RANK_BITS, PROVEN } = this._at;
    const word = this._tree[this._place(PROVEN, node)];
    return Array.from({ length: this.kernel.layout.players }, (_, other) =>
      word === 0n
        ? this._reals[this._place(COLUMNS + other, node)]
        : this._utilities[Number((word >> BigInt(RANK_BITS * other)) & 63n)],
    );
  }
}
