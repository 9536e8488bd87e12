/** Positions of the match as links, and links that are opened in place of the match. */

import { checkedLink } from "./link_checks.js";
import { rulesSaid } from "./linked_rules.js";
import { positionLink } from "./position_links.js";
import { shareDialog } from "./share_dialog.js";

/** @typedef {import("./link_checks.js").GoodLink} GoodLink */
/** @typedef {import("./match_page.js").MatchPage} MatchPage */

/**
 * Offer the position that is looked at as a link, and to open a link.
 *
 * @param {MatchPage} page
 */
export function sharePosition(page) {
  const { match, published, words } = page;
  const said = { seed: match.seed, moves: match.texts.slice(0, page.at), ...rulesSaid(published, page.variant) };
  shareDialog(words, page.door.address + positionLink(said), async (text) => {
    const checked = await checkedLink(words, published, text);
    return typeof checked === "string" ? checked : () => openLink(page, checked);
  });
}

/**
 * Show a position that somebody has shared; a match that is underway asks first.
 *
 * @param {MatchPage} page
 * @param {GoodLink} link
 */
export function openLink(page, { position, variant }) {
  page.leaveFor("page.open", () => page.begin(variant, null, position));
}

/**
 * Open the link that the address of the page has become.
 *
 * @param {MatchPage} page
 * @param {string} address the part of it behind `#`
 */
export async function followAddress(page, address) {
  if (address.length < 2) return;
  const checked = await checkedLink(page.words, page.published, address);
  if (typeof checked === "string") page.tell(checked);
  else openLink(page, checked);
}
