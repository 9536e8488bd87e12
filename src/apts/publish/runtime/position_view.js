/** The look of a position: everything that a person has to see of it, read off its words or asked of the kernel. */

import { decidingPieces } from "./deciding.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./description.js").Description} Description */
/** @typedef {import("./fields.js").Fields} Fields */

/**
 * @typedef {object} PieceLook
 * @property {number} site
 * @property {number} level from 0, the lowest piece of a stack
 * @property {number} what the number of its kind, from 1
 * @property {number} owner the player of the rules it belongs to, 0 for nobody
 * @property {number} count
 * @property {number} state
 */

/** @typedef {{value: number, used: boolean, thrown: boolean}} DieLook */
/**
 * @typedef {object} OutcomeLook
 * @property {number[]} ranks of the seats
 * @property {number[]} [teams] the team of each seat, nothing where each plays for itself
 * @property {string} reason the rule by which the first place was won
 * @property {Record<string, string> | null} words the same for people in each language, with `{mover}`; null where there are none
 * @property {"first" | "last" | null} mover the place that the rule gives to who had moved, where it gives one
 * @property {string | null} closing what ended the match, if that was another rule
 */
/**
 * @typedef {object} Look
 * @property {PieceLook[]} pieces
 * @property {DieLook[]} dice
 * @property {number[] | null} scores of the seats
 * @property {[name: string, value: number][]} numbers what the rules keep by a name, as the total of a turn, once it is set
 * @property {boolean} provisional whether scores are only what would count if the match ended now
 * @property {number} mover the seat to move
 * @property {number} colour the player of the rules to move; another one than the seat after a swap
 * @property {boolean} swapped
 * @property {boolean} over
 * @property {OutcomeLook | null} outcome
 * @property {number[]} last the sites of the last move
 * @property {number} made how many moves were made
 * @property {import("./deciding.js").Decided[]} decided the pieces that ended the match, where the rules tell
 */

export class PositionView {
  /**
   * @param {Kernel} kernel
   * @param {Description} description
   * @param {Fields} fields
   */
  constructor(kernel, description, fields) {
    this._kernel = kernel;
    this._facts = description;
    this._fields = fields;
  }

  /**
   * @param {Position} position
   * @returns {Look}
   */
  look(position) {
    const { _kernel: kernel, _fields: fields } = this;
    const over = kernel.over(position);
    return {
      pieces: this.pieces(position),
      dice: this.dice(position),
      scores: this.scores(position),
      numbers: this.numbers(position),
      provisional: this._facts.play.scores.final && !over,
      mover: kernel.seatToMove(position),
      colour: fields.head(position, "MOVER"),
      swapped: fields.head(position, "SWAPPED") !== 0,
      over,
      outcome: this.outcome(position),
      last: this._last(position),
      made: fields.head(position, "MOVES"),
      decided: decidingPieces(kernel, this._facts, fields, position),
    };
  }

  /**
   * All pieces on the board and in hands, site by site, the lowest of a stack first.
   *
   * @param {Position} position
   * @returns {PieceLook[]}
   */
  pieces(position) {
    const { play, dice, pieces } = this._facts;
    const fields = this._fields;
    const counted = !play.levels && fields.has("count");
    const found = [];
    for (let site = 0; site < play.all_sites; site++) {
      if (dice && site >= dice.first && site < dice.first + dice.size) continue;
      const height = fields.height(position, site);
      for (let level = 0; level < height; level++) {
        const index = fields.index(site, level);
        const what = fields.word(position, "what", index);
        const { owner } = pieces.kinds[what - 1];
        const count = counted ? fields.word(position, "count", site) : 1;
        found.push({ site, level, what, owner, count, state: fields.word(position, "state", index) });
      }
    }
    return found;
  }

  /**
   * The dice as the player to move sees them. Rules may roll when the list of moves is made, so the kernel is asked.
   *
   * @param {Position} position
   * @returns {DieLook[]}
   */
  dice(position) {
    const { dice } = this._facts;
    if (!dice) return [];
    const noted = this._noted(position);
    const rolled = noted.length > 0 || this._fields.word(position, "dice equal", 0) !== 0;
    return dice.faces.map((faces, number) => {
      const site = dice.first + number;
      const height = this._fields.height(position, site);
      let face = height ? this._fields.word(position, "state", this._fields.index(site, height - 1)) : 0;
      let value = this._fields.word(position, "dice", number);
      if (2 * number < noted.length) [face, value] = noted.slice(2 * number, 2 * number + 2);
      const shown = faces[face] ?? 0;
      return { value: shown, used: value !== shown && value === 0, thrown: rolled };
    });
  }

