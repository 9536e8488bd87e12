/**
 * Agents at the seats of a match. The same seed, the same moves so far and the same budget of iterations give the same
 * decision as in Python, as long as the tree fits into the memory of the page and no move was taken back. An agent whose
 * turn was taken back, or whose search was broken off, begins a new tree.
 */

import { decidedBy } from "./decisions.js";
import { GuidedSearch } from "./guided_search.js";
import { KnownPositions } from "./known_positions.js";
import { drawnAtLoss, rowValue } from "./losing.js";
import { MatchTree } from "./match_tree.js";
import { analysisRows, moveOf } from "./move_rows.js";
import { unpackInto } from "./packed_words.js";
import { SeatTrees, adapted } from "./seat_memory.js";
import { derivedSeed } from "./seeds.js";
import { SidePlayers } from "./side_player.js";

/** @typedef {import("./decisions.js").Breath} Breath */
/** @typedef {import("./decisions.js").Decided} Decided */
/** @typedef {import("./decisions.js").Opponent} Opponent */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./move_rows.js").MoveRow} MoveRow */
/** @typedef {import("./ranking.js").Row} Row */
/** @typedef {import("./seat_memory.js").SeatMemory} SeatMemory */

/**
 * @typedef {object} Analyzed
 * @property {MoveRow[]} rows the moves, best first
 * @property {number} value what the seat to move may expect, from -1 to 1
 * @property {number | null} proven the same where it is known exactly
 * @property {number} iterations
 */

const FIRST_SLICE = 64;
const MEASURED_MS = 80;
const PROGRESS_MS = 300;
const ANALYSIS_SEED = 1n;

/** Thinks about positions of one game, one after the other, with the one tree that the program has room for. */
export class Thinker {
  /**
   * @param {Game} game whose program nobody else searches with
   * @param {Opponent[]} opponents
   * @param {number} slice milliseconds of a search before others have their turn
   */
  constructor(game, opponents, slice) {
    this.game = game;
    this.opponents = opponents;
    this._slice = slice;
    this._tree = new MatchTree(game.kernel);
    this._usual = game.kernel.array("settings").slice(0, game.kernel.layout.search_places.UTILITY);
    this._seats = new SeatTrees(this._tree);
    /** @type {GuidedSearch | undefined} */
    this._model = undefined;
    this._sides = game.kernel.layout.sides === null ? null : new SidePlayers(game, slice);
    this._positions = new KnownPositions(game);
  }

  /**
   * The decision of an agent at the seat to move; null when it was told to stop.
   *
   * @param {string[]} moves texts of all moves from the start
   * @param {bigint} seed decides chance
   * @param {string} spec one of the opponents
   * @param {bigint} matchSeed decides what agents draw by lot
   * @param {Breath} breath
   * @returns {Promise<Decided | null>}
   */
  async decide(moves, seed, spec, matchSeed, breath) {
    const opponent = this._opponent(spec);
    const position = this._positions.after(moves, seed);
    const seat = this.game.kernel.seatToMove(position);
    const turnSeed = derivedSeed(derivedSeed(matchSeed, "seat", seat), "turn", moves.length);
    if (opponent.network !== null) return this._guided(opponent.network, position, turnSeed, breath);
    const turn = { match: `${seed} ${matchSeed}`, seat: `${seat} ${spec}`, moves };
    if (opponent.sides !== null) {
      return this._ahead().decide(opponent.sides, opponent, turn, position, turnSeed, breath);
    }
    const memory = this._seats.enter(turn.match, turn.seat, moves);
    /** @type {Decided | null} */
    let decided = null;
    try {
      decided = await this._searched(opponent, memory, moves, position, turnSeed, breath);
    } finally {
      if (decided === null) this._seats.leave(memory);
    }
    return decided;
  }

