/** The beginning of everything: in a page the match begins, in a worker the search waits for questions. */

import { insideWorker, serveAsWorker } from "../runtime/worker.js";
import { element } from "./elements.js";
import { checkedLink } from "./link_checks.js";
import { followAddress, openLink } from "./link_opening.js";
import { MatchPage } from "./match_page.js";
import { presentMatch } from "./present_match.js";
import { publishedGame } from "./published.js";
import { languageFor, Words } from "./words.js";

async function openPage() {
  const published = publishedGame();
  const words = new Words(published.texts, languageFor(published.language, navigator.languages, Object.keys(published.texts)));
  try {
    await openMatch(published, words);
  } catch (problem) {
    const told = problem instanceof Error ? problem.message : String(problem);
    document.body.prepend(element("main", { class: "page" }, element("p", { role: "alert" }, words.message("page.broken", { problem: told }))));
  }
}

/**
 * Go on with the match that was begun here; else begin with the position of the address, with that of the file, or at the
 * start. A link that cannot be opened says why; one that would end a match asks first.
 *
 * @param {import("./published.js").Published} published
 * @param {Words} words
 */
async function openMatch(published, words) {
  const kept = presentMatch(published);
  const known = kept !== null && kept.underway && kept.link === location.hash;
  const linked = location.hash.length < 2 || known ? null : await checkedLink(words, published, location.hash);
  const good = linked !== null && typeof linked !== "string" ? linked : null;
  const underway = kept !== null && kept.underway;
  const page = await MatchPage.open(published, words, underway ? kept.variant : ((good ?? kept)?.variant ?? 0), kept?.seats ?? []);
  if (!underway || !page.goOn(kept)) {
    const seats = good === null ? (kept?.seats ?? null) : null;
    await page.begin(good?.variant ?? page.variant, seats, good?.position ?? givenStart(published));
  }
  if (typeof linked === "string") page.tell(linked);
  else if (good !== null && page.match.underway) openLink(page, good);
  addEventListener("hashchange", () => followAddress(page, location.hash));
}

/**
 * The position that the file opens at.
 *
 * @param {import("./published.js").Published} published
 * @returns {import("./match_page.js").StartPosition | null}
 */
function givenStart({ start: { seed, moves } }) {
  return seed === null ? null : { seed: BigInt(seed), moves: moves ?? [] };
}

if (insideWorker()) serveAsWorker();
else openPage();
