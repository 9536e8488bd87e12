/** The board at a table with others: each browser shows it, the studio has the say. */

import { MatchPage } from "../../../publish/page/match_page.js";
import { publishedGame } from "../../../publish/page/published.js";
import { SharedDoor, seatsHere, toldRecord } from "./shared_door.js";
import { listenToMore } from "./studio_bar.js";
import { TableLine } from "./table_line.js";
import { showInvitations, showOwnLink } from "./invitations.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */

/**
 * @param {import("./table_line.js").TablePage} table
 * @param {Words} words
 */
export async function openSharedBoard(table, words) {
  const line = new TableLine(table.address, table.match);
  const door = new SharedDoor(line, words, table.board);
  const page = await MatchPage.open(publishedGame(), words, 0, seatsHere(table.match), door);
  door.attach(page);
  page.goOn(toldRecord(line));
  page.tell("");
  if (page.match.over && !table.match.answered) page.frame.questions.replaceChildren(...[door.ended(page.match, words)].filter((form) => form !== null));
  showInvitations(words, page.frame.main, door.above, line, table);
  listenToMore(words, ["sound", "motion", ...(table.match.thinks === "device" ? ["server"] : [])], [["studio.own_link", () => showOwnLink(words, table.link)]]);
  line.open();
}
