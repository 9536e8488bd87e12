/** Taps that miss: on a small board a finger means the nearest site that can be chosen, not the one beside it. */

const FINGER_REACH = 22; // half of what a finger needs, in pixels

/**
 * The site that a tap means.
 *
 * @param {HTMLElement} container that sites are in
 * @param {number} site that was hit
 * @param {Event} event of the tap; keys and programs mean what they say
 * @param {number[]} usable sites that can be chosen
 * @returns {number}
 */
export function meantSite(container, site, event, usable) {
  if (!(event instanceof MouseEvent) || event.detail === 0 || usable.includes(site)) return site;
  let [best, least] = [site, FINGER_REACH];
  for (const other of usable) {
    const box = container.querySelector(`[data-site="${other}"]`)?.getBoundingClientRect();
    if (box === undefined) continue;
    const aside = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const above = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    const distance = Math.hypot(aside, above);
    if (distance < least && Math.max(box.width, box.height) < 2 * FINGER_REACH) [best, least] = [other, distance];
  }
  return best;
}
