/**
 * Alpha-beta on a published game that was compiled with it. The same position, depth, seed and earlier searches give the
 * same decision as in Python (see `apts.search.minimax`), which this follows step by step.
 */

import { ListTooShort } from "./kernel.js";
import { unpackInto } from "./packed_words.js";
import { plainRecord } from "./search.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./kernel.js").MoveRecord} MoveRecord */
/** @typedef {import("./kernel.js").Position} Position */

/** @typedef {import("./ranking.js").Row} Row */

/**
 * @typedef {object} SideSettings
 * @property {number} depth
 * @property {number | null} nodes
 * @property {number} scale
 * @property {number} table
 * @property {boolean} quiet whether lines go on with captures
 * @property {boolean} reduce whether late moves are searched less deep
 * @property {string} terms
 */

/**
 * @typedef {object} Ahead what a search found
 * @property {MoveRecord} record the best move
 * @property {number} value for the seat to move, from -1 to 1
 * @property {boolean} whole whether the depth was reached, or the match is decided
 * @property {number[]} spent nodes seen up to the end of each depth
 * @property {number} iterations all nodes seen
 */

/** @typedef {{root: Position | undefined, bytes: number, table: BigInt64Array, block: BigInt64Array}} ParkedTable */

/** @typedef {() => Promise<"on" | "late" | "stopped">} Watch tells whether to go on: late is past the time, stopped is unwanted */

const NODES_A_CALL = 128;
const TIE_SEED_BITS = 63;

/** The arrays that stand for the arguments of the routines. */
const ARRAYS = {
  block: "sides",
  states: "sides_states",
  lists: "sides_lists",
  table: "sides_table",
  plan: "sides_plan",
  terms: "sides_terms",
  scratch: "sides_scratch",
  real: "sides_real",
};

export class SideSearch {
  /** @param {Game} game */
  constructor(game) {
    const { kernel } = game;
    const { sides } = kernel.layout;
    if (sides === null) throw new Error("this game was published without alpha-beta");
    this._game = game;
    this.kernel = kernel;
    this._sides = sides;
    this._at = sides.places;
    this._block = kernel.array(ARRAYS.block);
    this._table = kernel.array(ARRAYS.table);
    this._capacity = Math.min(sides.capacity, this._at.FIRST_MOVES * kernel.recordSize);
    this._terms = "";
    /** @type {Position | undefined} the position searched last, where its table is still of use */
    this.root = undefined;
    this._writeFactors();
  }

  /** The random factors of keys, one for each word of a position, as `apts.search.memory` has them. */
  _writeFactors() {
    const plan = this.kernel.array(ARRAYS.plan);
    const first = Number(plan[this._at.FACTORS_AT]);
    for (let place = 0; first + place < plan.length; place++) {
      const drawn = this.kernel.call("match_stream", { seed: BigInt(place + 1), number: 1n, part: 2n });
      plan[first + place] = BigInt.asIntN(64, 2n * drawn + 1n - (1n << 63n));
    }
  }

  /**
   * Search a position as far as the settings say, or until the time has come; null when it was told to stop.
   *
   * @param {SideSettings} settings
   * @param {Position} position
   * @param {bigint} seed decides which of several moves of the same value is found
   * @param {Watch} watch
   * @returns {Promise<Ahead | null>}
   */
  async search(settings, position, seed, watch) {
    this._useTerms(settings.terms);
    if (this.root === undefined) this._forget(settings.table);
    this.root = position;
    for (;;) {
      try {
        return await this._deepen(settings, position, seed, watch);
      } catch (problem) {
        if (!(problem instanceof ListTooShort) || this._capacity === this._sides.capacity) throw problem;
        this._widen();
      }
    }
  }

  /** @param {string} name of what positions are judged by */
  _useTerms(name) {
    if (name === this._terms) return;
    const words = this.kernel.array(ARRAYS.terms);
    words.fill(0n);
    unpackInto(this._sides.terms[name], words);
    this._terms = name;
  }

  /** @param {number} bits the size of the table, as a power of 2 */
  _forget(bits) {
    this._table.fill(0n);
    this._table[this._at.BUCKETS] = 1n << BigInt(bits);
    this._allocate();
  }

  /** Make room for longer lists of moves. */
  _widen() {
    this._capacity = Math.min(this._sides.capacity, 4 * this._capacity);
    this._allocate();
  }

  /** Lay the block out for lists of the present length. */
  _allocate() {
    const { _block: block, _at: at, _capacity: capacity } = this;
    const { plies } = this._sides;
    const killers = at.HEAD + at.HISTORY_SIZE;
    const frames = killers + 2 * plies;
    const order = frames + at.FRAME * plies;
    block.fill(0n, 0, order);
    block[at.PLIES] = BigInt(plies);
    block[at.CAPACITY] = BigInt(capacity);
    block[at.STATE_WORDS] = BigInt(this.kernel.state.length);
    block[at.HISTORY_AT] = BigInt(at.HEAD);
    block[at.KILLERS_AT] = BigInt(killers);
    block[at.FRAMES_AT] = BigInt(frames);
    block[at.ORDER_AT] = BigInt(order);
    block[at.ROOT_VALUES] = BigInt(order + capacity * plies);
  }

