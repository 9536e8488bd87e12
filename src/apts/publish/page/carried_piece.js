/** The piece under the finger while it is dragged: a copy of its drawing over the page; the piece itself is faint meanwhile. */

import { svgElement } from "./board_shapes.js";

const LEAST = 44; // pixels, so that a finger does not hide all of it
const LIFT = 0.35; // of its size: as far it stands above a finger

export class CarriedPiece {
  constructor() {
    this._still = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {SVGElement | null} */
    this._drawing = null;
    /** @type {Element | null} */
    this._left = null;
    this._size = 0;
    this._lift = 0;
  }

  /**
   * Take a piece up. Nothing moves for people who want no motion, and nothing where no piece is drawn.
   *
   * @param {HTMLElement} board
   * @param {number} site
   * @param {string} pointer mouse, touch or pen
   */
  take(board, site, pointer) {
    const drawn = this._still.matches ? null : topPieceOn(board, site);
    if (drawn === null) return;
    const { width, height } = drawn.getBoundingClientRect();
    const box = drawn.getBBox();
    const half = 0.55 * Math.max(box.width, box.height);
    this._size = Math.max(LEAST, 1.1 * width, 1.1 * height);
    this._lift = pointer === "touch" ? LIFT * this._size : 0;
    const copy = /** @type {SVGElement} */ (drawn.cloneNode(true));
    copy.removeAttribute("transform");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    this._drawing = svgElement("svg", { class: "carried apts-board", viewBox: `${x - half} ${y - half} ${2 * half} ${2 * half}`, "aria-hidden": "true" }, copy);
    this._drawing.style.width = this._drawing.style.height = `${this._size}px`;
    this._left = drawn;
    drawn.classList.add("lifted");
    document.body.append(this._drawing);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  follow(x, y) {
    if (this._drawing === null) return;
    this._drawing.style.transform = `translate(${x - this._size / 2}px, ${y - this._size / 2 - this._lift}px)`;
  }

  /** Nothing is carried any more. */
  drop() {
    this._drawing?.remove();
    this._left?.classList.remove("lifted");
    this._drawing = this._left = null;
  }
}

/**
 * The drawing of the topmost piece of a site, on the board or in a hand.
 *
 * @param {HTMLElement} board
 * @param {number} site
 * @returns {SVGGraphicsElement | null}
 */
function topPieceOn(board, site) {
  const drawn = board.querySelectorAll(`[data-stands="${site}"] .piece:not(.covered)`);
  return /** @type {SVGGraphicsElement | null} */ (drawn[drawn.length - 1] ?? null);
}
