/** A match at the page: its moves, its positions, who sits where. It knows nothing of the page itself. */

/** @typedef {import("../runtime/game.js").Game} Game */
/** @typedef {import("../runtime/game.js").Offered} Offered */
/** @typedef {import("../runtime/kernel.js").Position} Position */

/**
 * @typedef {object} MatchRecord a match as it is kept
 * @property {string} seed
 * @property {string[]} seats `person`, `level:NAME` or `adaptive`, seat 1 first
 * @property {string[]} moves
 * @property {number[]} times what each move took, in milliseconds
 * @property {number} given moves that stood on the board when somebody began to play
 * @property {string} started
 * @property {string | null} ended
 * @property {{ranks: number[], reason: string} | null} outcome
 * @property {number | null} resigned the seat that gave up
 * @property {number} undone
 * @property {number} hints
 * @property {Record<string, unknown>} answers
 */

/**
 * What chance decided before some move, where others draw the lots: words by their places, as texts.
 *
 * @typedef {(ply: number) => [place: number, word: string][]} Lots
 */

export const PERSON = "person";

export class Match {
  /**
   * @param {Game} game
   * @param {bigint} seed
   * @param {string[]} seats
   * @param {Lots} [lots] where somebody else draws them; the seed decides otherwise
   */
  constructor(game, seed, seats, lots) {
    this.game = game;
    this.seed = seed;
    this.seats = seats;
    this._lots = lots;
    /** @type {Position[]} */
    this.positions = [this._settled(game.start(seed), 0)];
    /** @type {Offered[]} */
    this.moves = [];
    /** @type {number[]} */
    this.times = [];
    /** @type {Map<number, {seat: number, value: number}>} the value for the mover of positions that were judged */
    this.values = new Map();
    /** @type {number | null} */
    this.resigned = null;
    /** Moves that stood on the board when somebody began to play. */
    this.given = 0;
    this.undone = 0;
    this.hints = 0;
    /** @type {Record<string, unknown>} */
    this.answers = {};
    this.started = new Date().toISOString();
    /** @type {string | null} */
    this.ended = null;
  }

  /** The position on the board. */
  get position() {
    return this.positions[this.positions.length - 1];
  }

  /** The texts of all moves. */
  get texts() {
    return this.moves.map((move) => move.text);
  }

  get over() {
    return this.resigned !== null || this.game.over(this.position);
  }

  /** The seat to move. */
  get mover() {
    return this.game.seatToMove(this.position);
  }

  /**
   * The only legal move, if it is a pass: nobody decides anything by it.
   *
   * @returns {Offered | null}
   */
  get lonePass() {
    const moves = this.over ? [] : this.game.offered(this.position);
    return moves.length === 1 && moves[0].kind === "pass" ? moves[0] : null;
  }

  /** Whether a person is to move. */
  get waitsForPerson() {
    return !this.over && this.isPerson(this.mover);
  }

  /** @param {number} seat */
  isPerson(seat) {
    return this.seats[seat - 1] === PERSON;
  }

  /** The only seat of a person, or null where there are none or several, or where nobody here played. */
  get onlyPerson() {
    if (this.onlySeen) return null;
    const people = this.seats.flatMap((who, index) => (who === PERSON ? [index + 1] : []));
    return people.length === 1 ? people[0] : null;
  }

  /**
   * How the match ended; null while it runs.
   *
   * @returns {Pick<import("../runtime/position_view.js").OutcomeLook, "ranks" | "teams" | "reason" | "words" | "mover"> | null}
   */
  get outcome() {
    const { resigned } = this;
    if (resigned !== null) {
      const { teams, cooperative } = this.game.description;
      const ranks = resignedRanks(resigned, this.seats.length, this.game.decided(this.position), teams ?? [], cooperative === true);
      return { ranks, teams, reason: "resigned", words: null, mover: null };
    }
    return this.game.look(this.position).outcome;
  }

  /**
   * Play a move of the present position.
   *
   * @param {Offered} move
   * @param {number} took milliseconds
   */
  play(move, took) {
    this.positions.push(this._settled(this.game.after(this.position, move), this.positions.length));
    this.moves.push(move);
    this.times.push(Math.round(took));
    if (this.over) this.ended = new Date().toISOString();
  }

  /**
   * A position with what chance decided for it, where others draw the lots.
   *
   * @param {Position} position
   * @param {number} ply
   * @returns {Position}
   */
  _settled(position, ply) {
    return this._lots === undefined ? position : this.game.settled(position, this._lots(ply));
  }

