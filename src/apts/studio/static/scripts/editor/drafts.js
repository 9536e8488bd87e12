/** Text that was not saved, kept in this browser until it is. */

/** @typedef {{ rules: string, time: number }} Draft */

/** @param {string} game */
const key = (game) => `apts-draft:${game}`;

/**
 * @param {string} game
 * @returns {Draft | null}
 */
export function keptDraft(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(game)) ?? "null");
    return kept !== null && typeof kept.rules === "string" ? kept : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} game
 * @param {string} rules
 */
export function keepDraft(game, rules) {
  try {
    localStorage.setItem(key(game), JSON.stringify({ rules, time: Date.now() }));
  } catch {
    // A browser that keeps nothing, or has no room: the text is on the page all the same.
  }
}

/** @param {string} game */
export function dropDraft(game) {
  try {
    localStorage.removeItem(key(game));
  } catch {
    // Likewise.
  }
}
