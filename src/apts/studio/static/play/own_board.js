/** A board that the browser plays by itself; the studio keeps the match after every move. */

import { MatchPage } from "../../../publish/page/match_page.js";
import { presentMatch } from "../../../publish/page/present_match.js";
import { publishedGame } from "../../../publish/page/published.js";
import { askForConsent } from "./consent.js";
import { OwnDoor } from "./own_door.js";
import { listenToMore, openTree } from "./studio_bar.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */

/**
 * @param {import("./own_door.js").OwnTable} table
 * @param {Words} words
 */
export async function openOwnBoard(table, words) {
  const published = publishedGame();
  const door = new OwnDoor(table);
  const fresh = table.match === null && table.start.seed === null && table.opponent === null;
  const kept = fresh ? presentMatch(published) : null;
  const before = table.match?.record.seats ?? kept?.seats ?? (table.opponent === null ? [] : [table.opponent]);
  const page = await MatchPage.open(published, words, 0, before, door);
  door.page = page;
  listenToMore(words, ["sound", "motion", "server"], [["studio.tree", () => void openTree(page, table)]]);
  const record = table.match === null ? null : table.match.seen ? seenRecord(table.match.record) : table.match.record;
  if (table.match?.seen && record !== null) door.lookAt(record.started);
  const found = record === null ? null : { variant: 0, seats: null, link: "", match: record, underway: true };
  const goesOn = found ?? (kept?.underway ? kept : null);
  if (goesOn === null || !page.goOn(goesOn)) {
    const { seed, moves } = table.start;
    await page.begin(0, kept?.seats ?? null, seed === null ? null : { seed: BigInt(seed), moves: moves ?? [] });
  }
  if (table.match?.seen) page.tell("");
  if (table.person === null && !page.match.over) askForConsent(words, table.longest, (agreed) => door.agree(agreed));
}

/**
 * A match of somebody, or one that is over, to be looked at: who plays on from it begins another match.
 *
 * @param {import("../../../publish/page/match.js").MatchRecord} record
 * @returns {import("../../../publish/page/match.js").MatchRecord}
 */
function seenRecord(record) {
  return { ...record, given: record.moves.length, started: new Date().toISOString(), undone: 0, hints: 0 };
}
