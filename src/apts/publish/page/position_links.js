/** Positions as links: `#seed=7&moves=d%20c`, the moves from the start as they are written, apart by spaces. */

/**
 * @typedef {object} LinkedPosition
 * @property {bigint} seed
 * @property {string[]} moves
 * @property {number} variant which of the rules in the file
 */

/**
 * The part of a link behind the address.
 *
 * @param {LinkedPosition} position
 * @returns {string}
 */
export function positionLink({ seed, moves, variant }) {
  const parts = [`seed=${seed}`, `moves=${moves.map(encodeURIComponent).join(",")}`];
  if (variant > 0) parts.push(`rules=${variant}`);
  return `#${parts.join("&")}`;
}

/**
 * The position that a link, or the part of it behind `#`, means.
 *
 * @param {string} link
 * @returns {LinkedPosition | null} null where it says none
 */
export function readPositionLink(link) {
  const said = new Map(
    link
      .slice(link.indexOf("#") + 1)
      .trim()
      .split("&")
      .map((part) => /** @type {[string, string]} */ ([part.split("=")[0], part.slice(part.indexOf("=") + 1)])),
  );
  const [seed, moves, rules] = [said.get("seed"), said.get("moves"), said.get("rules") ?? "0"];
  if (seed === undefined || moves === undefined || !/^-?\d{1,19}$/.test(seed) || !/^\d{1,4}$/.test(rules)) return null;
  try {
    const texts = moves === "" ? [] : moves.split(",").map(decodeURIComponent);
    return { seed: BigInt.asIntN(64, BigInt(seed)), moves: texts, variant: Number(rules) };
  } catch {
    return null;
  }
}
