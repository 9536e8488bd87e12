/**
 * A published game as people see it: positions, the moves that can be made in them with their texts, and their looks. The
 * same questions have the same answers in Python (`apts.engine.rules_game`).
 */

import { failureSentence } from "./failure_sentences.js";
import { Fields } from "./fields.js";
import { Kernel, KernelFailure } from "./kernel.js";
import { addToGroup, MoveTexts } from "./move_texts.js";
import { PositionView } from "./position_view.js";

/** @typedef {import("./kernel.js").Layout} Layout */
/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./kernel.js").MoveRecord} MoveRecord */
/** @typedef {import("./description.js").Description} Description */
/** @typedef {import("./move_texts.js").Offered} Offered */
/** @typedef {import("./position_view.js").Look} Look */

const DESCRIPTION_FORMAT = 1;
const NUMBERED = /^(.+)#\d+$/;
const SEPARATORS = /[-x@\s]/g;

/** A rule asked for something that does not exist, or for more than there is room or time for. */
export class RuleFailure extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.name = "RuleFailure";
  }
}

export class Game {
  /**
   * @param {{code: BufferSource, layout: Layout, description: Description}} published
   * @returns {Promise<Game>}
   */
  static async load({ code, layout, description }) {
    if (description.format !== DESCRIPTION_FORMAT) {
      throw new Error(`the game is described in format ${description.format}; this page reads ${DESCRIPTION_FORMAT}`);
    }
    return new Game(await Kernel.load(code, layout), description);
  }

  /**
   * @param {Kernel} kernel
   * @param {Description} description
   */
  constructor(kernel, description) {
    this.kernel = kernel;
    this.description = description;
    this.fields = new Fields(description.play);
    this._texts = new MoveTexts(description, this.fields);
    this._view = new PositionView(kernel, description, this.fields);
    /** @type {WeakMap<Position, Offered[]>} */
    this._known = new WeakMap();
  }

  /**
   * The start position.
   *
   * @param {bigint} [seed] decides chance
   * @returns {Position}
   */
  start(seed = 0n) {
    return this.told(() => this.kernel.start(seed));
  }

  /**
   * The legal moves in canonical order, each with a text of its own.
   *
   * @param {Position} position
   * @returns {Offered[]}
   */
  moves(position) {
    let known = this._known.get(position);
    if (known === undefined) {
      known = this.told(() => this._listed(position));
      this._known.set(position, known);
    }
    return known;
  }

  /**
   * The moves as people choose among them: those that differ only in which of two equal dice is used are one.
   *
   * @param {Position} position
   * @returns {Offered[]}
   */
  offered(position) {
    /** @type {Map<string, Offered[]>} */
    const alike = new Map();
    for (const move of this.moves(position)) addToGroup(alike, NUMBERED.exec(move.text)?.[1] ?? move.text, move);
    return [...alike].flatMap(([text, moves]) => {
      const same = moves.length > 1 && new Set(moves.map((move) => this._tableAfter(position, move))).size === 1;
      return same ? [{ ...moves[0], text }] : moves;
    });
  }

  /**
   * The position after a move.
   *
   * @param {Position} position
   * @param {{record: MoveRecord}} move
   * @returns {Position}
   */
  after(position, move) {
    return this.told(() => this.kernel.after(position, move.record));
  }

  /**
   * A position with what chance decided elsewhere.
   *
   * @param {Position} position
   * @param {[place: number, word: string][]} lots
   * @returns {Position}
   */
  settled(position, lots) {
    const found = position.slice();
    for (const [place, word] of lots) found[place] = BigInt(word);
    return found;
  }

  /**
   * The legal move with this text, in upper or lower case, as it is offered or in full. The sign between two sites may be
   * left out where that is not ambiguous.
   *
   * @param {Position} position
   * @param {string} text
   * @returns {Offered | undefined}
   */
  find(position, text) {
    const folded = (/** @type {string} */ words) => words.trim().toLowerCase();
    const bare = (/** @type {string} */ words) => folded(words).replace(SEPARATORS, "");
    for (const form of [folded, bare]) {
      for (const moves of [this.moves(position), this.offered(position)]) {
        const found = moves.filter((move) => form(move.text) === form(text));
        if (found.length === 1) return found[0];
      }
    }
    return this._texts.onceWritten(this.moves(position)).get(folded(text));
  }

  /**
   * What a person has to see of a position.
   *
   * @param {Position} position
   * @returns {Look}
   */
  look(position) {
    return this.told(() => this._view.look(position));
  }

  /**
   * The places that seats have already while the others play on, and how many places from the first on are taken.
   *
   * @param {Position} position
   * @returns {{ranks: Map<number, number>, won: number}}
   */
  decided(position) {
    return this._view.decided(position);
  }

  /**
   * @param {Position} position
   * @returns {number}
   */
  seatToMove(position) {
    return this.kernel.seatToMove(position);
  }

  /**
   * @param {Position} position
   * @returns {boolean}
   */
  over(position) {
    return this.kernel.over(position);
  }

  /**
   * @param {Position} position
   * @returns {bigint}
   */
  hash(position) {
    return this.kernel.hash(position);
  }

  /**
   * @param {Position} position
   * @returns {Offered[]}
   */
  _listed(position) {
    const records = new Map(this.kernel.moves(position).map((words) => this._plainRecord(words)));
    const candidates = [...records.values()].map((record) =>
      this._texts.candidate(record, position, this.kernel.after(position, record)),
    );
    return this._texts.moves(candidates, ({ record }) => this.fields.content(this.kernel.after(position, record)));
  }

  /**
   * A record with 0 in the words that its decision has no use for, which kernels leave as they were; a key goes first.
   *
   * @param {MoveRecord} record
   * @returns {[string, MoveRecord]}
   */
  _plainRecord(record) {
    const { places, decisions } = this.description.play;
    const used = decisions[Number(record[places.DECISION])]?.[1] ?? places.RECORD_HEAD;
    record.fill(0n, used);
    return [record.join(), record];
  }

  /**
   * The position after a move without the order of its dice.
   *
   * @param {Position} position
   * @param {Offered} move
   * @returns {string}
   */
  _tableAfter(position, move) {
    const after = this.after(position, move);
    const dice = this.told(() => this._view.dice(after)).map((die) => `${die.value} ${die.used} ${die.thrown}`);
    return `${this.fields.content(after, ["dice"])} ${dice.sort().join()}`;
  }

  /**
   * Ask the kernel; what fails inside becomes a sentence.
   *
   * @template T
   * @param {() => T} question
   * @returns {T}
   */
  told(question) {
    try {
      return question();
    } catch (failure) {
      if (!(failure instanceof KernelFailure)) throw failure;
      throw new RuleFailure(failureSentence(this.description.failures, failure));
    }
  }
}
