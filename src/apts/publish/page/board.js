/**
 * The board in a page: an SVG with everything that stands on it, hands and dice around it. It shows what it is given and
 * says which site was chosen; it knows nothing of rules. Every site is an element with `data-site` and `data-label`.
 */

import { BoardLayers } from "./board_layers.js";
import { PieceDrawings } from "./board_pieces.js";
import { DiceTray, HandTrays } from "./board_trays.js";
import { SiteWords } from "./site_words.js";

/** @typedef {import("../runtime/game.js").Game} Game */
/** @typedef {import("../runtime/position_view.js").Look} Look */
/** @typedef {import("../runtime/position_view.js").PieceLook} PieceLook */
/** @typedef {import("./site_words.js").Saying} Saying */

/**
 * @typedef {object} Marks what is shown besides the position
 * @property {number[]} [origins] sites that a move can start at
 * @property {number[]} [targets] sites that a move can go to
 * @property {number | null} [chosen]
 * @property {number[]} [last] sites of the last move
 * @property {Map<number, SiteJudgement>} [overlay]
 */

/** @typedef {{value: number, share: number, text: string}} SiteJudgement value from -1 to 1; share of the search */

const HANDS_SHARE = 0.25; // of the height of the board: about the width of hands beside it

export class BoardView {
  /**
   * @param {HTMLElement} container is filled
   * @param {Game} game
   * @param {Saying | null} [words] says texts in the reader's language
   */
  constructor(container, game, words = null) {
    const { description } = game;
    const pieces = new PieceDrawings(description);
    this._words = new SiteWords(description, words);
    this._container = container;
    this._layers = new BoardLayers(description, pieces, this._words);
    this._hands = new HandTrays(description, pieces, this._words);
    this._dice = new DiceTray(description, this._words);
    /** @type {(site: number, event: Event) => void} */
    this.onSite = () => {};
    container.classList.add("apts-board", "board-view");
    container.classList.toggle("with-hands", description.hands.length > 0);
    this._beside = matchMedia(description.hands.length > 0 ? "(min-width: 48rem)" : "not all"); // as in board.css
    container.replaceChildren(this._layers.element, this._hands.element, this._dice.element);
    container.addEventListener("click", (event) => this._chose(event));
    container.addEventListener("keydown", (event) => this._pressed(event));
  }

  /**
   * Show a position.
   *
   * @param {Look} look
   * @param {Marks} [marks]
   */
  draw(look, marks = {}) {
    /** @type {Map<number, PieceLook[]>} */
    const standing = new Map();
    for (const piece of look.pieces) standing.set(piece.site, [...(standing.get(piece.site) ?? []), piece]);
    const shown = { origins: [], targets: [], chosen: null, last: look.last, overlay: new Map(), ...marks };
    this._words.swapped = look.swapped;
    this._layers.draw(standing, shown);
    this._hands.draw(standing, shown);
    this._dice.draw(look.dice);
    this._container.style.setProperty("--ratio", String(this._layers.ratio + (this._beside.matches ? HANDS_SHARE : 0)));
  }

  /** @param {Event} event */
  _chose(event) {
    const found = event.target instanceof Element ? event.target.closest("[data-site]") : null;
    if (found) this.onSite(Number(found.getAttribute("data-site")), event);
  }

  /** @param {KeyboardEvent} event */
  _pressed(event) {
    const drawn = event.target instanceof SVGElement;
    if (!drawn || (event.key !== "Enter" && event.key !== " ")) return; // a hand has buttons, which click by themselves
    event.preventDefault();
    this._chose(event);
  }
}
