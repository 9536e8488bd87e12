/**
 * Tree search on a published game. The same seed and number of iterations give the same result as in Python; the tree
 * has room for the nodes that the layout tells, and goes on without new ones when it is full.
 */

import { ranked, together } from "./ranking.js";
import { drawnPlace } from "./seeds.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./kernel.js").MoveRecord} MoveRecord */
/** @typedef {import("./ranking.js").Row} Row */

/**
 * @typedef {object} SearchResult
 * @property {Row[]} rows what is known of each move, the best first
 * @property {number} value the expected utility for the seat to move, from -1 to 1
 * @property {number | null} proven the same where it is known exactly
 * @property {number} iterations
 * @property {number} nodes
 * @property {number} depth the longest line looked at
 */

const SEED_BITS = (1n << 63n) - 1n;
const RANK_MASK = 63n;
const LINE_VISITS = 2;

/**
 * A record with 0 in the words that its decision has no use for; kernels leave these as they were.
 *
 * @param {Kernel} kernel
 * @param {MoveRecord} record
 * @returns {MoveRecord}
 */
export function plainRecord(kernel, record) {
  const { SETTINGS_SIZE, NOT_A_DECISION } = kernel.layout.search_places;
  const used = kernel.array("settings")[SETTINGS_SIZE + NOT_A_DECISION + Number(record[0])];
  return record.slice().fill(0n, Number(used));
}

export class Search {
  /** @param {Kernel} kernel */
  constructor(kernel) {
    this.kernel = kernel;
    this._at = kernel.layout.search_places;
    this._tree = kernel.array("tree");
    this._reals = kernel.reals("tree");
    this._arena = kernel.array("arena");
    this._utilities = kernel.reals("settings").subarray(this._at.UTILITY, this._at.UTILITY + 64);
    this._chained = "table" in kernel.layout.memory;
    this._columns = (kernel.layout.memory.tree.words - this._at.HEAD) / kernel.layout.capacity;
    this.iterations = 0;
    kernel.call("write_tables");
  }

  /**
   * Begin a new tree at a position.
   *
   * @param {Position} position
   * @param {bigint} seed
   */
  start(position, seed) {
    if (this.kernel.over(position)) throw new Error("the match is over: there is no move to search for");
    const { _tree: tree, _at: at } = this;
    this.root = position;
    this.iterations = 0;
    this.kernel.array("root").set(position);
    this.kernel.array("stream")[0] = seed & SEED_BITS;
    tree[at.USED] = 1n;
    tree[at.CAPACITY] = BigInt(this.kernel.layout.capacity);
    tree[at.COLUMN_COUNT] = BigInt(this._columns);
    tree[at.FULL] = tree[at.FROZEN] = tree[at.DEEPEST] = 0n;
    for (let column = 0; column < this._columns; column++) tree[this._place(column, 0)] = 0n;
    this._clearTable();
  }

  _clearTable() {
    const name = ["table", "figures"].find((one) => one in this.kernel.layout.memory);
    if (name === undefined) return;
    const table = this.kernel.array(name);
    if (table[this._at.FILLED] !== 0n) table.fill(0n);
    table[this._at.ENTRIES] = BigInt(2 * this.kernel.layout.capacity);
  }

  /**
   * Make so many more iterations, or fewer if the value of the position is proven before.
   *
   * @param {number} iterations
   * @returns {number} how many were made
   */
  run(iterations) {
    const { _tree: tree, _at: at } = this;
    let left = iterations;
    while (left > 0) {
      const done = Number(this.kernel.call(this.kernel.layout.search, { count: BigInt(left) }));
      left -= done;
      if (tree[at.FULL] !== 0n) {
        tree[at.FULL] = 0n;
        tree[at.FROZEN] = 1n;
      } else if (done === 0 || left > 0) break;
    }
    this.iterations += iterations - left;
    return iterations - left;
  }

  /**
   * What the search knows now.
   *
   * @returns {SearchResult}
   */
  result() {
    const { _tree: tree, _at: at } = this;
    const rows = this._rows();
    const visits = rows.reduce((sum, row) => sum + row.visits, 0);
    const value = visits === 0 ? 0 : rows.reduce((sum, row) => sum + row.value * row.visits, 0) / visits;
    const proven = this._provenRoot();
    const deepest = Number(tree[at.DEEPEST]);
    return {
      rows,
      value: proven ?? value,
      proven,
      iterations: this.iterations,
      nodes: Number(tree[at.USED]),
      // Where chance is at work, every other node stands for what it did.
      depth: this._chained ? Math.floor((deepest + 1) / 2) : deepest,
    };
  }

