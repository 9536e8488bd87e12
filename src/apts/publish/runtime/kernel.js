/**
 * A published game at work: positions as arrays of words, moves as records. It knows no game; what it must know of one
 * comes with the program, as the layout that `apts.publish.program.wasm_module` describes.
 */

import { unpackInto } from "./packed_words.js";

/**
 * @typedef {object} Layout
 * @property {number} format
 * @property {string} name
 * @property {number} players
 * @property {boolean} chance whether anything is decided by chance
 * @property {string} search the entry that searches
 * @property {number} capacity nodes of a search tree
 * @property {{capacity: number, places: Record<string, number>} | null} guided the search of a network, where there is one
 * @property {Sides | null} sides alpha-beta searches, where there are any
 * @property {Record<string, string[]>} entries the names of the arguments of all that can be called
 * @property {number} pages the size of the memory, in pages of 64 KiB
 * @property {number} stack where the stack begins; it grows towards 0
 * @property {number} table entries of the table of functions
 * @property {Record<string, {at: number, words: number}>} memory the place of each array
 * @property {Record<string, string>} content what arrays hold in the beginning, packed
 * @property {Record<string, number>} places what words in the arrays of the kernel mean
 * @property {Record<string, number>} search_places what words in the arrays of a search mean
 */

/**
 * @typedef {object} Sides what `apts.publish.program.memory_map` tells of alpha-beta searches
 * @property {number} plies moves of a line that there is room for
 * @property {number} capacity words of each list of moves, at most
 * @property {Record<string, string>} terms by which positions are judged, packed
 * @property {Record<string, number>} places what words in the arrays mean, and numbers of the search
 */

/** @typedef {BigInt64Array} Position all words of a position; never changed once made */
/** @typedef {BigInt64Array} MoveRecord the words of a move */

const FORMAT = 1;

/** A check of the rules failed; the numbers say which one, for which line of the kernel, and why. */
export class KernelFailure extends Error {
  /**
   * @param {bigint} check
   * @param {bigint} line
   * @param {bigint} value
   * @param {bigint} bound
   */
  constructor(check, line, value, bound) {
    super(`a check of the rules failed (check ${check}, line ${line}, value ${value}, bound ${bound})`);
    this.name = "KernelFailure";
    this.check = check;
    this.line = line;
    this.value = value;
    this.bound = bound;
  }
}

/** A position has more moves than its list has room for. */
export class ListTooShort extends Error {
  constructor() {
    super("a position has more moves than can be listed");
    this.name = "ListTooShort";
  }
}

