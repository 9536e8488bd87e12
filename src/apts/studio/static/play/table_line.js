/** The line of a player's link to the studio: what happens at the table comes in, moves go out. */

import { seatName } from "../../../publish/page/seat_words.js";
import { askStudio } from "./studio_place.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */

/** @typedef {{who: string, mine: boolean, name: string, joined: boolean, there: boolean}} TableSeat */

/**
 * @typedef {object} ToldMatch a match as the studio tells it
 * @property {string} id
 * @property {string} title
 * @property {string} changed when the match was changed last
 * @property {string} status
 * @property {string | null} seed nobody is told while several people play
 * @property {[number, string][][] | null} lots what chance decided at the start and in each move, where several people play
 * @property {TableSeat[]} seats
 * @property {boolean} alone
 * @property {boolean} helps whether hints and analyses are given
 * @property {"device" | "server"} thinks where agents think
 * @property {string[]} moves
 * @property {(number | null)[]} times
 * @property {number} given
 * @property {number} undone
 * @property {number} hints
 * @property {string} started
 * @property {string | null} ended
 * @property {number} mover
 * @property {{ranks: number[], reason: string, words: string | null} | null} outcome
 * @property {number | null} resigned
 * @property {string | null} trouble
 * @property {number[]} deleting the seats whose players ask for the match to be deleted
 * @property {number[]} left the seats whose players have gone
 * @property {boolean} answered
 */

/**
 * @typedef {object} TablePage what the page of a seat is given
 * @property {string} address of what it asks the studio for
 * @property {string} board the address of a board with the same rules
 * @property {string} link of this seat
 * @property {ToldMatch} match
 * @property {{seat: number, link: string}[]} invitations the links of seats that nobody has taken yet, for who made the table
 * @property {{told: string, command: string} | null} warning why nobody elsewhere could open them
 */

/**
 * What those at a table should know of each other now, as a sentence; empty where there is nothing.
 *
 * @param {Words} words
 * @param {ToldMatch} told
 */
export function tableNotice(words, told) {
  const named = (/** @type {number} */ seat) => told.seats[seat - 1].name || seatName(words, [], seat);
  const asking = told.deleting.filter((seat) => !told.seats[seat - 1].mine);
  if (told.trouble) return told.trouble;
  if (asking.length > 0) return words.message("studio.wants_deleted", { name: named(asking[0]) });
  const gone = told.left.filter((seat) => !told.seats[seat - 1].mine);
  return gone.length > 0 ? words.message("studio.has_left", { name: named(gone[0]) }) : "";
}

export class TableLine {
  /**
   * @param {string} address
   * @param {ToldMatch} told
   */
  constructor(address, told) {
    this._address = address;
    this.told = told;
    /** Whether the page is about to be loaded anew. */
    this._left = false;
    /** @type {(told: ToldMatch) => void} */
    this.onNews = () => {};
    /** @type {(connected: boolean) => void} */
    this.onLine = () => {};
    /** The match was deleted. */
    this.onGone = () => {};
  }

  /** Listen from now on; a line that is lost is taken up again by the browser. */
  open() {
    const source = new EventSource(`${this._address}/events`);
    source.addEventListener("match", (event) => this._hear(JSON.parse(event.data)));
    source.addEventListener("gone", () => {
      source.close();
      this.onGone();
    });
    source.addEventListener("open", () => this.onLine(true));
    source.addEventListener("error", () => this.onLine(false));
    addEventListener("pagehide", () => source.close());
  }

  /**
   * @param {string} move
   * @param {number} at
   */
  play(move, at) {
    return this._send("moves", { move, at });
  }

  /** Let agents think on the server. */
  think() {
    return this._send("think", {});
  }

  resign() {
    return this._send("resign", {});
  }

  undo() {
    return this._send("undo", {});
  }

  /** Another match at the same table. */
  again() {
    return this._send("again", {});
  }

  /** Let the studio know that somebody was helped here. */
  hinted() {
    return this._send("hints", {});
  }

  /** @returns {Promise<{move: string, value: number}>} */
  hint() {
    return askStudio("POST", `${this._address}/hint`, {});
  }

  /**
   * @param {number} at
   * @returns {Promise<import("../../../publish/runtime/players.js").Analyzed & {mover: number}>}
   */
  analysis(at) {
    return askStudio("POST", `${this._address}/analysis`, { at });
  }

  /** @param {Record<string, unknown>} answers */
  answer(answers) {
    return this._send("answers", answers);
  }

  /**
   * A position of the match as the studio draws it.
   *
   * @param {number} at
   */
  position(at) {
    return askStudio("GET", `${this._address}/position?at=${at}`);
  }

  /**
   * @param {string} what
   * @param {unknown} body
   */
  async _send(what, body) {
    this._hear(await askStudio("POST", `${this._address}/${what}`, body));
  }

  /** @param {ToldMatch} told */
  _hear(told) {
    if (told.id !== this.told.id) {
      if (!this._left) location.reload(); // the table goes on with the next match; an answer and an event both tell of it
      this._left = true;
      return;
    }
    if (told.changed < this.told.changed) return; // an event that was overtaken on its way
    this.told = told;
    this.onNews(told);
  }
}
