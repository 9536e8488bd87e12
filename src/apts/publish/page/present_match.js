/** The match at the page, kept in the browser after every move, so that it goes on when the page is opened again. */

import { PERSON } from "./match.js";
import { agentsOf } from "./published.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match.js").MatchRecord} MatchRecord */
/** @typedef {import("./published.js").Published} Published */

/**
 * @typedef {object} PresentMatch
 * @property {string} rules the checksum of its rules
 * @property {string} link what stood behind the address of the page
 * @property {MatchRecord} match
 */

/** @typedef {{variant: number, seats: string[] | null, link: string, match: MatchRecord, underway: boolean, lots?: import("./match.js").Lots}} FoundMatch */

/**
 * Keep the match, or after it only who sat where; a browser that keeps nothing for a page forgets it with the page.
 *
 * @param {Published} published
 * @param {number} variant
 * @param {Match} match
 */
export function keepPresentMatch(published, variant, match) {
  const record = match.record();
  if (match.over) Object.assign(record, { moves: [], times: [], given: 0 });
  /** @type {PresentMatch} */
  const kept = { rules: published.variants[variant].description.rules_hash, link: location.hash, match: record };
  try {
    localStorage.setItem(presentKey(published), JSON.stringify(kept));
  } catch {
    // Not allowed, or no room.
  }
}

/**
 * The match that was kept last, if the page has its rules.
 *
 * @param {Published} published
 * @returns {FoundMatch | null}
 */
export function presentMatch(published) {
  try {
    return foundMatch(published, JSON.parse(localStorage.getItem(presentKey(published)) ?? "null"));
  } catch {
    return null;
  }
}

/**
 * What a kept match is to the page: its variant, its seats where the page has their agents, and whether it has begun and
 * is not over.
 *
 * @param {Published} published
 * @param {PresentMatch | null} kept
 * @returns {FoundMatch | null}
 */
export function foundMatch(published, kept) {
  const { variants } = published;
  const variant = variants.findIndex(({ description }) => description.rules_hash === kept?.rules);
  if (kept === null || variant < 0) return null;
  const { link, match } = kept;
  const { description } = variants[variant];
  const sitters = [PERSON, ...agentsOf(published, variant)];
  const fits = match.seats.length === description.players && match.seats.every((who) => sitters.includes(who));
  const underway = fits && match.ended === null && match.moves.length > match.given;
  return { variant, seats: fits ? match.seats : null, link, match, underway };
}

/**
 * Files of the same rules that open at different positions have a match each.
 *
 * @param {Published} published
 */
function presentKey({ variants, start }) {
  return ["apts.present", variants[0].description.rules_hash, ...(start.moves ?? [])].join(" ");
}