  /** @returns {Row[]} */
  _rows() {
    const rows = this._children(0).map((child) => this._row(child));
    const tried = new Set(rows.map((row) => row.record.join()));
    for (const record of this._untried()) {
      if (!tried.has(record.join())) rows.push({ record, visits: 0, value: 0, proven: null, line: [record] });
    }
    /** @type {Map<string, Row>} */
    const single = new Map();
    for (const row of ranked(rows)) {
      const known = single.get(row.record.join());
      single.set(row.record.join(), known === undefined ? row : together(known, row));
    }
    return [...single.values()];
  }

  /**
   * The moves of the root that were not tried, one of which is drawn and comes first: it is the one to play where all that
   * were tried lose.
   *
   * @returns {MoveRecord[]}
   */
  _untried() {
    const listed = this._listed();
    if (listed.length === 0) return listed;
    const place = drawnPlace(this.kernel.array("stream")[0], listed.length);
    return [listed[place], ...listed.slice(0, place), ...listed.slice(place + 1)];
  }

  /**
   * The moves of the root that were not tried; all moves where the tree has none of them, or chance has a say.
   *
   * @returns {MoveRecord[]}
   */
  _listed() {
    const { _tree: tree, _at: at } = this;
    const first = Number(tree[this._place(at.FIRST, 0)]);
    if (this._chained || first === 0) {
      return this.kernel.moves(this._searched()).map((move) => plainRecord(this.kernel, move));
    }
    const tried = this._children(0).length;
    const count = Number(tree[this._place(at.SPAN, 0)] >> BigInt(2 * at.PART)) - tried;
    return Array.from({ length: count }, (_, index) => this._record(first + tried + index));
  }

  /**
   * @param {number} child
   * @returns {Row}
   */
  _row(child) {
    const proven = this._proven(child);
    const value = proven ?? this._reals[this._place(this._at.MEAN, child)];
    return { record: this._record(child), visits: this._visits(child), value, proven, line: this._line(child) };
  }

  /**
   * The moves from a node on that the search holds for best, as far as chance lets it see.
   *
   * @param {number} node
   * @returns {MoveRecord[]}
   */
  _line(node) {
    const line = [this._record(node)];
    for (let present = node; !this._chained; ) {
      const known = this._children(present).filter((child) => this._visits(child) >= LINE_VISITS);
      if (known.length === 0) break;
      present = known.reduce((best, child) => (this._visits(child) > this._visits(best) ? child : best));
      line.push(this._record(present));
    }
    return line;
  }

  /** @returns {Position} */
  _searched() {
    if (this.root === undefined) throw new Error("a search begins with start()");
    return this.root;
  }

  /**
   * What the position is worth for its mover, where that is known. With more than two seats all moves may be known and
   * several be equally good for the mover: then it is open what the others get, but not what the mover gets.
   *
   * @returns {number | null}
   */
  _provenRoot() {
    const known = this._proven(0);
    const open = this._tree[this._place(this._at.SPAN, 0)] & ((1n << BigInt(this._at.PART)) - 1n);
    const expanded = this._tree[this._place(this._at.FIRST, 0)] !== 0n;
    if (known !== null || this.kernel.layout.players <= 2 || this._chained || !expanded || open !== 0n) return known;
    return Math.max(...this._children(0).map((child) => this._proven(child) ?? -1));
  }

  /**
   * The utility of a node for the seat to move at the root, where it is proven.
   *
   * @param {number} node
   * @returns {number | null}
   */
  _proven(node) {
    const word = this._tree[this._place(this._at.PROVEN, node)];
    if (word === 0n) return null;
    const seat = this.kernel.seatToMove(this._searched());
    return this._utilities[Number((word >> BigInt(this._at.RANK_BITS * (seat - 1))) & RANK_MASK)];
  }

  /**
   * The children of a node that were tried: numbered in a row, or in a chain where chance is at work.
   *
   * @param {number} node
   * @returns {number[]}
   */
  _children(node) {
    const { _tree: tree, _at: at } = this;
    const first = Number(tree[this._place(at.FIRST, node)]);
    if (first === 0) return [];
    if (!this._chained) {
      const part = BigInt(at.PART);
      const tried = Number((tree[this._place(at.SPAN, node)] >> part) & ((1n << part) - 1n));
      return Array.from({ length: tried }, (_, index) => first + index);
    }
    const chain = [];
    for (let child = first; child !== 0; child = Number(tree[this._place(at.SPAN, child)])) chain.push(child);
    return chain;
  }

  /**
   * @param {number} node
   * @returns {number}
   */
  _visits(node) {
    return Number(this._tree[this._place(this._at.VISITS, node)]);
  }

  /**
   * The move that leads to a node.
   *
   * @param {number} node
   * @returns {MoveRecord}
   */
  _record(node) {
    const size = this.kernel.recordSize;
    return plainRecord(this.kernel, this._arena.slice(node * size, (node + 1) * size));
  }

  /**
   * @param {number} column
   * @param {number} node
   * @returns {number}
   */
  _place(column, node) {
    return this._at.HEAD + column * this.kernel.layout.capacity + node;
  }
}
