/** The board of published games inside the studio: alone in the browser, at a table with others, or drawn by the server. */

import { element } from "../../../publish/page/elements.js";
import { insideWorker, serveAsWorker } from "../../../publish/runtime/worker.js";
import { languageFor, Words } from "../../../publish/page/words.js";
import { openDrawnTable, openSeenMatch } from "./drawn_table.js";
import { openOwnBoard } from "./own_board.js";
import { openSharedBoard } from "./shared_board.js";
import { boardPlace } from "./studio_place.js";

/**
 * What each kind of page does with its data.
 *
 * @type {Record<string, (table: any, words: Words) => Promise<void>>}
 */
const TABLE_KINDS = { own: openOwnBoard, shared: openSharedBoard, drawn: openDrawnTable, seen: openSeenMatch };

async function openStudioPage() {
  const table = JSON.parse(document.getElementById("studio-table")?.textContent ?? "{}");
  const { texts, language } = JSON.parse(document.getElementById("published-game")?.textContent ?? "{}");
  const words = new Words(texts, languageFor(language, navigator.languages, Object.keys(texts)));
  try {
    await TABLE_KINDS[table.kind](table, words);
  } catch (problem) {
    const told = problem instanceof Error ? problem.message : String(problem);
    boardPlace().prepend(element("p", { role: "alert", class: "trouble" }, words.message("page.broken", { problem: told })));
  }
}

if (insideWorker()) serveAsWorker();
else openStudioPage();