  /**
   * @param {SideSettings} settings
   * @param {Position} position
   * @param {bigint} seed
   * @param {Watch} watch
   * @returns {Promise<Ahead | null>}
   */
  async _deepen(settings, position, seed, watch) {
    const { WIN, DECIDED } = this._at;
    const { depth, scale } = settings;
    const records = this._prepare(settings, position, BigInt.asUintN(TIE_SEED_BITS, 2n * seed + 1n));
    let [value, best, whole] = [0, 0, false];
    /** @type {number[]} */
    const spent = [];
    for (let level = 1; level <= depth && !whole; level++) {
      const answer = await this._level(level === 1 ? null : value, level, settings.nodes ?? Infinity, watch);
      if (answer === "stopped") return null;
      if (answer === "late") break;
      [value, best] = [answer, this._bestIndex()];
      whole = level === depth || (Math.abs(value) > DECIDED && WIN - Math.abs(value) <= level);
      spent.push(this._nodes);
    }
    const record = plainRecord(this.kernel, records[best]);
    return { record, value: this._utility(value, scale), whole, spent, iterations: this._nodes };
  }

  /**
   * All moves with values to choose by, the best of a search first: how far the others are behind it is taken from a shallow
   * look at all, which remembers nothing.
   *
   * @param {SideSettings} settings
   * @param {Position} position
   * @param {Ahead} found
   * @returns {Row[]}
   */
  judgedRows(settings, position, { record, value }) {
    const parked = this.parked();
    try {
      const rows = this._shallowRows(settings, position);
      const same = (/** @type {Row} */ row) => String(row.record) === String(record);
      const there = /** @type {Row} */ (rows.find(same)).value;
      const others = rows.filter((row) => !same(row));
      return [
        { record, visits: 1, value, proven: null, line: [] },
        ...others.map((row) => ({ ...row, value: value - Math.max(0, there - row.value) })),
      ];
    } finally {
      this.restore(parked);
    }
  }

  /**
   * @param {SideSettings} settings
   * @param {Position} position
   * @returns {Row[]}
   */
  _shallowRows(settings, position) {
    for (;;) {
      try {
        return this._look(settings, position);
      } catch (problem) {
        if (!(problem instanceof ListTooShort) || this._capacity === this._sides.capacity) throw problem;
        this._widen();
      }
    }
  }

  /**
   * @param {SideSettings} settings
   * @param {Position} position
   * @returns {Row[]}
   */
  _look(settings, position) {
    const { INFINITE, ROOT_VALUES, SHALLOW_DEPTH, SHALLOW_NODES, SHALLOW_SHARE, SHALLOW_TABLE_BITS } = this._at;
    const most = Math.min(SHALLOW_NODES, Math.floor((settings.nodes ?? Infinity) / SHALLOW_SHARE));
    this._forget(SHALLOW_TABLE_BITS);
    const records = this._prepare({ ...settings, reduce: false }, position, 0n);
    let values = records.map(() => 0);
    for (let level = 1; level <= SHALLOW_DEPTH; level++) {
      this._begin(-INFINITE, INFINITE, level, true);
      const limit = level === 1 ? Infinity : most;
      let whole = this._goOn(limit);
      while (!whole && this._nodes < limit) whole = this._goOn(limit);
      const first = Number(this._block[ROOT_VALUES]);
      if (whole) values = records.map((_, place) => Number(this._block[first + place]));
    }
    return records.map((record, place) => ({
      record: plainRecord(this.kernel, record),
      visits: 1,
      value: this._utility(values[place], settings.scale),
      proven: null,
      line: [],
    }));
  }

  /**
   * Put a position at the root; gives its moves.
   *
   * @param {SideSettings} settings
   * @param {Position} position
   * @param {bigint} seed what equal moves are chosen among by; 0 takes the first
   * @returns {MoveRecord[]}
   */
  _prepare({ quiet, reduce }, position, seed) {
    const { _block: block, _at: at, kernel } = this;
    const records = this._game.told(() => kernel.moves(position));
    while (records.length * kernel.recordSize > this._capacity && this._capacity < this._sides.capacity) this._widen();
    if (Number(block[at.CAPACITY]) < this._capacity) this._allocate();
    kernel.array(ARRAYS.states).set(position);
    block[at.SEED] = seed;
    block[at.QUIET] = quiet ? BigInt(at.QUIET_MOVES) : 0n;
    block[at.REDUCE] = reduce ? 1n : 0n;
    block[at.SEAT] = BigInt(kernel.seatToMove(position));
    block[at.NODES] = block[at.CAPPED] = 0n;
    kernel.call("fade", ARRAYS);
    return records;
  }

