/** The drawing of the board itself, layer upon layer: ground, marks, pieces, writing, and the sites that answer to taps. */

import { svgElement, svgLayer } from "./board_shapes.js";
import { drawMark, drawJudgement } from "./board_marks.js";

/** @typedef {import("../runtime/description.js").Description} Description */
/** @typedef {import("../runtime/position_view.js").PieceLook} PieceLook */
/** @typedef {import("./board_pieces.js").PieceDrawings} PieceDrawings */
/** @typedef {import("./site_words.js").SiteWords} SiteWords */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {Map<number, PieceLook[]>} Standing the pieces of each site, the lowest first */
/** @typedef {{x: number, y: number, radius: number, path: string | null}} Spot a place of the drawing */

const ROOM_AROUND = 2.3; // sites around the pieces that are shown of an endless board
const LEAST_SITE = 24; // pixels: taps beside smaller sites are too many
const NARROWEST = 360; // pixels that a board has on a phone

export class BoardLayers {
  /**
   * @param {Description} description
   * @param {PieceDrawings} pieces
   * @param {SiteWords} words
   * @param {boolean} narrow whether the screen is narrower than high
   */
  constructor(description, pieces, words, narrow) {
    this._facts = description;
    this._pieces = pieces;
    this._words = words;
    const { width, height, spacing } = description.board;
    this.ratio = width / height;
    const small = width > 2 * height && (NARROWEST * spacing) / width < LEAST_SITE;
    /** Whether the board is turned by a quarter, because fingers would not find its sites across a narrow screen. */
    this.turned = narrow && small;
    const ground = svgLayer(description.board.ground, { "aria-hidden": "true" });
    this._paths = takenPaths(ground);
    this._under = svgElement("g", { "aria-hidden": "true" });
    this._standing = svgElement("g", { "aria-hidden": "true", class: "board-pieces" });
    this._over = svgElement("g", { "aria-hidden": "true", class: "board-over" });
    const writing = svgLayer(description.board.writing, { "aria-hidden": "true" });
    if (this.turned) for (const text of writing.querySelectorAll("text")) keepUpright(text);
    this._sites = description.play.sites > 0 ? this._hits() : [];
    this.element = svgElement(
      "svg",
      { class: "board-drawing", role: "group", "aria-label": words.message("board", { game: description.name }) },
      this._turnedLayers(ground, writing, this._under),
      this._standing,
      this._turnedLayers(this._over, svgElement("g", {}, ...this._sites)),
    );
    this._show(0, 0, width, height);
  }

  /** @param {...SVGElement} layers */
  _turnedLayers(...layers) {
    return svgElement("g", this.turned ? { transform: "rotate(90)" } : {}, ...layers);
  }

  /**
   * Where a piece is drawn: pieces stay upright on a board that is turned.
   *
   * @param {Spot} spot
   * @returns {Spot}
   */
  _pieceSpot(spot) {
    return this.turned ? { ...spot, x: -spot.y, y: spot.x } : spot;
  }

  /**
   * Elements over all sites of the board, which can be tapped and reached by the keyboard.
   *
   * @returns {SVGElement[]}
   */
  _hits() {
    const { board, sites, play } = this._facts;
    return Array.from({ length: play.sites }, (_, site) => {
      const { x = 0, y = 0, name } = sites[site];
      const named = { class: "board-site hit", "data-site": site, "data-label": name, role: "button", tabindex: site === 0 ? 0 : -1 };
      if (board.columns) {
        const { rows, step } = board.columns;
        const [left, top] = [x - board.spacing / 2, y - (rows - 0.5) * step];
        return svgElement("rect", { ...named, x: left, y: top, width: board.spacing, height: rows * step });
      }
      const path = this._paths.get(site);
      if (path) return svgElement("path", { ...named, d: path });
      return svgElement("circle", { ...named, cx: x, cy: y, r: 0.5 * board.spacing });
    });
  }

  /**
   * @param {Standing} standing
   * @param {Required<Marks>} marks
   */
  draw(standing, marks) {
    const { board, play } = this._facts;
    const onBoard = (/** @type {number[]} */ sites) => sites.filter((site) => site < play.sites);
    this._frame(standing, marks);
    this._standing.replaceChildren(...this._drawnPieces(standing));
    const marked = (/** @type {number[]} */ sites, /** @type {"last" | "earlier"} */ kind) =>
      onBoard(sites).map((site) => drawMark(kind, this._topSpot(site, standing), board.spacing));
    const under = [...marked(marks.earlier, "earlier"), ...marked(marks.last, "last")];
    const over = onBoard(marks.origins.filter((site) => site !== marks.chosen)).map((site) =>
      drawMark("origin", this._topSpot(site, standing), board.spacing),
    );
    for (const site of onBoard([...marks.overlay.keys()])) {
      const judged = /** @type {import("./board.js").SiteJudgement} */ (marks.overlay.get(site));
      const { shape, text } = drawJudgement(judged, this._nextSpot(site, standing), board.spacing);
      if (this.turned) keepUpright(text);
      under.push(shape);
      over.push(text);
    }
    for (const site of onBoard(marks.targets)) {
      const full = standing.has(site) && !board.columns;
      if (!full && marks.overlay.has(site)) continue; // what a search thinks of it stands there
      over.push(drawMark(full ? "capture" : "move", this._nextSpot(site, standing), board.spacing));
    }
    if (marks.chosen !== null && marks.chosen < play.sites) {
      over.push(drawMark("chosen", this._topSpot(marks.chosen, standing), board.spacing));
    }
    over.push(...marks.decided.map(([site, level]) => drawMark("win", this._spot(site, level), board.spacing)));
    this._under.replaceChildren(...under);
    this._over.replaceChildren(...over);
    this._tell(standing, marks);
  }

