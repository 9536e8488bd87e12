/** The beginning of everything: in a page the match begins, in a worker the search waits for questions. */

import { insideWorker, serveAsWorker } from "../runtime/worker.js";
import { element } from "./elements.js";
import { MatchPage } from "./match_page.js";
import { readPositionLink } from "./position_links.js";
import { publishedGame } from "./published.js";
import { languageFor, Words } from "./words.js";

async function openPage() {
  const published = publishedGame();
  const words = new Words(published.texts, languageFor(published.language, navigator.languages, Object.keys(published.texts)));
  try {
    await openMatch(published, words);
  } catch (problem) {
    const told = problem instanceof Error ? problem.message : String(problem);
    document.body.prepend(element("main", { class: "page" }, element("p", { role: "alert" }, words.say("page.broken", { problem: told }))));
  }
}

/**
 * Begin with the position of the address, with that of the file, or at the start.
 *
 * @param {import("./published.js").Published} published
 * @param {Words} words
 */
async function openMatch(published, words) {
  const { seed, moves } = published.start;
  const given = seed === null ? null : { seed: BigInt(seed), moves: moves ?? [], variant: 0 };
  const position = readPositionLink(location.hash) ?? given;
  const variant = position !== null && position.variant < published.variants.length ? position.variant : 0;
  const page = await MatchPage.open(published, words, variant);
  await page.begin(variant, null, position);
  addEventListener("hashchange", () => {
    const linked = readPositionLink(location.hash);
    if (linked !== null) page.openPosition(linked);
  });
}

if (insideWorker()) serveAsWorker();
else openPage();
