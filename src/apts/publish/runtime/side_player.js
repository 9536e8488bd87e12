/** Agents that look ahead by alpha-beta, at the seats of a match; each keeps its table of positions from turn to turn. */

import { decidedBy } from "./decisions.js";
import { drawnAtLoss } from "./losing.js";
import { SeatTrees } from "./seat_memory.js";
import { SideSearch } from "./side_search.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./decisions.js").Breath} Breath */
/** @typedef {import("./decisions.js").Decided} Decided */
/** @typedef {import("./side_search.js").SideSettings} SideSettings */
/** @typedef {import("./side_search.js").Watch} Watch */

export class SidePlayers {
  /**
   * @param {Game} game
   * @param {number} slice milliseconds of a search before others have their turn
   */
  constructor(game, slice) {
    this._game = game;
    this._slice = slice;
    this._search = new SideSearch(game);
    this._seats = new SeatTrees(this._search);
  }

  /**
   * The decision at the seat to move; null when it was told to stop.
   *
   * @param {SideSettings} settings
   * @param {{seconds: number | null, loss: number}} opponent
   * @param {{match: string, seat: string, moves: string[]}} turn
   * @param {Position} position
   * @param {bigint} seed
   * @param {Breath} breath
   * @returns {Promise<Decided | null>}
   */
  async decide(settings, { seconds, loss }, { match, seat, moves }, position, seed, breath) {
    const began = performance.now();
    const memory = this._seats.enter(match, seat, moves);
    const watch = this._watch(began + 1000 * (seconds ?? Infinity), breath);
    let found = null;
    try {
      found = await this._search.search(settings, position, seed, watch);
    } finally {
      if (found === null) this._seats.leave(memory);
    }
    if (found === null) return null;
    memory.turns.push({ moves, course: memory.course });
    if (loss <= 0 || found.value >= 1) return decidedBy(this._game, position, found, began);
    const { record } = drawnAtLoss(this._search.judgedRows(settings, position, found), loss, seed);
    return decidedBy(this._game, position, { ...found, record }, began);
  }

  /**
   * The seconds that a decision will take on this device. A search that does not end in the time of the measurement is
   * taken to grow with each further move as it grew so far, up to the positions that it may look at.
   *
   * @param {SideSettings} settings
   * @param {Position} position
   * @param {number} measured milliseconds
   * @param {Breath} breath
   * @returns {Promise<number>}
   */
  async seconds(settings, position, measured, breath) {
    this._seats.park();
    const began = performance.now();
    const found = await this._search.search(settings, position, 0n, this._watch(began + measured, breath));
    const took = (performance.now() - began) / 1000;
    this._search.root = undefined;
    if (found === null || found.whole) return took;
    const { spent, iterations: nodes } = found;
    const last = spent[spent.length - 1];
    const growth = spent.length > 1 ? (last / spent[0]) ** (1 / (spent.length - 1)) : last;
    const whole = ((took * last) / nodes) * growth ** (settings.depth - spent.length);
    const most = settings.nodes === null ? Infinity : (took * settings.nodes) / nodes;
    return Math.max(took, Math.min(whole, most));
  }

  /**
   * @param {number} deadline
   * @param {Breath} breath
   * @returns {Watch}
   */
  _watch(deadline, breath) {
    let last = performance.now();
    return async () => {
      const now = performance.now();
      if (now >= deadline) return "late";
      if (now - last < this._slice) return "on";
      const goesOn = await breath();
      last = performance.now();
      return goesOn ? "on" : "stopped";
    };
  }
}
