/** What is told of sites to people who do not see the board. */

/** @typedef {import("../runtime/description.js").Description} Description */
/** @typedef {import("../runtime/position_view.js").PieceLook} PieceLook */

/** @typedef {{message: (key: string, values?: Record<string, string | number>) => string}} Saying */

const MOST_TOLD = 6;

export class SiteWords {
  /**
   * @param {Description} description
   * @param {Saying | null} words
   */
  constructor(description, words) {
    this._facts = description;
    /** Whether the first two seats have changed sides. */
    this.swapped = false;
    this._words = words ?? { message: (key, values = {}) => [key, ...Object.values(values)].join(" ") };
  }

  /**
   * @param {string} key of the area of the board
   * @param {Record<string, string | number>} [values]
   * @returns {string}
   */
  message(key, values) {
    return this._words.message(`board.${key}`, values);
  }

  /**
   * A site and what stands there, the topmost piece first, and whether it can be chosen.
   *
   * @param {number} site
   * @param {PieceLook[]} pieces
   * @param {{origins: number[], targets: number[], chosen: number | null, last: number[], earlier: number[], decided: [number, number][]}} marks
   * @returns {string}
   */
  site(site, pieces, marks) {
    const told = [`${this._facts.sites[site].name}: ${this._standing(pieces)}`];
    if (marks.chosen === site) told.push(this.message("chosen"));
    else if (marks.targets.includes(site)) told.push(this.message("target"));
    else if (marks.origins.includes(site)) told.push(this.message("origin"));
    if (marks.last.includes(site)) told.push(this.message("last"));
    else if (marks.earlier.includes(site)) told.push(this.message("earlier"));
    if (marks.decided.some(([place]) => place === site)) told.push(this.message("decided"));
    for (const region of this._facts.board.regions) if (region.sites.includes(site)) told.push(this.region(region));
    return told.join(", ");
  }

  /**
   * What a region is called, and whose it is.
   *
   * @param {import("../runtime/description.js").RegionFacts} region
   * @returns {string}
   */
  region({ owner, name }) {
    return this.message(name ? "named_region" : "region", { name, seat: this.owner(owner) });
  }

  /** @param {PieceLook[]} pieces */
  _standing(pieces) {
    if (pieces.length === 0) return this.message("empty");
    const shown = pieces.slice(-MOST_TOLD).reverse();
    return shown.map((piece) => this._piece(piece)).join(", ");
  }

  /** @param {PieceLook} piece */
  _piece(piece) {
    const { called, owner } = this._facts.pieces.kinds[piece.what - 1];
    const name = owner > 0 ? this.message("piece", { piece: called, seat: this.owner(owner) }) : called;
    const turned = piece.state > 0 ? `${name} (${piece.state})` : name;
    return piece.count > 1 ? `${piece.count} × ${turned}` : turned;
  }

  /**
   * What the seat is called that plays a player of the rules.
   *
   * @param {number} player
   * @returns {string}
   */
  owner(player) {
    const seat = this.swapped && player <= 2 ? 3 - player : player;
    return this._facts.seats[seat - 1] || this.message("player", { seat });
  }
}
