/** Which of the rules in the file a link is of, and what a link says of rules. */

/** @typedef {import("./position_links.js").LinkedPosition} LinkedPosition */
/** @typedef {import("./published.js").Published} Published */
/** @typedef {import("./published.js").Variant} Variant */

const FINGERPRINT_SIGNS = 8;

/**
 * What a link says of the rules of a variant.
 *
 * @param {Published} published
 * @param {number} variant
 * @returns {Pick<LinkedPosition, "game" | "choice" | "fingerprint">}
 */
export function rulesSaid({ menus, variants }, variant) {
  const { description, choice } = variants[variant];
  return {
    game: description.name,
    choice: menus.map(({ setting, values }, place) => [setting, values[choice[place]]]),
    fingerprint: description.rules_hash.slice(0, FINGERPRINT_SIGNS),
  };
}

/**
 * The variant that a link is of: the one with its checksum and its choice. Without a checksum every choice must be known.
 *
 * @param {Published} published
 * @param {LinkedPosition} position
 * @returns {number | null} null where the file has no such rules
 */
export function linkedVariant({ menus, variants }, { choice, fingerprint }) {
  const has = (/** @type {Variant} */ variant, /** @type {string} */ setting, /** @type {string} */ value) => {
    const place = menus.findIndex((menu) => menu.setting === setting);
    return place < 0 ? fingerprint !== null : menus[place].values[variant.choice[place]] === value;
  };
  const found = variants.findIndex(
    (variant) =>
      variant.description.rules_hash.startsWith(fingerprint ?? "") && choice.every(([setting, value]) => has(variant, setting, value)),
  );
  return found < 0 ? null : found;
}