  /**
   * Play moves given as texts, as far as they are legal.
   *
   * @param {string[]} texts
   * @returns {number | null} the place of the first that is not legal; null where all are
   */
  follow(texts) {
    for (const [index, text] of texts.entries()) {
      const move = this.over ? undefined : this.game.find(this.position, text);
      if (move === undefined) return index;
      this.play(move, 0);
      this.given = this.moves.length;
    }
    return null;
  }

  /**
   * Go on with a match that was kept.
   *
   * @param {MatchRecord} kept
   * @returns {boolean} whether all its moves are legal
   */
  restore({ moves, times, given, started, undone, hints }) {
    if (this.follow(moves) !== null) return false;
    Object.assign(this, { times, given, started, undone, hints });
    return true;
  }

  /** Whether somebody has begun to play a match that is not over. */
  get underway() {
    return !this.over && this.seats.includes(PERSON) && this.moves.length > this.given;
  }

  /** Whether the match was over before anybody here could play. */
  get onlySeen() {
    return this.over && this.resigned === null && this.given === this.moves.length;
  }

  /**
   * Go back to the last decision of a person.
   *
   * @returns {number} how many moves were taken back; 0 where no person has decided anything
   */
  undo() {
    const decided = (/** @type {number} */ ply) =>
      this.isPerson(this.game.seatToMove(this.positions[ply])) && this.game.offered(this.positions[ply]).length > 1;
    if (this.resigned !== null) {
      this.resigned = this.ended = null;
      return 1;
    }
    for (let ply = this.moves.length - 1; ply >= 0; ply--) {
      if (decided(ply)) return this.cut(ply);
    }
    return 0;
  }

  /**
   * Take back all moves from a place on.
   *
   * @param {number} ply
   * @returns {number} how many that were
   */
  cut(ply) {
    const taken = this.moves.length - ply;
    this.positions.length = ply + 1;
    this.moves.length = this.times.length = ply;
    this.given = Math.min(this.given, ply);
    for (const judged of [...this.values.keys()]) if (judged > ply) this.values.delete(judged);
    this.resigned = this.ended = null;
    this.undone += taken;
    return taken;
  }

  /** @param {number} seat */
  resign(seat) {
    this.resigned = seat;
    this.ended = new Date().toISOString();
  }

  /**
   * The match as it is kept and sent.
   *
   * @returns {MatchRecord}
   */
  record() {
    const { seats, times, given, started, ended, resigned, undone, hints, answers } = this;
    const outcome = this.outcome && { ranks: this.outcome.ranks, reason: this.outcome.reason };
    const [seed, moves] = [String(this.seed), this.texts];
    return { seed, seats, moves, times, given, started, ended, outcome, resigned, undone, hints, answers };
  }
}

/**
 * The moves before the last one that others made since a person moved, one for each seat; with two seats there are none.
 *
 * @param {Pick<Match, "game" | "positions" | "seats" | "isPerson">} match
 * @param {number} at how many moves were made
 * @returns {number[]} their places in the match
 */
export function movesOfOthers(match, at) {
  const found = [];
  const seen = new Set();
  for (let ply = at - 1; ply >= 0 && match.seats.length > 2 && seen.size < match.seats.length - 1; ply--) {
    const seat = match.game.seatToMove(match.positions[ply]);
    if (match.isPerson(seat)) break;
    if (ply < at - 1 && !seen.has(seat)) found.push(ply);
    seen.add(seat);
  }
  return found;
}

/**
 * The ranks after a seat gave up: whoever has a place keeps it, the others share the places before the seat.
 *
 * @param {number} seat
 * @param {number} players
 * @param {{ranks: Map<number, number>, won: number}} decided the places that some have already
 * @param {number[]} [teams] the team of each seat: a member gives up for its team
 * @param {boolean} [cooperative] whether all lose when one gives up
 * @returns {number[]}
 */
export function resignedRanks(seat, players, { ranks, won }, teams = [], cooperative = false) {
  if (players === 1) return [0];
  if (cooperative) return Array.from({ length: players }, () => players);
  if (teams.length > 0 && ranks.size === 0) {
    const count = new Set(teams).size;
    return teams.map((team) => (team === teams[seat - 1] ? players : 1 + ((count / 2 - 1) * (players - 1)) / (count - 1)));
  }
  const others = players - ranks.size - 1;
  const shared = won + 1 + (others - 1) / 2;
  const own = (/** @type {number} */ one) => (one === seat ? won + 1 + others : shared);
  return Array.from({ length: players }, (_, index) => ranks.get(index + 1) ?? own(index + 1));
}