export class Kernel {
  /**
   * Load a program.
   *
   * @param {BufferSource} code
   * @param {Layout} layout
   * @returns {Promise<Kernel>}
   */
  static async load(code, layout) {
    if (layout.format !== FORMAT) {
      throw new Error(`the game was published in format ${layout.format}; this page reads format ${FORMAT}`);
    }
    const memory = new WebAssembly.Memory({ initial: layout.pages });
    const given = {
      __linear_memory: memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, layout.stack),
      __indirect_function_table: new WebAssembly.Table({ initial: layout.table, element: "anyfunc" }),
      cos: Math.cos,
      exp: Math.exp,
      log: Math.log,
      pow: Math.pow,
    };
    const { instance } = await WebAssembly.instantiate(code, { env: given });
    return new Kernel(instance.exports, memory, layout);
  }

  /**
   * @param {WebAssembly.Exports} entries
   * @param {WebAssembly.Memory} memory
   * @param {Layout} layout
   */
  constructor(entries, memory, layout) {
    this.layout = layout;
    this.places = layout.places;
    this._entries = entries;
    this._memory = memory;
    for (const [name, text] of Object.entries(layout.content)) unpackInto(text, this.array(name));
    this.data = this.array("data");
    this.work = this.array("work");
    this.state = this.array("state");
    this.records = this.array("records");
    this._stop = this.array("stop");
    this.recordSize = Number(this.data[this.places.RECORD]);
    this.moveLimit = Number(this.data[this.places.MOVE_LIMIT]);
    const { QUEUE_TOP, QUEUE_AT, QUEUE_END, FIRST_FRAME, STOP_AT, RECORDS_SIZE } = this.places;
    this.work[QUEUE_TOP] = this.data[QUEUE_AT];
    this.work[QUEUE_END] = this.data[FIRST_FRAME];
    this.work[STOP_AT] = BigInt(layout.memory.stop.at);
    this.work[RECORDS_SIZE] = BigInt(layout.memory.records.words);
  }

  /**
   * An array of the program by its name.
   *
   * @param {string} name
   * @returns {BigInt64Array}
   */
  array(name) {
    const { at, words } = this.layout.memory[name];
    return new BigInt64Array(this._memory.buffer, at, words);
  }

  /**
   * The same words as reals.
   *
   * @param {string} name
   * @returns {Float64Array}
   */
  reals(name) {
    const { at, words } = this.layout.memory[name];
    return new Float64Array(this._memory.buffer, at, words);
  }

  /**
   * Call an entry. Arguments that are arrays are filled in by their names, numbers are given; some may stand for an
   * array of another name.
   *
   * @param {string} name
   * @param {Record<string, bigint | string>} [given] numbers, or names of arrays
   * @returns {bigint}
   */
  call(name, given = {}) {
    const places = this.layout.entries[name].map((argument) => {
      const value = given[argument] ?? argument;
      return typeof value === "bigint" ? value : BigInt(this.layout.memory[value].at);
    });
    const { work, places: at } = this;
    work[at.FAILURE] = 0n;
    work[at.OVERFLOW] = 0n;
    work[at.QUEUE_TOP] = this.data[at.QUEUE_AT];
    work[at.ASKED] = 0n;
    work[at.SEEKING] = 0n;
    work[at.STOP_SEEN] = this._stop[0];
    const entry = /** @type {(...values: bigint[]) => bigint} */ (this._entries[name]);
    const result = entry(...places);
    if (work[at.FAILURE] !== 0n) {
      const [line, value, bound] = [at.FAILED_LINE, at.FAILED_VALUE, at.FAILED_BOUND].map((place) => work[place]);
      throw new KernelFailure(work[at.FAILURE], line, value, bound);
    }
    if (work[at.OVERFLOW] !== 0n) throw new ListTooShort();
    return result;
  }

  /**
   * The start position.
   *
   * @param {bigint} [seed] decides chance
   * @returns {Position}
   */
  start(seed = 0n) {
    this.call("start", { seed: this.layout.chance ? seed : 0n });
    return this.state.slice();
  }

  /**
   * The legal moves as the rules list them.
   *
   * @param {Position} position
   * @returns {MoveRecord[]}
   */
  moves(position) {
    this.state.set(position);
    const count = Number(this.call("moves"));
    const size = this.recordSize;
    return Array.from({ length: count }, (_, index) => this.records.slice(index * size, (index + 1) * size));
  }

  /**
   * The position after a move.
   *
   * @param {Position} position
   * @param {MoveRecord} move
   * @returns {Position}
   */
  after(position, move) {
    this.state.set(position);
    this.records.set(move);
    this.call("play", { index: 0n });
    return this.state.slice();
  }

  /**
   * The position with the scores that the rules work out from it; only for games that have such scores.
   *
   * @param {Position} position
   * @returns {Position}
   */
  scored(position) {
    this.state.set(position);
    this.call("scores");
    return this.state.slice();
  }

  /**
   * The hash of a position, as Python has it.
   *
   * @param {Position} position
   * @returns {bigint}
   */
  hash(position) {
    this.state.set(position);
    return this.presentHash();
  }

  /**
   * The hash of the position that is in the memory of the program.
   *
   * @returns {bigint}
   */
  presentHash() {
    return this.call("position_key", { count: BigInt(this.layout.memory.spans.words / 2) });
  }

  /**
   * @param {Position} position
   * @returns {boolean}
   */
  over(position) {
    return position[this.places.OVER] !== 0n;
  }

  /**
   * The seat that is to move; a swap of sides exchanges the first two.
   *
   * @param {Position} position
   * @returns {number}
   */
  seatToMove(position) {
    return this.seatOf(position, Number(position[this.places.MOVER]));
  }

  /**
   * The seat of a player of the rules.
   *
   * @param {Position} position
   * @param {number} player
   * @returns {number}
   */
  seatOf(position, player) {
    return position[this.places.SWAPPED] !== 0n && player <= 2 ? 3 - player : player;
  }

  /**
   * The rank of each seat at the end of a match, 1 for the first place; seats that share places have their mean.
   *
   * @param {Position} position
   * @returns {number[]}
   */
  ranks(position) {
    const first = Number(this.data[this.places.RANK_AT]);
    const ranks = Array.from({ length: this.layout.players }, (_, index) => Number(position[first + 1 + index]) / 2);
    return ranks.map((_, index) => ranks[this.seatOf(position, index + 1) - 1]);
  }
}
