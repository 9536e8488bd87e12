/** Pieces on the board and in hands: single ones, stacks, seeds in pits, bars on edges. */

import { badge, svgElement, svgLayer } from "./board_shapes.js";

/** @typedef {import("../runtime/description.js").Description} Description */
/** @typedef {import("../runtime/position_view.js").PieceLook} PieceLook */

const MOST_SEEDS = 6;

export class PieceDrawings {
  /** @param {Description} description */
  constructor(description) {
    this._facts = description.pieces;
    this._pits = description.board.pits;
    /** @type {Map<string, SVGElement>} */
    this._drawn = new Map();
  }

  /**
   * Everything that stands on a site.
   *
   * @param {PieceLook[]} pieces the lowest first
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {number} [plate] how large the number of pieces is written
   * @returns {SVGElement[]}
   */
  onSite(pieces, x, y, radius, plate = 0.42 * radius) {
    if (this._pits && pieces.length === 1) return this._seeds(pieces[0], x, y, radius);
    const { tallest, rise, shrink } = this._facts.stack;
    const seen = pieces.slice(-tallest);
    const step = seen.length > 1 ? rise * radius : 0;
    const size = seen.length > 1 ? shrink * radius : radius;
    const base = y + (step * (seen.length - 1)) / 2;
    const drawn = seen.map((piece, height) => this.piece(piece, x, base - step * height, size, height === seen.length - 1));
    const total = pieces.length > 1 ? pieces.length : pieces[0].count;
    if (total > 1) drawn.push(badge(x + 0.72 * radius, y + 0.62 * radius, plate, `×${total}`));
    return drawn;
  }

  /**
   * One piece; below others its writing is left out.
   *
   * @param {PieceLook} piece
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {boolean} top
   * @returns {SVGElement}
   */
  piece(piece, x, y, radius, top) {
    const { unit } = this._facts;
    const drawn = this._copy(piece);
    drawn.setAttribute("transform", `translate(${x} ${y}) scale(${radius / unit})`);
    drawn.setAttribute("class", top ? "piece" : "piece covered");
    if (top && piece.owner > 0 && piece.state > 0) {
      drawn.append(badge(0.72 * unit, -0.62 * unit, 0.32 * unit, String(piece.state)));
    }
    return drawn;
  }

  /**
   * The drawing of a piece; markup is read once for each kind and colour.
   *
   * @param {PieceLook} piece
   * @returns {SVGElement}
   */
  _copy(piece) {
    const colour = this.colour(piece);
    const key = `${piece.what} ${colour}`;
    const known = this._drawn.get(key) ?? svgLayer(this._facts.kinds[piece.what - 1].drawings[colour] ?? "");
    this._drawn.set(key, known);
    return /** @type {SVGElement} */ (known.cloneNode(true));
  }

  /**
   * The number of the colour of a piece: that of its owner, or of its state if it belongs to nobody.
   *
   * @param {PieceLook} piece
   * @returns {number}
   */
  colour(piece) {
    const number = piece.owner > 0 ? piece.owner : piece.state;
    return number <= 0 ? 0 : 1 + ((number - 1) % (this._facts.colours - 1));
  }

  /**
   * Some seeds as dots, and always their number.
   *
   * @param {PieceLook} piece
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @returns {SVGElement[]}
   */
  _seeds(piece, x, y, radius) {
    const dots = Math.min(piece.count, MOST_SEEDS);
    const drawn = Array.from({ length: dots }, (_, place) => {
      const angle = (2 * Math.PI * place) / dots - Math.PI / 2;
      const [cx, cy] = [x + 0.7 * radius * Math.cos(angle), y + 0.7 * radius * Math.sin(angle)];
      return svgElement("circle", { class: `seat${this.colour(piece)}`, cx, cy, r: 0.2 * radius, "stroke-width": 0.05 * radius });
    });
    const size = 0.62 * radius;
    const number = svgElement("text", { class: "number", x, y: y + 0.35 * size, "font-size": size }, String(piece.count));
    return [...drawn, number];
  }

  /**
   * A piece that lies along an edge.
   *
   * @param {PieceLook} piece
   * @param {string} path
   * @param {number} width
   * @returns {SVGElement[]}
   */
  onEdge(piece, path, width) {
    const stroke = { "stroke-linecap": "round", d: path };
    const colour = this.colour(piece);
    return [
      svgElement("path", { class: `edge${colour}`, "stroke-width": 1.3 * width, ...stroke }),
      svgElement("path", { class: `bar${colour}`, "stroke-width": width, ...stroke }),
    ];
  }
}
