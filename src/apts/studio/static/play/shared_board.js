/** The board at a table with others: each browser shows it, the studio has the say. */

import { MatchPage } from "../../../publish/page/match_page.js";
import { publishedGame } from "../../../publish/page/published.js";
import { SharedDoor, seatsHere, toldRecord } from "./shared_door.js";
import { listenToMore } from "./studio_bar.js";
import { TableLine } from "./table_line.js";
import { showInvitations } from "./invitations.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */

/**
 * @param {{address: string, match: import("./table_line.js").ToldMatch}} table
 * @param {Words} words
 */
export async function openSharedBoard(table, words) {
  const line = new TableLine(table.address, table.match);
  const door = new SharedDoor(line, words);
  const page = await MatchPage.open(publishedGame(), words, 0, seatsHere(table.match), door);
  door.attach(page);
  page.goOn(toldRecord(table.match));
  page.tell("");
  if (page.match.over && !table.match.answered) page.frame.questions.replaceChildren(...[door.ended(page.match, words)].filter((form) => form !== null));
  showInvitations(words, page.frame.whole, line);
  listenToMore(words, ["sound", "motion", ...(table.match.thinks === "device" ? ["server"] : [])]);
  line.open();
}
