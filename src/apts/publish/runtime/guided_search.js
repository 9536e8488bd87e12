/**
 * Search that a network guides, on a published game that was compiled with one. Without chance the same position has the
 * same decision as in Python, as long as the tree fits into the memory of the page; the network's numbers agree with those
 * of ONNX Runtime to about six digits.
 */

import { plainRecord } from "./search.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./kernel.js").MoveRecord} MoveRecord */
/** @typedef {import("./kernel.js").Position} Position */

/** @typedef {{record: MoveRecord, value: number, iterations: number}} Guided */

/** The arrays that stand for the arguments of the routine; those of self-play are never looked at. */
const STANDING = {
  state: "guided_state",
  roots: "root",
  settings: "guided_settings",
  pool_planes: "pool",
  pool_globals: "pool",
  pool_moves: "pool",
  pool_shares: "pool",
  ledger: "pool",
  matches: "pool",
};

/**
 * Reals of 32 bits from base64.
 *
 * @param {string} text
 * @returns {Float32Array}
 */
function singlesOf(text) {
  const octets = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Float32Array(octets.buffer);
}

export class GuidedSearch {
  /**
   * @param {Game} game
   * @param {string} weights of the network, packed
   */
  constructor(game, weights) {
    const { kernel } = game;
    const { guided } = kernel.layout;
    if (guided === null) throw new Error("this game was published without a network");
    this._game = game;
    this.kernel = kernel;
    this._at = guided.places;
    this._capacity = guided.capacity;
    this._tree = kernel.array("trees");
    this._reals = kernel.reals("trees");
    kernel.reals("weights").set(singlesOf(weights));
  }

  /**
   * Search a position; null when it was told to stop.
   *
   * @param {Position} position
   * @param {bigint} seed
   * @param {() => Promise<boolean>} breath
   * @param {number} slice milliseconds between breaths
   * @returns {Promise<Guided | null>}
   */
  async search(position, seed, breath, slice) {
    this._begin(position, seed);
    let last = performance.now();
    while (this._advance() === this._at.WAITING) {
      this.kernel.call("evaluate_network");
      if (performance.now() - last < slice) continue;
      if (!(await breath())) return null;
      last = performance.now();
    }
    return this._found();
  }

  /** What the network takes for a position, whatever that is. */
  evaluationSeconds() {
    const began = performance.now();
    this.kernel.call("evaluate_network");
    return (performance.now() - began) / 1000;
  }

  /**
   * @param {Position} position
   * @param {bigint} seed
   */
  _begin(position, seed) {
    const { _tree: tree, _at: at } = this;
    this.kernel.array("root").set(position);
    tree.fill(0n, 0, at.HEAD);
    tree[at.USED] = 1n;
    tree[at.CAPACITY] = BigInt(this._capacity);
    tree[at.LEAF] = -1n;
    tree[at.STREAM] = seed;
    for (let column = 0; column < at.COLUMNS; column++) tree[this._place(column, 0)] = 0n;
  }

  /** @returns {number} why the search has stopped; a tree without room ends it */
  _advance() {
    const answer = this._game.told(() => this.kernel.call("advance", { ...STANDING, first_slot: 0n }));
    return Number(answer & 0xffffffffn);
  }

  /** @returns {Guided} */
  _found() {
    const { _tree: tree, _at: at } = this;
    const chosen = Number(this.kernel.call("conclude", { tree: "trees", settings: STANDING.settings }));
    const size = this.kernel.recordSize;
    const record = plainRecord(this.kernel, this.kernel.array("arenas").slice(chosen * size, (chosen + 1) * size));
    return { record, value: this._proven(0) ?? this._value(), iterations: Number(tree[at.DONE]) };
  }

  /**
   * The value of the root for its mover: the network's before any search, else that of the improved policy.
   *
   * @returns {number}
   */
  _value() {
    const { _tree: tree, _reals: reals, _at: at } = this;
    const own = reals[this._place(at.VALUE, 0)];
    const first = Number(tree[this._place(at.FIRST, 0)]);
    const children = Array.from({ length: Number(tree[this._place(at.COUNT, 0)]) }, (_, index) => first + index);
    const visits = children.map((child) => Number(tree[this._place(at.VISITS, child)]));
    if (visits.every((count) => count === 0)) return Math.max(-1, Math.min(1, own));
    const policy = this.kernel.reals("policy");
    const mean = (/** @type {number} */ index) =>
      visits[index] === 0
        ? own
        : Math.max(-1, Math.min(1, reals[this._place(at.TOTAL, children[index])] / visits[index]));
    return Math.max(-1, Math.min(1, children.reduce((sum, _, index) => sum + policy[index] * mean(index), 0)));
  }

  /**
   * The exact utility of a node for the seat to move at the root, where it is known.
   *
   * @param {number} node
   * @returns {number | null}
   */
  _proven(node) {
    const word = this._tree[this._place(this._at.PROVEN, node)];
    if (word === 0n) return null;
    const { UTILITY, RANK_BITS } = this.kernel.layout.search_places;
    const seat = this.kernel.seatToMove(this.kernel.array("root"));
    const rank = Number((word >> BigInt(RANK_BITS * (seat - 1))) & 63n);
    return this.kernel.reals("settings")[UTILITY + rank];
  }

  /**
   * @param {number} column
   * @param {number} node
   * @returns {number}
   */
  _place(column, node) {
    return this._at.HEAD + column * this._capacity + node;
  }
}
