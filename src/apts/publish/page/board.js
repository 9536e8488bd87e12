/**
 * The board in a page: an SVG with everything that stands on it, hands and dice around it. It shows what it is given and
 * says which site was chosen; it knows nothing of rules. Every site is an element with `data-site` and `data-label`.
 */

import { BoardLayers } from "./board_layers.js";
import { drawLegend } from "./board_legend.js";
import { PieceDrawings } from "./board_pieces.js";
import { DiceTray, HandTrays } from "./board_trays.js";
import { BoardZoom } from "./board_zoom.js";
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
 * @property {number[]} [earlier] sites of moves shortly before it
 * @property {import("../runtime/deciding.js").DecidingSpot[]} [decided] pieces that ended the match
 * @property {Map<number, SiteJudgement>} [overlay]
 */

/** @typedef {{loss: number, share: number, text: string}} SiteJudgement what is lost against the best move, from 0 to 2; share of the search */

const HANDS_SHARE = 0.2; // of the height of the board: about the width of hands beside it

const WIDE_RATIO = 2; // hands stand below boards that are wider than this, where there is little height

export class BoardView {
  /**
   * @param {HTMLElement} container is filled
   * @param {Game} game
   * @param {Saying | null} [words] says texts in the reader's language
   * @param {HTMLElement | null} [legend] is filled with what marks on the board mean
   */
  constructor(container, game, words = null, legend = null) {
    this._legend = legend;
    this._container = container;
    this._facts = game.description;
    this._words = new SiteWords(game.description, words);
    this._narrow = matchMedia("(max-width: 40rem) and (orientation: portrait)");
    this._beside = matchMedia("(min-width: 48rem)"); // as in board.css
    /** @type {(site: number, event: Event) => void} */
    this.onSite = () => {};
    this.zoom = new BoardZoom(container, game.description.rules_hash, this._words.message("larger"));
    this.zoom.onToggle = () => this._shown && this.draw(...this._shown);
    container.classList.add("apts-board", "board-view");
    container.addEventListener("click", (event) => this._chose(event));
    // Not on the drawing itself: one that listens for the focus would be a stop of the tabulator key.
    container.addEventListener("focusin", (event) => this._parts.layers.rove(event.target));
    container.addEventListener("keydown", (event) => this._pressed(event));
    this._parts = this._built();
    for (const screen of [this._narrow, this._beside]) screen.addEventListener("change", () => this._rebuild());
    addEventListener("resize", () => this._fit());
  }

  /** The board for the present form of the screen. */
  _built() {
    const { _facts: facts, _words: words, _container: container } = this;
    const pieces = new PieceDrawings(facts);
    const layers = new BoardLayers(facts, pieces, words, this._narrow.matches);
    const hands = new HandTrays(facts, pieces, words);
    const dice = new DiceTray(facts, words);
    container.classList.toggle("with-hands", facts.hands.length > 0);
    container.classList.toggle("turned", layers.turned);
    container.classList.toggle("wide", layers.ratio > WIDE_RATIO);
    container.replaceChildren(this.zoom.frame, hands.element, dice.element);
    this.zoom.frame.replaceChildren(layers.element);
    return { layers, hands, dice };
  }

  /** After the screen was turned. */
  _rebuild() {
    this._parts = this._built();
    if (this._shown) this.draw(...this._shown);
  }

  /**
   * Show a position.
   *
   * @param {Look} look
   * @param {Marks} [marks]
   */
  draw(look, marks = {}) {
    /** @type {[Look, Marks]} */
    this._shown = [look, marks];
    /** @type {Map<number, PieceLook[]>} */
    const standing = new Map();
    for (const piece of look.pieces) standing.set(piece.site, [...(standing.get(piece.site) ?? []), piece]);
    const decided = look.decided.flatMap(({ spots }) => spots);
    const shown = { origins: [], targets: [], chosen: null, last: look.last, earlier: [], decided, overlay: new Map(), ...marks };
    this._words.swapped = look.swapped;
    if (this._legend !== null) drawLegend(this._legend, this._facts, this._words);
    const { layers, hands, dice } = this._parts;
    layers.draw(standing, shown);
    hands.draw(standing, shown);
    dice.draw(look.dice);
    this._container.style.setProperty("--ratio", String(this._ratio()));
    this._fit();
    this.zoom.show(layers.elementsOf(shown.last));
  }

  /** Offer a larger board where fingers need it. */
  _fit() {
    this.zoom.fit(this._parts.layers.element, this._facts.board.spacing);
  }

  /** How wide everything is beside its height; a board that is turned has hands beside it and takes the whole width. */
  _ratio() {
    const { layers } = this._parts;
    const hands = this._facts.hands.length > 0 && this._beside.matches;
    return layers.turned ? 1 : layers.ratio + (hands ? HANDS_SHARE : 0);
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