  /**
   * The decision of an agent that searches on from what it knows of a position; null when it was told to stop.
   *
   * @param {Opponent} opponent
   * @param {SeatMemory} memory
   * @param {string[]} moves
   * @param {Position} position
   * @param {bigint} seed
   * @param {Breath} breath
   * @returns {Promise<Decided | null>}
   */
  async _searched(opponent, memory, moves, position, seed, breath) {
    const began = performance.now();
    this._setSettings(opponent);
    this.game.told(() => this._tree.follow(position, seed));
    if (!(await this._spend(opponent, position, breath))) return null;
    const result = this._tree.result();
    const { text } = moveOf(this.game, position, this._chosen(opponent, memory, moves, result.rows, seed).record);
    const values = this._tree.seatValues(result, this.game.description.cooperative === true);
    const value = values[this.game.kernel.seatToMove(position) - 1];
    return { text, value, values, iterations: result.iterations, took: performance.now() - began };
  }

  /**
   * The decision of a model, which remembers nothing.
   *
   * @param {string} network
   * @param {Position} position
   * @param {bigint} seed
   * @param {Breath} breath
   * @returns {Promise<Decided | null>}
   */
  async _guided(network, position, seed, breath) {
    const began = performance.now();
    const found = await this._guide(network).search(position, seed, breath, this._slice);
    return found === null ? null : decidedBy(this.game, position, found, began);
  }

  /**
   * @param {string} network
   * @returns {GuidedSearch}
   */
  _guide(network) {
    this._model ??= new GuidedSearch(this.game, network);
    return this._model;
  }

  /** @returns {SidePlayers} */
  _ahead() {
    if (this._sides === null) throw new Error("this game was published without alpha-beta");
    return this._sides;
  }

  /**
   * What tree search thinks of the moves of a position; null when it was told to stop.
   *
   * @param {string[]} moves
   * @param {bigint} seed
   * @param {number} iterations
   * @param {Breath} breath
   * @param {(told: Analyzed) => void} [progress]
   * @returns {Promise<Analyzed | null>}
   */
  async analyze(moves, seed, iterations, breath, progress) {
    const position = this._positions.after(moves, seed);
    this._begin(position);
    let told = performance.now();
    const watched = async () => {
      if (progress !== undefined && performance.now() - told > PROGRESS_MS) {
        progress(this._analyzed(position));
        told = performance.now();
      }
      return breath();
    };
    return (await this._grow(iterations, Infinity, watched)) ? this._analyzed(position) : null;
  }

  /**
   * The seconds that each opponent will need for a move of a position on this device, by a short measurement.
   *
   * @param {string[]} moves
   * @param {bigint} seed
   * @param {Breath} breath
   * @returns {Promise<Record<string, number>>}
   */
  async times(moves, seed, breath) {
    const position = this._positions.after(moves, seed);
    this._begin(position);
    const began = performance.now();
    await this._grow(Infinity, began + MEASURED_MS, breath);
    const pace = (performance.now() - began) / 1000 / Math.max(1, this._tree.iterations);
    /** @type {Record<string, number>} */
    const told = {};
    for (const opponent of this.opponents) {
      told[opponent.spec] = await this._seconds(opponent, position, pace, breath);
    }
    return told;
  }

  /**
   * @param {Opponent} opponent
   * @param {Position} position
   * @param {number} pace seconds of an iteration of tree search
   * @param {Breath} breath
   * @returns {Promise<number>}
   */
  async _seconds(opponent, position, pace, breath) {
    const { network, sides, iterations } = opponent;
    if (network !== null) return (1 + Number(iterations)) * this._guide(network).evaluationSeconds();
    const whole =
      sides !== null
        ? await this._ahead().seconds(sides, position, MEASURED_MS, breath)
        : pace * this._iterations(opponent, position);
    return Math.min(opponent.seconds ?? Infinity, whole);
  }

  /**
   * @param {string} spec
   * @returns {Opponent}
   */
  _opponent(spec) {
    const found = this.opponents.find((opponent) => opponent.spec === spec);
    if (found !== undefined) return found;
    throw new Error(`nobody here is called ${spec}; there are ${this.opponents.map((one) => one.spec).join(", ")}`);
  }

