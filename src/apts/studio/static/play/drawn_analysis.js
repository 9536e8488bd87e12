/** What a strong player thinks of a position that the studio draws, as a table beside the board; the studio works it out. */

import { analysisTable } from "../../../publish/page/analysis_table.js";
import { element } from "../../../publish/page/elements.js";
import { scoreMeaning, seatName } from "../../../publish/page/seat_words.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */
/** @typedef {import("./table_line.js").TableLine} TableLine */

export class DrawnAnalysis {
  /** @param {TableLine} line */
  constructor(line) {
    this._line = line;
    /** @type {Map<string, ReturnType<TableLine["analysis"]>>} by the moves that lead to the position */
    this._known = new Map();
    this._wanted = "";
  }

  /**
   * @param {HTMLElement} place
   * @param {Words} words
   * @param {number} at
   * @param {{outcome: unknown, mover: number}} position
   */
  async show(place, words, at, { outcome, mover }) {
    const name = JSON.stringify(this._line.told.moves.slice(0, at));
    if (name === this._wanted && place.childElementCount > 0) return;
    this._wanted = name;
    const heading = element("h2", {}, words.message("page.analysis"));
    const tell = (/** @type {string} */ sentence) => place.replaceChildren(heading, element("p", { role: "status" }, sentence));
    if (outcome !== null) return tell(words.message("page.match_over"));
    tell(words.message("studio.analysis_wait"));
    const seat = seatName(words, [], mover);
    try {
      const asked = this._known.get(name) ?? this._line.analysis(at);
      this._known.set(name, asked);
      const found = await asked;
      if (name !== this._wanted) return;
      const meaning = scoreMeaning(words, this._line.told.seats.length, seat);
      place.replaceChildren(heading, analysisTable(words, found, words.message("page.analysis_of", { seat })), element("p", { class: "small" }, meaning));
    } catch (problem) {
      this._known.delete(name);
      if (name === this._wanted) tell(problem instanceof Error ? problem.message : String(problem));
    }
  }
}
