/** Arrow keys go from site to site, to the nearest one in their direction; Home and End go to the first and the last. */

const DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
const ASIDE = 2.5;
const ON_A_TIE = 0.99;

/** @param {HTMLElement} container that sites are in */
export function listenForArrows(container) {
  container.addEventListener("keydown", (event) => {
    const present = document.activeElement?.closest("[data-site]");
    if (present === null || present === undefined || !container.contains(present)) return;
    const goal = siteByKey(/** @type {HTMLElement[]} */ ([...container.querySelectorAll("[data-site]")]), present, event.key);
    if (goal === null) return;
    event.preventDefault();
    goal?.focus();
  });
}

/**
 * The site that a key leads to.
 *
 * @param {HTMLElement[]} sites
 * @param {Element} present
 * @param {string} key
 * @returns {HTMLElement | undefined | null} undefined where there is none, null where the key means nothing here
 */
function siteByKey(sites, present, key) {
  if (key === "Home") return sites[0];
  if (key === "End") return sites[sites.length - 1];
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  const index = nearestInDirection(middle(present), sites.map(middle), direction);
  return index === null ? undefined : sites[index];
}

/**
 * The nearest place that lies in a direction, at most 45 degrees aside; where there is none, the one that is least aside. Of
 * two at the same distance it is the one clockwise, so that the key of the other direction leads back.
 *
 * @param {[number, number]} from
 * @param {[number, number][]} places
 * @param {[number, number]} direction
 * @returns {number | null} its index
 */
export function nearestInDirection([x, y], places, [right, down]) {
  let [best, least] = [/** @type {number | null} */ (null), [Infinity, Infinity]];
  places.forEach(([otherX, otherY], index) => {
    const along = (otherX - x) * right + (otherY - y) * down;
    const clockwise = (otherY - y) * right - (otherX - x) * down;
    const aside = Math.abs(clockwise);
    if (along <= 1) return;
    const inside = aside <= along * (2 - ON_A_TIE);
    const distance = (inside ? Math.hypot(along, aside) : along + ASIDE * aside) * (clockwise > 0 ? ON_A_TIE : 1);
    const measure = [inside ? 0 : 1, distance];
    if (measure[0] < least[0] || (measure[0] === least[0] && distance < least[1])) [best, least] = [index, measure];
  });
  return best;
}

/**
 * @param {Element} shown
 * @returns {[number, number]}
 */
function middle(shown) {
  const { left, top, width, height } = shown.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
