/** A board that the browser plays by itself; the studio keeps the match after every move. */

import { checkedLink } from "../../../publish/page/link_checks.js";
import { followAddress, openLink } from "../../../publish/page/link_opening.js";
import { MatchPage } from "../../../publish/page/match_page.js";
import { presentMatch } from "../../../publish/page/present_match.js";
import { publishedGame } from "../../../publish/page/published.js";
import { askForConsent } from "./consent.js";
import { OwnDoor } from "./own_door.js";
import { listenToMore, openTree } from "./studio_bar.js";
import { lastKnown } from "./unsent_match.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */

/**
 * @param {import("./own_door.js").OwnTable} table
 * @param {Words} words
 */
export async function openOwnBoard(table, words) {
  const published = publishedGame();
  const door = new OwnDoor(table);
  const kept = table.match === null ? begunBefore(table, presentMatch(published)) : null;
  const known = location.hash.length < 2 || (kept?.underway && kept.link === location.hash);
  const linked = known ? null : await checkedLink(words, published, location.hash);
  const good = linked !== null && typeof linked !== "string" ? linked : null;
  const before = table.match?.record.seats ?? kept?.seats ?? (table.opponent == null ? [] : [table.opponent]);
  const page = await MatchPage.open(published, words, 0, before, door);
  door.page = page;
  listenToMore(words, ["sound", "motion", "server"], [["studio.tree", () => void openTree(page, table)]]);
  const record = table.match === null ? null : table.match.seen ? seenRecord(table.match) : lastKnown(table.match.record);
  if (table.match?.seen && record !== null) door.lookAt(record.started);
  const found = record === null ? null : { variant: 0, seats: null, link: "", match: record, underway: true };
  const goesOn = good !== null && table.match?.seen ? null : (found ?? (kept?.underway ? kept : null));
  if (goesOn === null || !page.goOn(goesOn)) {
    const { seed, moves } = table.start;
    const given = seed === null ? null : { seed: BigInt(seed), moves: moves ?? [] };
    await page.begin(0, good === null ? (kept?.seats ?? null) : null, good?.position ?? given);
  }
  if (table.match?.seen && good === null) page.tell("");
  const asked = table.match?.own && page.match.over && !table.match.answered ? door.ended(page.match, words) : null;
  if (asked !== null) page.frame.questions.replaceChildren(asked);
  if (typeof linked === "string") page.tell(linked);
  else if (good !== null && page.match.underway) openLink(page, good);
  addEventListener("hashchange", () => followAddress(page, location.hash));
  if (table.person === null && !page.match.over) askForConsent(words, table.longest, (agreed) => door.agree(agreed));
}

/**
 * The match that this browser began at the same address: against the opponent and from the position that it names.
 *
 * @param {import("./own_door.js").OwnTable} table
 * @param {import("../../../publish/page/present_match.js").FoundMatch | null} kept
 */
function begunBefore({ opponent, start }, kept) {
  if (kept === null) return null;
  const otherOpponent = opponent !== null && !kept.seats?.includes(opponent);
  return otherOpponent || (start.seed !== null && start.seed !== kept.match.seed) ? null : kept;
}

/**
 * A match of somebody, or one that is over, to be looked at: who plays on from it begins another match.
 *
 * @param {NonNullable<import("./own_door.js").OwnTable["match"]>} match
 * @returns {import("../../../publish/page/match.js").MatchRecord}
 */
function seenRecord({ record, own }) {
  const given = own ? record.given : record.moves.length;
  return { ...record, given, started: new Date().toISOString(), undone: 0, hints: 0 };
}
