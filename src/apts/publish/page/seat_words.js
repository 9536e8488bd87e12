/** Seats, agents and outcomes in words. */

import { PERSON } from "./match.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./words.js").Words} Words */

/**
 * What a seat is called.
 *
 * @param {Words} words
 * @param {string[]} names of the seats, empty where a seat has none
 * @param {number} seat
 * @returns {string}
 */
export function seatName(words, names, seat) {
  return names[seat - 1] || words.say("page.player", { seat });
}

/**
 * What an agent is called.
 *
 * @param {Words} words
 * @param {string} who `person` or the spelling of an agent
 * @returns {string}
 */
export function agentName(words, who) {
  if (who === PERSON) return words.say("page.person");
  if (who === "adaptive") return words.say("page.adaptive");
  const [kind, rest] = who.split(":", 2);
  if (kind === "model") return words.say("page.trained");
  if (kind === "level" && words.knows(`level.${rest}`)) return words.say(`level.${rest}`);
  const seconds = /^uct:seconds=([\d.]+)$/.exec(who);
  return seconds === null ? who : words.say("page.thinks_for", { seconds: seconds[1] });
}

/**
 * Who sits at a seat of a match, as the strip beside the board has it.
 *
 * @param {Words} words
 * @param {Match} match
 * @param {number} seat
 * @returns {string}
 */
export function sitterName(words, match, seat) {
  if (!match.isPerson(seat)) return agentName(words, match.seats[seat - 1]);
  return words.say(match.onlyPerson === seat ? "page.you" : "page.person");
}

/**
 * How a match ended, in one line.
 *
 * @param {Words} words
 * @param {string[]} names
 * @param {Match} match
 * @returns {string}
 */
export function outcomeLine(words, names, match) {
  const outcome = match.outcome;
  if (outcome === null) return "";
  const { ranks } = outcome;
  if (ranks.length === 1) return words.say(ranks[0] === 1 ? "page.solo_won" : "page.solo_lost");
  const best = Math.min(...ranks);
  const first = ranks.flatMap((rank, index) => (rank === best ? [index + 1] : []));
  if (first.length === ranks.length) return words.say("page.draw");
  if (ranks.length > 2) return words.say("page.places", { places: placesLine(words, names, ranks) });
  if (match.onlyPerson !== null) return words.say(first[0] === match.onlyPerson ? "page.you_won" : "page.you_lost");
  return words.say("page.won", { seat: seatName(words, names, first[0]) });
}

/**
 * All seats by place; those who share a rank share the best place of theirs.
 *
 * @param {Words} words
 * @param {string[]} names
 * @param {number[]} ranks
 * @returns {string}
 */
function placesLine(words, names, ranks) {
  const order = ranks.map((rank, index) => ({ rank, seat: index + 1 })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const place = (/** @type {number} */ rank) => 1 + ranks.filter((other) => other < rank).length;
  return order.map(({ rank, seat }) => words.say("page.place", { place: place(rank), seat: seatName(words, names, seat) })).join(", ");
}

/**
 * Why a match ended, where that is worth saying.
 *
 * @param {Words} words
 * @param {string[]} names
 * @param {Match} match
 * @returns {string}
 */
export function reasonLine(words, names, match) {
  if (match.resigned !== null) return words.say("page.resigned", { seat: seatName(words, names, match.resigned) });
  return match.outcome?.words ?? "";
}

/**
 * A value from -1 to 1 as a score in per cent.
 *
 * @param {Words} words
 * @param {number} value
 * @returns {string}
 */
export function scoreText(words, value) {
  return words.percent((value + 1) / 2);
}
