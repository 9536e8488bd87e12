/** A larger board in a frame that scrolls, for fingers: offered where sites are too small for them, and remembered. */

import { button } from "./elements.js";

const FINGER = 44; // pixels that a finger needs
const LEAST_ZOOM = 1.25; // less would hardly be seen
const MOST_ZOOM = 4;

export class BoardZoom {
  /**
   * @param {HTMLElement} container of the board
   * @param {string} game by which the choice is remembered
   * @param {string} label of the button
   */
  constructor(container, game, label) {
    this._container = container;
    this._key = `apts.zoom ${game}`;
    this._wanted = remembered(this._key);
    this._fitted = "";
    this._fingers = matchMedia("(any-pointer: coarse), (max-width: 40rem)");
    /** What the board scrolls in. */
    this.frame = document.createElement("div");
    this.frame.className = "board-scroll";
    this.button = button(label, () => this._toggle(), { class: "zoom", hidden: true });
  }

  /**
   * Find out how large sites are, if the screen or the part of the board has changed.
   *
   * @param {SVGElement} drawing
   * @param {number} spacing of sites, in the units of the drawing
   */
  fit(drawing, spacing) {
    const { frame, _container: container } = this;
    const state = [innerWidth, innerHeight, this._fingers.matches, this._wanted, drawing.getAttribute("viewBox")].join();
    if (state === this._fitted) return;
    this._fitted = state;
    const middle = visibleMiddle(frame);
    container.classList.remove("zoomed");
    const size = spacing * (/** @type {SVGGraphicsElement} */ (drawing).getScreenCTM()?.a ?? 1);
    const small = size > 0 && size < FINGER && this._fingers.matches;
    const zoomed = small && this._wanted;
    this.button.hidden = !small;
    this.button.setAttribute("aria-pressed", String(zoomed));
    container.style.setProperty("--zoom", String(Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, (FINGER + 0.5) / (size || FINGER)))));
    container.classList.toggle("zoomed", zoomed);
    frame.scrollLeft = middle[0] * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = middle[1] * frame.scrollHeight - frame.clientHeight / 2;
  }

  /**
   * Scroll until some places can be seen, as far as they are off the frame.
   *
   * @param {Element[]} places
   */
  show(places) {
    if (!this._container.classList.contains("zoomed")) return;
    const outer = this.frame.getBoundingClientRect();
    for (const place of places) {
      const inner = place.getBoundingClientRect();
      this.frame.scrollLeft += beyond(inner.left, inner.right, outer.left, outer.right);
      this.frame.scrollTop += beyond(inner.top, inner.bottom, outer.top, outer.bottom);
    }
  }

  _toggle() {
    this._wanted = !this._wanted;
    try {
      localStorage.setItem(this._key, String(this._wanted));
    } catch {
      // Not allowed, or no room.
    }
    this.onToggle();
  }

  /** Draw anew after the choice has changed. */
  onToggle() {}
}

/**
 * @param {string} key
 * @returns {boolean}
 */
function remembered(key) {
  try {
    return localStorage.getItem(key) === "true";
  } catch {
    return false;
  }
}

/**
 * The place of the content that is in the middle of a frame, as shares of its size.
 *
 * @param {HTMLElement} frame
 * @returns {[number, number]}
 */
function visibleMiddle(frame) {
  const share = (/** @type {number} */ at, /** @type {number} */ seen, /** @type {number} */ all) => (all > 0 ? (at + seen / 2) / all : 0.5);
  return [share(frame.scrollLeft, frame.clientWidth, frame.scrollWidth), share(frame.scrollTop, frame.clientHeight, frame.scrollHeight)];
}

/**
 * How far something has to be scrolled so that it lies inside, negative for backwards.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
function beyond(low, high, least, most) {
  if (low < least) return low - least;
  return high > most ? Math.min(high - most, low - least) : 0;
}