  /** @param {Standing} standing */
  _drawnPieces(standing) {
    const { board, play, sites } = this._facts;
    const drawn = [];
    for (const [site, pieces] of standing) {
      if (site >= play.sites) continue;
      const { path } = sites[site];
      if (path) drawn.push(this._turnedLayers(...this._pieces.onEdge(pieces[pieces.length - 1], path, 0.2 * board.spacing)));
      else if (board.columns) {
        for (const piece of pieces) {
          const { x, y, radius } = this._pieceSpot(this._spot(site, piece.level));
          drawn.push(this._pieces.piece(piece, x, y, radius, true));
        }
      } else {
        const { x, y, radius } = this._pieceSpot(this._spot(site, 0));
        drawn.push(svgElement("g", { "data-stands": site }, ...this._pieces.onSite(pieces, x, y, radius)));
      }
    }
    return drawn;
  }

  /**
   * A place of the drawing: a site, or one cell of an upright column.
   *
   * @param {number} site
   * @param {number} level
   * @returns {Spot}
   */
  _spot(site, level) {
    const { board, sites, play } = this._facts;
    const { x = 0, y = 0, radius = 0 } = sites[site];
    if (!board.columns) return { x, y, radius, path: this._paths.get(site) ?? null };
    const path = this._paths.get(level * play.sites + site) ?? null;
    return { x, y: y - level * board.columns.step, radius, path };
  }

  /**
   * Where the topmost piece of a site is.
   *
   * @param {number} site
   * @param {Standing} standing
   */
  _topSpot(site, standing) {
    return this._spot(site, Math.max((standing.get(site)?.length ?? 1) - 1, 0));
  }

  /**
   * Where the next piece on a site would be.
   *
   * @param {number} site
   * @param {Standing} standing
   */
  _nextSpot(site, standing) {
    const most = (this._facts.board.columns?.rows ?? 1) - 1;
    return this._spot(site, Math.min(standing.get(site)?.length ?? 0, most));
  }

  /**
   * Of endless boards and columns a part is shown: what is used, with some room.
   *
   * @param {Standing} standing
   * @param {Required<Marks>} marks
   */
  _frame(standing, marks) {
    const { board, play, sites } = this._facts;
    if (board.columns && !board.columns.told) {
      const tallest = Math.max(0, ...[...standing.values()].map((pieces) => pieces.length));
      const hidden = (board.columns.rows - Math.min(board.columns.rows, tallest + 2)) * board.columns.step;
      this._show(0, hidden, board.width, board.height - hidden);
    }
    if (!board.endless) return;
    const used = [...standing.keys(), ...marks.targets, ...marks.origins].filter((site) => site < play.sites);
    if (used.length === 0) return;
    const [xs, ys] = [used.map((site) => sites[site].x ?? 0), used.map((site) => sites[site].y ?? 0)];
    const room = ROOM_AROUND * board.spacing;
    const [left, top] = [Math.max(0, Math.min(...xs) - room), Math.max(0, Math.min(...ys) - room)];
    const [right, bottom] = [Math.min(board.width, Math.max(...xs) + room), Math.min(board.height, Math.max(...ys) + room)];
    this._show(left, top, right - left, bottom - top);
  }

  /**
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   */
  _show(left, top, width, height) {
    const box = this.turned ? [-top - height, left, height, width] : [left, top, width, height];
    this.ratio = box[2] / box[3];
    this.element.setAttribute("viewBox", box.join(" "));
  }

  /**
   * Say of each site what stands there and what can be done with it.
   *
   * @param {Standing} standing
   * @param {Required<Marks>} marks
   */
  _tell(standing, marks) {
    this._sites.forEach((element, site) => {
      element.setAttribute("aria-label", this._words.site(site, standing.get(site) ?? [], marks));
      element.classList.toggle("usable", marks.targets.includes(site) || marks.origins.includes(site));
    });
  }

  /**
   * The elements that sites answer to taps with.
   *
   * @param {number[]} sites
   * @returns {SVGElement[]}
   */
  elementsOf(sites) {
    return sites.flatMap((site) => this._sites[site] ?? []);
  }

  /**
   * One site of the board is a stop of the tabulator key: the one that was reached last.
   *
   * @param {EventTarget | null} reached
   */
  rove(reached) {
    if (!this._sites.some((site) => site === reached)) return;
    for (const site of this._sites) site.setAttribute("tabindex", site === reached ? "0" : "-1");
  }
}

/**
 * Turn a text back that stands on a board that is turned.
 *
 * @param {Element} text
 */
function keepUpright(text) {
  const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  text.setAttribute("transform", `rotate(-90 ${x} ${y - 0.35 * size})`);
}

/**
 * The outlines of cells, by number; the elements of the ground answer to nothing from now on.
 *
 * @param {SVGElement} ground
 * @returns {Map<number, string>}
 */
function takenPaths(ground) {
  const found = new Map();
  for (const element of ground.querySelectorAll("[data-site]")) {
    const path = element.getAttribute("d");
    if (path) found.set(Number(element.getAttribute("data-site")), path);
    if (element.classList.contains("hit")) element.remove();
    element.removeAttribute("data-site");
    element.removeAttribute("data-label");
  }
  return found;
}
