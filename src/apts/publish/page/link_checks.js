/** A link before it is opened: whether it can be read, is of this game and these rules, and has legal moves only. */

import { linkedVariant } from "./linked_rules.js";
import { Match } from "./match.js";
import { readPositionLink } from "./position_links.js";
import { loadGame } from "./published.js";

/** @typedef {import("./position_links.js").LinkedPosition} LinkedPosition */
/** @typedef {import("./published.js").Published} Published */
/** @typedef {import("./words.js").Words} Words */

/** @typedef {{position: LinkedPosition, variant: number}} GoodLink */

/**
 * @param {Words} words
 * @param {Published} published
 * @param {string} link
 * @returns {Promise<GoodLink | string>} a sentence that says what is wrong with it, where something is
 */
export async function checkedLink(words, published, link) {
  const position = readPositionLink(link);
  if (position === null) return words.message("page.link_unreadable");
  const { game, fingerprint } = position;
  const other = game !== null && published.variants.every(({ description }) => description.name !== game);
  const variant = linkedVariant(published, position);
  if (other && (variant === null || fingerprint === null)) return words.message("page.link_other_game", { game });
  if (variant === null) return words.message("page.link_other_rules");
  const wrong = new Match(await loadGame(published, variant), position.seed, []).follow(position.moves);
  if (wrong === null) return { position, variant };
  return words.message("page.link_bad_move", { move: position.moves[wrong], at: wrong + 1 });
}
