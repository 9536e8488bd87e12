/** Moves by dragging: from the site that the finger or the mouse goes down on to the one that it leaves. */

import { CarriedPiece } from "./carried_piece.js";

const FAR = 10;

/**
 * @typedef {object} DragSteps
 * @property {(site: number) => boolean} canStart
 * @property {(site: number) => void} start
 * @property {(site: number | null) => void} drop null where it was let go beside all sites
 */

/**
 * The site that an element belongs to.
 *
 * @param {EventTarget | null} target
 * @returns {number | null}
 */
export function siteOf(target) {
  const found = target instanceof Element ? target.closest("[data-site]") : null;
  return found === null ? null : Number(found.getAttribute("data-site"));
}

/**
 * Listen for drags inside a container.
 *
 * @param {HTMLElement} container
 * @param {DragSteps} steps
 */
export function listenForDrags(container, { canStart, start, drop }) {
  /** @type {{site: number, x: number, y: number, begun: boolean} | null} */
  let drag = null;
  const carried = new CarriedPiece();
  container.addEventListener("pointerdown", (event) => {
    const site = event.button === 0 ? siteOf(event.target) : null;
    drag = site !== null && canStart(site) ? { site, x: event.clientX, y: event.clientY, begun: false } : null;
    if (drag !== null && event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
  });
  container.addEventListener("pointermove", (event) => {
    if (drag === null || drag.begun || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    drag.begun = true;
    container.classList.add("dragging");
    start(drag.site);
    carried.take(container, drag.site, event.pointerType);
  });
  const ended = (/** @type {PointerEvent} */ event) => {
    const past = drag;
    drag = null;
    carried.drop();
    container.classList.remove("dragging");
    if (past === null || !past.begun) return;
    const site = event.type === "pointerup" ? siteOf(document.elementFromPoint(event.clientX, event.clientY)) : null;
    if (site === past.site) container.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    else drop(site);
  };
  addEventListener("pointermove", (event) => carried.follow(event.clientX, event.clientY));
  addEventListener("pointerup", ended);
  addEventListener("pointercancel", ended);
}
