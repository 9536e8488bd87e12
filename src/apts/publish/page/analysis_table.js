/** What a search thinks: as a table beside the board, and as marks on it. */

import { element } from "./elements.js";
import { placeOf, startOf } from "./choosing.js";
import { scoreText } from "./seat_words.js";

/** @typedef {import("../runtime/game.js").Offered} Offered */
/** @typedef {import("../runtime/players.js").Analyzed} Analyzed */
/** @typedef {import("./words.js").Words} Words */

const SHOWN_ROWS = 6;
const SHOWN_LINE = 5;

/**
 * @param {Words} words
 * @param {Analyzed} analyzed
 * @param {string} caption
 * @returns {HTMLElement}
 */
export function analysisTable(words, analyzed, caption) {
  const visits = Math.max(1, analyzed.rows.reduce((sum, row) => sum + row.visits, 0));
  const heads = ["page.move", "page.value", "page.looked", "page.line"].map((key) => element("th", { scope: "col" }, words.message(key)));
  const body = element("tbody");
  for (const row of analyzed.rows.slice(0, SHOWN_ROWS)) {
    const sure = row.proven === null ? "" : ` (${words.message("page.proven")})`;
    body.append(
      element(
        "tr",
        {},
        element("th", { scope: "row" }, row.text),
        element("td", {}, row.visits > 0 || row.proven !== null ? scoreText(words, row.value) + sure : "–"),
        element("td", {}, words.percent(row.visits / visits)),
        element("td", { class: "line" }, row.line.slice(0, SHOWN_LINE).join("  ")),
      ),
    );
  }
  return element("table", {}, element("caption", {}, caption), element("thead", {}, element("tr", {}, ...heads)), body);
}

/**
 * The marks on the board: each site has the best of the moves that a tap on it can lead to, judged against the best of
 * all, so that even a lost position shows which moves are best.
 *
 * @param {Words} words
 * @param {Analyzed} analyzed
 * @param {Offered[]} moves of the position
 * @param {number | null} origin the site that was chosen
 * @returns {Map<number, import("./board.js").SiteJudgement>}
 */
export function analysisMarks(words, analyzed, moves, origin) {
  const byText = new Map(moves.map((move) => [move.text, move]));
  const most = Math.max(1, ...analyzed.rows.map((row) => row.visits));
  const marks = new Map();
  for (const row of analyzed.rows) {
    const move = byText.get(row.text);
    if (move === undefined || (row.visits === 0 && row.proven === null)) continue;
    const start = startOf(move);
    const site = start === null || start === origin ? placeOf(move) : origin === null ? start : null;
    if (site === null || marks.has(site)) continue; // rows come best first
    marks.set(site, { loss: Math.max(0, analyzed.rows[0].value - row.value), share: row.visits / most, text: scoreText(words, row.value) });
  }
  return marks;
}