  /**
   * Begin a tree that belongs to nobody.
   *
   * @param {Position} position
   */
  _begin(position) {
    this._seats.park();
    this.game.kernel.array("settings").set(this._usual);
    this._tree.start(position, ANALYSIS_SEED);
  }

  /**
   * Let the program search as an opponent does.
   *
   * @param {Opponent} opponent
   */
  _setSettings({ settings }) {
    const { kernel } = this.game;
    const { EXPLORATION, PLAYOUT_LIMIT, EXPAND_AFTER, SOLVE, GUIDED, SCALE, ORDERED, PRIOR } =
      kernel.layout.search_places;
    const words = kernel.array("settings");
    words.set(this._usual);
    if (settings === null) return;
    kernel.reals("settings")[EXPLORATION] = settings.c;
    if (settings.playout !== null) words[PLAYOUT_LIMIT] = BigInt(settings.playout);
    words[EXPAND_AFTER] = BigInt(settings.expand);
    if (!settings.solve) words[SOLVE] = 0n;
    if (settings.judgement === null) return;
    const { terms, guided, scale, prior } = settings.judgement;
    words[GUIDED] = BigInt(guided);
    kernel.reals("settings")[SCALE] = scale;
    words[PRIOR] = BigInt(prior);
    words[ORDERED] = prior > 0 ? 1n : 0n;
    const judged = kernel.array("terms");
    judged.fill(0n);
    unpackInto(terms, judged);
  }

  /**
   * @param {Opponent} opponent
   * @param {Position} position
   * @returns {number}
   */
  _iterations({ iterations, breadth }, position) {
    if (iterations === null) return Infinity;
    return breadth > 0 ? Math.max(iterations, breadth * this.game.moves(position).length) : iterations;
  }

  /**
   * @param {Opponent} opponent
   * @param {Position} position
   * @param {Breath} breath
   * @returns {Promise<boolean>} whether it was not told to stop
   */
  _spend(opponent, position, breath) {
    const deadline = opponent.seconds === null ? Infinity : performance.now() + 1000 * opponent.seconds;
    return this._grow(this._iterations(opponent, position), deadline, breath);
  }

  /**
   * Search in slices until the iterations are made, the time has come, or the position is proven.
   *
   * @param {number} iterations
   * @param {number} deadline
   * @param {Breath} breath
   * @returns {Promise<boolean>} whether it was not told to stop
   */
  async _grow(iterations, deadline, breath) {
    let [left, asked] = [iterations, FIRST_SLICE];
    while (left > 0) {
      const began = performance.now();
      const wanted = Math.min(left, asked);
      const made = this.game.told(() => this._tree.run(wanted));
      const now = performance.now();
      left -= made;
      if (made < wanted || now >= deadline) return true;
      const room = Math.min(this._slice, deadline - now);
      asked = Math.max(1, Math.min(4 * wanted, Math.floor((wanted * room) / Math.max(0.05, now - began))));
      if (left > 0 && !(await breath())) return false;
    }
    return true;
  }

  /**
   * @param {Opponent} opponent
   * @param {SeatMemory} memory
   * @param {string[]} moves
   * @param {Row[]} rows
   * @param {bigint} seed
   * @returns {Row}
   */
  _chosen(opponent, memory, moves, rows, seed) {
    let { loss } = opponent;
    let { course } = memory;
    if (opponent.adapting !== null) ({ loss, course } = adapted(opponent.adapting, course, rows[0]));
    const won = opponent.adapting === null && rows[0].proven === 1; // a win is taken
    const row = won ? rows[0] : drawnAtLoss(rows, loss, seed);
    memory.turns.push({ moves, course: { ...course, expected: rowValue(row) } });
    return row;
  }

  /**
   * @param {Position} position
   * @returns {Analyzed}
   */
  _analyzed(position) {
    const result = this._tree.result();
    const rows = analysisRows(this.game, position, result.rows);
    const best = rows[0].visits > 0 ? rows[0].value : result.value;
    return { rows, value: result.proven ?? best, proven: result.proven, iterations: result.iterations };
  }
}