  /**
   * The value of the root at a depth; the first depth is always reached.
   *
   * @param {number | null} guess the value at the depth before
   * @param {number} depth
   * @param {number} nodes from so many on it is late
   * @param {Watch} watch
   * @returns {Promise<number | "late" | "stopped">}
   */
  async _level(guess, depth, nodes, watch) {
    const { INFINITE, DECIDED, ASPIRATION } = this._at;
    let [low, high, margin] = [-INFINITE, INFINITE, ASPIRATION];
    if (guess !== null && Math.abs(guess) < DECIDED) [low, high] = [guess - margin, guess + margin];
    for (;;) {
      this._begin(low, high, depth);
      while (!this._goOn(guess === null ? Infinity : nodes)) {
        const answer = this._nodes >= nodes ? "late" : await watch();
        if (answer === "stopped" || (answer === "late" && guess !== null)) return answer;
      }
      const value = Number(this._block[this._at.VALUE]);
      const within = low < value && value < high;
      if (within || (value <= low && low === -INFINITE) || (value >= high && high === INFINITE)) return value;
      margin *= 8;
      if (value <= low) low = margin < DECIDED ? Math.max(-INFINITE, value - margin) : -INFINITE;
      else high = margin < DECIDED ? Math.min(INFINITE, value + margin) : INFINITE;
    }
  }

  /**
   * Set the window and the depth of a search of the root.
   *
   * @param {number} low
   * @param {number} high
   * @param {number} depth
   * @param {boolean} [wide] whether every move of the root gets its own value
   */
  _begin(low, high, depth, wide = false) {
    const { _block: block, _at: at } = this;
    const base = Number(block[at.FRAMES_AT]);
    block[at.PLY] = block[base + at.SCOUTED] = 0n;
    block[at.WIDE_ROOT] = wide ? 1n : 0n;
    block[at.MODE] = BigInt(at.ENTER);
    block[base + at.ALPHA] = BigInt(low);
    block[base + at.BETA] = BigInt(high);
    block[base + at.DEPTH] = BigInt(depth);
  }

  /**
   * Search a little further, though not beyond so many nodes.
   *
   * @param {number} most
   * @returns {boolean} whether the root is finished
   */
  _goOn(most) {
    const { work, places } = this.kernel;
    const usual = work[places.RECORDS_SIZE];
    work[places.RECORDS_SIZE] = BigInt(this._capacity);
    const limit = BigInt(this._nodes + Math.max(1, Math.min(NODES_A_CALL, most - this._nodes)));
    try {
      return this._game.told(() => this.kernel.call("negamax", { ...ARRAYS, limit })) !== 0n;
    } finally {
      work[places.RECORDS_SIZE] = usual;
    }
  }

  get _nodes() {
    return Number(this._block[this._at.NODES]);
  }

  /** @returns {number} the place of the best move of the finished root */
  _bestIndex() {
    const best = Number(this._block[Number(this._block[this._at.FRAMES_AT]) + this._at.BEST_MOVE]);
    return best === this._at.NO_MOVE ? 0 : best;
  }

  /**
   * What a value of the search is worth, from -1 to 1; with one or two seats a decided match is a win or a loss.
   *
   * @param {number} value
   * @param {number} scale
   * @returns {number}
   */
  _utility(value, scale) {
    if (Math.abs(value) > this._at.DECIDED) return Math.sign(value);
    const real = this.kernel.reals(ARRAYS.real);
    real[0] = value / this._at.POINT / scale;
    this.kernel.call("tangent_in_place", ARRAYS);
    return real[0];
  }

  /** What is kept from turn to turn, in words: of the table, and of the block without its lists. */
  get _kept() {
    const { BUCKETS, BUCKET, POSITIONS_HEAD, ORDER_AT } = this._at;
    return [POSITIONS_HEAD + BUCKET * Number(this._table[BUCKETS]), Number(this._block[ORDER_AT])];
  }

  /** What the table takes outside of the program. */
  get usedBytes() {
    const [table, block] = this._kept;
    return 8 * (table + block);
  }

  /**
   * Take the table, and what is known of good moves, out of the memory of the program.
   *
   * @returns {ParkedTable}
   */
  parked() {
    const [table, block] = this._kept;
    const words = { table: this._table.slice(0, table), block: this._block.slice(0, block) };
    return { ...words, bytes: this.usedBytes, root: this.root };
  }

  /**
   * Put them back.
   *
   * @param {ParkedTable} parked
   */
  restore({ table, block, root }) {
    this._table.set(table);
    this._block.set(block);
    this.root = root;
  }
}
