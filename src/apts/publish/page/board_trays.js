/** What lies beside the board: the pieces in hands, and dice. */

import { svgElement, svgLayer } from "./board_shapes.js";
import { element } from "./elements.js";

/** @typedef {import("../runtime/description.js").Description} Description */
/** @typedef {import("../runtime/description.js").HandFacts} HandFacts */
/** @typedef {import("../runtime/position_view.js").DieLook} DieLook */
/** @typedef {import("./board_layers.js").Standing} Standing */
/** @typedef {import("./board_pieces.js").PieceDrawings} PieceDrawings */
/** @typedef {import("./site_words.js").SiteWords} SiteWords */
/** @typedef {import("./board.js").Marks} Marks */

const HALF = 50;

export class HandTrays {
  /**
   * @param {Description} description
   * @param {PieceDrawings} pieces
   * @param {SiteWords} words
   */
  constructor(description, pieces, words) {
    this._facts = description;
    this._pieces = pieces;
    this._words = words;
    this.element = element("div", { class: "board-hands" });
    this.element.hidden = description.hands.length === 0;
  }

  /**
   * @param {Standing} standing
   * @param {Required<Marks>} marks
   */
  draw(standing, marks) {
    const focused = document.activeElement?.getAttribute("data-site");
    this.element.replaceChildren(...this._facts.hands.map((hand) => this._hand(hand, standing, marks)));
    const again = focused ? this.element.querySelector(`[data-site="${focused}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
  }

  /**
   * @param {HandFacts} hand
   * @param {Standing} standing
   * @param {Required<Marks>} marks
   */
  _hand(hand, standing, marks) {
    const sites = Array.from({ length: hand.size }, (_, offset) => hand.first + offset);
    const used = sites.filter((site) => standing.has(site) || marks.targets.includes(site) || marks.origins.includes(site));
    const slots = used.map((site) => this._slot(site, standing, marks));
    const name = this._name(hand);
    const heading = element("span", { class: "hand-name", "aria-hidden": "true" }, name);
    return element("div", { class: "board-hand", role: "group", "aria-label": name }, heading, ...slots);
  }

  /** @param {HandFacts} hand */
  _name(hand) {
    const { players } = this._facts;
    if (hand.owner < 1 || hand.owner > players) return this._words.message("beside");
    return this._words.message("hand", { seat: this._words.owner(hand.owner) });
  }

  /**
   * @param {number} site
   * @param {Standing} standing
   * @param {Required<Marks>} marks
   */
  _slot(site, standing, marks) {
    const pieces = standing.get(site) ?? [];
    const drawing = svgElement("svg", { viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`, "aria-hidden": "true" });
    if (pieces.length > 0) drawing.append(...this._pieces.onSite(pieces, -0.08 * HALF, -0.08 * HALF, 0.68 * HALF, 0.36 * HALF));
    const kinds = [
      marks.chosen === site && "chosen-slot",
      marks.targets.includes(site) && "target-slot",
      marks.origins.includes(site) && "origin-slot",
      marks.last.includes(site) && "last-slot",
    ].filter(Boolean);
    const tapped = element("button", {
      type: "button",
      class: ["hand-slot", ...kinds].join(" "),
      "data-site": site,
      "data-label": this._facts.sites[site].name,
      "aria-label": this._words.site(site, pieces, marks),
    });
    // The button lies over the drawing: what is written on pieces is no part of its name.
    return element("div", { class: "hand-place", "data-stands": site }, drawing, tapped);
  }
}

export class DiceTray {
  /**
   * @param {Description} description
   * @param {SiteWords} words
   */
  constructor(description, words) {
    this._facts = description.dice;
    this._words = words;
    this.element = element("div", { class: "board-dice", role: "img" });
    this.element.hidden = this._facts === null;
  }

  /** @param {DieLook[]} dice */
  draw(dice) {
    const { _facts: facts } = this;
    if (facts === null) return;
    const told = dice.map((die) => (die.used ? this._words.message("used", { value: die.value }) : String(die.value)));
    const thrown = dice.every((die) => die.thrown);
    const label = thrown ? this._words.message("dice", { values: told.join(", ") }) : this._words.message("not_thrown");
    this.element.setAttribute("aria-label", label);
    const side = facts.side + 2;
    this.element.replaceChildren(
      ...dice.map((die) => {
        const key = die.thrown ? `${die.value}${die.used ? " used" : ""}` : "";
        const drawing = svgLayer(facts.drawings[key] ?? facts.drawings[""]);
        return svgElement("svg", { viewBox: `-1 ${-side / 2} ${side} ${side}`, "aria-hidden": "true" }, drawing);
      }),
    );
  }
}
