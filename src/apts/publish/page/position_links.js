/**
 * Positions as links: `#seed=7&moves=d,c&game=Hex&rules=Board:6x6&hash=12ab34cd`: the moves from the start as they are
 * written, the choice of rules by name and value, and the first signs of the checksum of the rules.
 */

/**
 * @typedef {object} LinkedPosition
 * @property {bigint} seed
 * @property {string[]} moves
 * @property {string | null} game what it is called; null where the link does not say
 * @property {[setting: string, value: string][]} choice of rules, where the page that made the link has any
 * @property {string | null} fingerprint how the checksum of the rules begins; null where the link does not say
 */

/**
 * The part of a link behind the address.
 *
 * @param {LinkedPosition} position
 * @returns {string}
 */
export function positionLink({ seed, moves, game, choice, fingerprint }) {
  const parts = [`seed=${seed}`, `moves=${moves.map(encodeURIComponent).join(",")}`];
  if (game !== null) parts.push(`game=${encodeURIComponent(game)}`);
  if (choice.length > 0) parts.push(`rules=${choice.map((pair) => pair.map(encodeURIComponent).join(":")).join(";")}`);
  if (fingerprint !== null) parts.push(`hash=${fingerprint}`);
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
  const [seed, moves, fingerprint] = [said.get("seed"), said.get("moves"), said.get("hash") ?? null];
  if (seed === undefined || moves === undefined || !/^-?\d{1,19}$/.test(seed)) return null;
  if (fingerprint !== null && !/^[0-9a-f]{8,64}$/.test(fingerprint)) return null;
  try {
    const texts = (moves === "" ? [] : moves.split(",")).map(decodeURIComponent);
    const game = said.has("game") ? decodeURIComponent(said.get("game") ?? "") : null;
    const choice = readChoice(said.get("rules") ?? "");
    return choice && { seed: BigInt.asIntN(64, BigInt(seed)), moves: texts, game, choice, fingerprint };
  } catch {
    return null;
  }
}

/**
 * @param {string} text such as `Board:6x6;Swap:Off`
 * @returns {[string, string][] | null} null where it is no choice of rules
 */
function readChoice(text) {
  if (text === "") return [];
  const pairs = text.split(";").map((pair) => pair.split(":").map(decodeURIComponent));
  return pairs.every((pair) => pair.length === 2) ? /** @type {[string, string][]} */ (pairs) : null;
}
