/** Arrow keys go from site to site, to the nearest one in their direction. */

const DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
const ASIDE = 2.5;

/** @param {HTMLElement} container that sites are in */
export function listenForArrows(container) {
  container.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    const present = document.activeElement?.closest("[data-site]");
    if (direction === undefined || present === null || present === undefined || !container.contains(present)) return;
    event.preventDefault();
    nearestSite(container, present, direction)?.focus();
  });
}

/**
 * @param {HTMLElement} container
 * @param {Element} from
 * @param {[number, number]} direction
 * @returns {HTMLElement | null}
 */
function nearestSite(container, from, [right, down]) {
  const [x, y] = middle(from);
  let [best, least] = [/** @type {HTMLElement | null} */ (null), Infinity];
  for (const site of container.querySelectorAll("[data-site]")) {
    const [otherX, otherY] = middle(site);
    const along = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    const distance = along + ASIDE * aside;
    if (along > 1 && distance < least) [best, least] = [/** @type {HTMLElement} */ (site), distance];
  }
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