  /**
   * Face and value of each die of the throw that the list of moves is made with; nothing where none was thrown.
   *
   * @param {Position} position
   * @returns {number[]}
   */
  _noted(position) {
    const { _kernel: kernel } = this;
    const { dice } = this._facts;
    if (!dice || kernel.over(position)) return [];
    kernel.work[dice.thrown] = 0n;
    kernel.moves(position);
    if (kernel.work[dice.thrown] === 0n) return [];
    return Array.from({ length: 2 * dice.noted }, (_, place) => Number(kernel.work[dice.thrown + 1 + place]));
  }

  /**
   * The numbers that the rules keep by a name, those that are set.
   *
   * @param {Position} position
   * @returns {[name: string, value: number][]}
   */
  numbers(position) {
    const known = (this._facts.play.numbers ?? []).map(([name, place]) => /** @type {[string, number]} */ ([name, Number(position[place])]));
    return known.filter(([, value]) => value !== -1);
  }

  /**
   * The score of each seat; null where scores mean nothing.
   *
   * @param {Position} position
   * @returns {number[] | null}
   */
  scores(position) {
    const { play, ends } = this._facts;
    const { final, first, kept, worked_out: workedOut } = play.scores;
    const fields = this._fields;
    if (!fields.has("score")) return null;
    const number = fields.head(position, "END_RULE");
    const decided = this._kernel.over(position) && number > 0 && ends.rules[number - 1].by_score;
    const fresh = fields.head(position, "MOVES") === 0;
    if (decided) return this._seatScores(position);
    if (final || (first && fresh)) return this._seatScores(this._kernel.scored(position));
    return !kept || (workedOut && fresh) ? null : this._seatScores(position);
  }

  /** @param {Position} position */
  _seatScores(position) {
    return this._seats().map((seat) => this._fields.word(position, "score", this._kernel.seatOf(position, seat)));
  }

  _seats() {
    return Array.from({ length: this._facts.players }, (_, index) => index + 1);
  }

  /**
   * @param {Position} position
   * @returns {OutcomeLook | null}
   */
  outcome(position) {
    if (!this._kernel.over(position)) return null;
    const [won, last] = [this._fields.head(position, "WON_BY"), this._fields.head(position, "END_RULE")];
    const decided = won !== 0 && won !== last;
    const { text, words, mover } = this._reason(decided ? won : last);
    return { ranks: this._kernel.ranks(position), teams: this._facts.teams ?? [], reason: text, words, mover, closing: decided ? this._reason(last).text : null };
  }

  /**
   * The places that seats have already while the others play on, and how many places from the first on are taken.
   *
   * @param {Position} position
   * @returns {{ranks: Map<number, number>, won: number}}
   */
  decided(position) {
    const active = this._fields.head(position, "ACTIVE");
    const ranks = this._kernel.ranks(position);
    const left = this._seats().filter((player) => ((active >> player) & 1) === 0);
    const seats = left.map((player) => this._kernel.seatOf(position, player));
    return { ranks: new Map(seats.map((seat) => [seat, ranks[seat - 1]])), won: this._fields.head(position, "WINNERS") };
  }

  /**
   * What the number of an end rule stands for.
   *
   * @param {number} number
   * @returns {{text: string, words: Record<string, string> | null, mover: "first" | "last" | null}} the words in each language
   */
  _reason(number) {
    const { ends } = this._facts;
    if (number > 0) return ends.rules[number - 1];
    return { text: number === 0 ? ends.all_passed : ends.turn_limit, words: null, mover: null };
  }

  /**
   * The sites of the last move; the set-up of a game leaves a last site too, but nobody has moved there.
   *
   * @param {Position} position
   * @returns {number[]}
   */
  _last(position) {
    if (this._fields.head(position, "MOVES") === 0) return [];
    const ends = [this._fields.head(position, "LAST_FROM"), this._fields.head(position, "LAST_TO")];
    return [...new Set(ends)].filter((site) => site >= 0 && site < this._facts.play.all_sites);
  }
}
