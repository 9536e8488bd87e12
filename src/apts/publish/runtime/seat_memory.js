/** What an agent remembers from turn to turn of a match, and how one that follows its opponents' strength uses it. */

import { rowValue } from "./losing.js";

/** @typedef {import("./ranking.js").Row} Row */

/**
 * @typedef {object} KeptSearch a search in the program that goes on from turn to turn
 * @property {unknown} root the position that it knows about; undefined where it begins anew
 * @property {number} usedBytes what it would take outside of the program
 * @property {() => any} parked takes what it knows out of the memory of the program, with its `bytes`
 * @property {(parked: any) => void} restore puts that back
 */

/** @typedef {{lead: number, echo: number, eagerness: number, patience: number}} Adapting */

/** @typedef {{expected: number | null, start: number | null, mistakes: number, turns: number}} Course */

const MOST_PARKED_BYTES = 24 << 20;

/** A seat of a match, and what the agent there remembers from turn to turn. */
export class SeatMemory {
  constructor() {
    /** @type {any} what its search knew, outside of the program; null where that is in it, or given up */
    this.parked = null;
    /** @type {{moves: string[], course: Course}[]} what it knew after each of its turns */
    this.turns = [];
  }

  /**
   * Forget all turns that are not on the way to a position; tells whether the latest one is.
   *
   * @param {string[]} moves
   * @returns {boolean}
   */
  goesOnTo(moves) {
    const known = this.turns.length;
    const before = (/** @type {string[]} */ earlier) =>
      earlier.length < moves.length && earlier.every((text, place) => text === moves[place]);
    this.turns = this.turns.filter((turn) => before(turn.moves));
    return known > 0 && this.turns.length === known;
  }

  /** @returns {Course} */
  get course() {
    return this.turns.at(-1)?.course ?? { expected: null, start: null, mistakes: 0, turns: 0 };
  }
}

/**
 * What a turn of an adapting agent should cost on average, and the course with this turn in it.
 *
 * @param {Adapting} adapting
 * @param {Course} course
 * @param {Row} best
 * @returns {{loss: number, course: Course}}
 */
export function adapted(adapting, course, best) {
  const value = rowValue(best);
  const met = course.expected !== null;
  const mistakes = met ? course.mistakes + (value - Number(course.expected)) : course.mistakes;
  const turns = met ? course.turns + 1 : course.turns;
  const start = course.start ?? Math.max(-0.25, Math.min(0.25, value));
  const ahead = value - start - adapting.lead;
  const usual = Math.max(0, mistakes) / (turns + adapting.patience);
  const loss = ahead > 0 ? adapting.echo * usual ** 2 * (1 + adapting.eagerness * ahead) : 0;
  return { loss, course: { expected: course.expected, start, mistakes, turns } };
}

/** The memories of all seats of a match, one of which has its tree, or its table of positions, in the program. */
export class SeatTrees {
  /** @param {KeptSearch} tree */
  constructor(tree) {
    this._tree = tree;
    this._match = "";
    /** @type {Map<string, SeatMemory>} */
    this._seats = new Map();
    /** @type {SeatMemory | null} whose tree is in the program */
    this._present = null;
  }

  /**
   * Bring the memory of a seat, with its tree if that is still of use; a new match forgets those of the last one.
   *
   * @param {string} match
   * @param {string} seat
   * @param {string[]} moves
   * @returns {SeatMemory}
   */
  enter(match, seat, moves) {
    if (match !== this._match) {
      this._seats.clear();
      this._present = null;
      this._match = match;
    }
    const memory = this._seats.get(seat) ?? new SeatMemory();
    this._seats.set(seat, memory);
    const useful = memory.goesOnTo(moves);
    if (this._present !== memory) this.park();
    if (!useful) this._tree.root = undefined;
    else if (memory.parked !== null) this._tree.restore(memory.parked);
    memory.parked = null;
    this._present = memory;
    return memory;
  }

  /** Take the tree in the program out of it, if others that wait leave it room, and else give it up. */
  park() {
    const taken = [...this._seats.values()].reduce((sum, seat) => sum + (seat.parked?.bytes ?? 0), 0);
    if (this._present !== null && taken + this._tree.usedBytes <= MOST_PARKED_BYTES) {
      this._present.parked = this._tree.parked();
    }
    this._present = null;
    this._tree.root = undefined;
  }

  /**
   * Give up the tree of a search that was broken off.
   *
   * @param {SeatMemory} memory
   */
  leave(memory) {
    memory.parked = null;
    this._present = null;
    this._tree.root = undefined;
  }
}
