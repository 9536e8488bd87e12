/** What the page does with matches of people: keeps each that ended, asks about it, and sends them when that is wanted. */

import { PERSON } from "./match.js";
import { MatchStore } from "./people_store.js";
import { questionForm, questionsWanted } from "./questions.js";
import { openSending } from "./sending.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./words.js").Words} Words */

export class PeopleMatches {
  /**
   * The matches of a game, by what its description says.
   *
   * @param {{name: string, rules_hash: string, settings: Record<string, unknown>}} description
   */
  constructor(description) {
    this.description = description;
    this._opened = MatchStore.open(description.rules_hash);
  }

  /**
   * Keep a match that ended.
   *
   * @param {Match} match
   * @param {Words} words
   * @returns {HTMLElement | null} questions about it to be shown; null where none are wanted, or no person played
   */
  ended(match, words) {
    if (!match.seats.includes(PERSON)) return null;
    this._keep(match);
    if (!questionsWanted()) return null;
    return questionForm(words, (answers) => {
      match.answers = answers;
      this._keep(match);
    });
  }

  /**
   * Open the dialog that sends matches to the designer.
   *
   * @param {Words} words
   */
  async openSending(words) {
    await openSending(await this._opened, this.description, words);
  }

  /** @param {Match} match */
  _keep(match) {
    const record = match.record();
    void this._opened.then((store) => store.keep(record));
  }
}
