/** The door of a page to others: a server that keeps its matches, or players elsewhere. A page by itself has a closed one. */

import { keepPresentMatch } from "./present_match.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match_page.js").MatchPage} MatchPage */
/** @typedef {import("./words.js").Words} Words */

export class Door {
  constructor() {
    /** What else stands before the board. @type {HTMLElement[]} */
    this.above = [];
  }

  /** Where the page stands in its document. */
  get place() {
    return document.body;
  }

  /** The address that a link to a position begins with. */
  get address() {
    return location.href.split("#")[0];
  }

  /** Whether people elsewhere play too: nothing is taken back then, and no other match begins here. */
  get shared() {
    return false;
  }

  /**
   * The key of why nobody is helped with this match now; null where hints and analyses are given.
   *
   * @param {Match} _match
   * @returns {string | null}
   */
  helpRefused(_match) {
    return null;
  }

  /**
   * Take a move of a person here that the page cannot make by itself, because others decide what comes of it.
   *
   * @param {Match} _match
   * @param {import("../runtime/game.js").Offered} _move
   * @returns {boolean} whether it was taken; the page plays it otherwise
   */
  takes(_match, _move) {
    return false;
  }

  /**
   * The move at a seat that is not played here, as text; null lets an agent of the page decide.
   *
   * @param {Match} _match
   * @returns {Promise<string | null>}
   */
  async decide(_match) {
    return null;
  }

  /**
   * Hear of every change of the match: a move, moves taken back, a new match.
   *
   * @param {MatchPage} page
   */
  changed({ published, variant, match }) {
    keepPresentMatch(published, variant, match);
  }

  /**
   * Hear of the end of a match.
   *
   * @param {Match} _match
   * @param {Words} _words
   * @returns {HTMLElement | null} what is asked about it
   */
  ended(_match, _words) {
    return null;
  }

  /**
   * What begins another match after this one, where that is not for the page alone to do.
   *
   * @returns {(() => void) | null}
   */
  get again() {
    return null;
  }

  /**
   * Who sits at a seat, where the door knows more than the page.
   *
   * @param {number} _seat
   * @param {Words} _words
   * @returns {string | null}
   */
  sitterName(_seat, _words) {
    return null;
  }

  /**
   * The key of what is said while a seat that is not played here is to move.
   *
   * @param {Match} _match
   */
  waiting(_match) {
    return "page.thinking";
  }
}
