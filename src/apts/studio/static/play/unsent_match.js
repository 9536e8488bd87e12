/** What the studio has not confirmed yet, kept in the tab: a page that is opened again at once loses no move. */

/** @typedef {import("../../../publish/page/match.js").MatchRecord} MatchRecord */

/**
 * What tells matches apart.
 *
 * @param {MatchRecord} record
 */
export function nameOf({ started, seed, seats }) {
  return [started, seed, ...seats].join(" ");
}

/** @param {MatchRecord} record */
export function noteUnsent(record) {
  try {
    sessionStorage.setItem(keyOf(record), JSON.stringify(record));
  } catch {
    // Not allowed, or no room.
  }
}

/** @param {MatchRecord} record that the studio has now */
export function forgetUnsent(record) {
  try {
    sessionStorage.removeItem(keyOf(record));
  } catch {
    // Not allowed: nothing was noted either.
  }
}

/**
 * The same match as this tab knows it, where the studio may not have heard of its last moves.
 *
 * @param {MatchRecord} record as the studio has it
 * @returns {MatchRecord}
 */
export function lastKnown(record) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(record)) ?? "null") ?? record;
  } catch {
    return record;
  }
}

/** @param {MatchRecord} record */
function keyOf(record) {
  return `apts.unsent ${nameOf(record)}`;
}
