/** The door of a board that is played in one browser: the studio keeps the match, and thinks where the browser cannot. */

import { Door } from "../../../publish/page/door.js";
import { PERSON } from "../../../publish/page/match.js";
import { questionForm, questionsWanted } from "../../../publish/page/questions.js";
import { soundOfMove } from "./sounds.js";
import { settingOn } from "./studio_settings.js";
import { askStudio, boardPlace } from "./studio_place.js";
import { forgetUnsent, nameOf, noteUnsent } from "./unsent_match.js";

/** @typedef {import("../../../publish/page/match.js").Match} Match */
/** @typedef {import("../../../publish/page/match.js").MatchRecord} MatchRecord */
/** @typedef {import("../../../publish/page/match_page.js").MatchPage} MatchPage */
/** @typedef {import("../../../publish/page/words.js").Words} Words */

/**
 * @typedef {object} OwnTable
 * @property {string} game
 * @property {number | null} version
 * @property {Record<string, string | number | boolean>} settings
 * @property {{seed: string | null, moves: string[] | null}} start
 * @property {string} [address] of the board with these rules, and with no match of anybody; none where only one match is shown
 * @property {string | null} opponent who is to be played against, in a new match
 * @property {{id: string, record: MatchRecord, seen: boolean, own: boolean, names: string[], answered: boolean} | null} match that was kept before; one that is `seen` is only looked at
 * @property {boolean} keeps whether the studio keeps what is played here
 * @property {string | null} person the nickname of who has agreed that matches are kept
 * @property {number} longest
 */

const KEEP_AGAIN_MS = 4000;

export class OwnDoor extends Door {
  /** @param {OwnTable} table */
  constructor(table) {
    super();
    this._table = table;
    this._agreed = table.person !== null && table.keeps;
    /** @type {MatchPage | null} */
    this.page = null;
    /** The matches that the studio keeps, by when they began. @type {Map<string, string>} */
    this._kept = new Map(table.match === null || table.match.seen ? [] : [[nameOf(table.match.record), table.match.id]]);
    /** @type {MatchRecord | null} what is to be kept next */
    this._next = null;
    this._busy = false;
    this._moves = 0;
    this._seen = "";
  }

  get place() {
    return boardPlace();
  }

  get address() {
    const { address } = this._table;
    return address === undefined ? super.address : new URL(address, location.href).href;
  }

  /**
   * @param {Match} match
   * @returns {Promise<string | null>}
   */
  async decide(match) {
    const { game, version, settings } = this._table;
    const agent = match.seats[match.mover - 1];
    const elsewhere = this.page?.published.elsewhere?.includes(agent) ?? false;
    if (!elsewhere && (agent === "adaptive" || !settingOn("server"))) return null;
    const asked = { version, settings, agent, seed: String(match.seed), moves: match.texts };
    return (await askStudio("POST", `/games/${game}/best`, asked)).move;
  }

  /** @param {MatchPage} page */
  changed(page) {
    const { match } = page;
    if (this._isSeen(match) && !match.over) {
      match.given = Math.max(match.given, match.moves.length);
      this._seen = "";
    }
    super.changed(page);
    if (match.moves.length === this._moves + 1) soundOfMove(page);
    this._moves = match.moves.length;
    if (this._isSeen(match)) return;
    const begun = match.seats.includes(PERSON) && match.moves.length > match.given;
    if (begun || this._kept.has(nameOf(match.record()))) this._keep(match.record());
  }

  /**
   * @param {Match} match
   * @param {Words} words
   */
  ended(match, words) {
    if (!match.seats.includes(PERSON) || !questionsWanted()) return null;
    return questionForm(words, (answers) => {
      match.answers = answers;
      const { match: before, game } = this._table;
      if (before === null || !this._isSeen(match)) this._keep(match.record());
      else void askStudio("PUT", `/games/${game}/matches/${before.id}`, { ...before.record, answers }).catch(() => undefined);
    });
  }

  /**
   * Whether a match is only looked at; who plays on from it begins another.
   *
   * @param {Match} match
   */
  _isSeen(match) {
    return match.started === this._seen;
  }

  /**
   * Who sat where, while a match is only looked at.
   *
   * @param {number} seat
   */
  sitterName(seat) {
    const { match } = this._table;
    return match?.seen && !match.own && this.page !== null && this._isSeen(this.page.match) ? match.names[seat - 1] : null;
  }

  /** @param {string} started when the match began that is only looked at */
  lookAt(started) {
    this._seen = started;
  }

  /** @param {boolean} agreed whether matches may be kept */
  agree(agreed) {
    this._agreed = agreed;
    if (agreed && this.page !== null) this.changed(this.page);
  }

  /** @param {MatchRecord} record */
  _keep(record) {
    if (!this._agreed) return;
    this._next = record;
    noteUnsent(record);
    if (!this._busy) void this._work();
  }

  /** Keep what is to be kept, one after the other; what fails is tried again. */
  async _work() {
    this._busy = true;
    while (this._next !== null) {
      const record = this._next;
      this._next = null;
      try {
        await this._sent(record);
        if (this._next === null) forgetUnsent(record);
      } catch {
        this._next ??= record;
        await new Promise((then) => setTimeout(then, KEEP_AGAIN_MS));
      }
    }
    this._busy = false;
  }

  /** @param {MatchRecord} record */
  async _sent(record) {
    const { game, version, settings } = this._table;
    const id = this._kept.get(nameOf(record));
    if (id !== undefined) {
      await askStudio("PUT", `/games/${game}/matches/${id}`, record);
      return;
    }
    const begun = await askStudio("POST", `/games/${game}/matches`, { version, settings, record });
    if (begun.id === null) return;
    this._kept.set(nameOf(record), begun.id);
    history.replaceState(null, "", `?match=${begun.id}`);
  }
}
