/** The pieces that decided a match, found as `apts.engine.play.positions.deciding_sites` finds them: in the tables of the kernel. */

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./description.js").Description} Description */
/** @typedef {import("./description.js").DecidingPart} DecidingPart */
/** @typedef {import("./fields.js").Fields} Fields */
/** @typedef {[site: number, level: number]} DecidingSpot a level of 0 is the lowest piece of a stack */
/** @typedef {{kind: DecidingPart["kind"], spots: DecidingSpot[]}} Decided */
/** @typedef {(site: number, level: number) => boolean} Matching */

const ANY_OWNER = 0;
const MOVER_OWNS = -1;

/**
 * What the end rule found in a position; nothing while the match goes on, or where the rule names no pieces.
 *
 * @param {Kernel} kernel
 * @param {Description} facts
 * @param {Fields} fields
 * @param {Position} position
 * @returns {Decided[]}
 */
export function decidingPieces(kernel, facts, fields, position) {
  const [number, won] = [fields.head(position, "END_RULE"), fields.head(position, "WON_BY")];
  if (!kernel.over(position) || number <= 0 || (won !== 0 && won !== number)) return [];
  const reader = new DecidingReader(kernel, facts, fields, position);
  return facts.ends.rules[number - 1].deciding.flatMap((part) => {
    const spots = new Map(reader.spots(part).map((spot) => [spot.join(), spot]));
    const sorted = [...spots.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    return sorted.length > 0 ? [{ kind: part.kind, spots: sorted }] : [];
  });
}

class DecidingReader {
  /**
   * @param {Kernel} kernel
   * @param {Description} facts
   * @param {Fields} fields
   * @param {Position} position
   */
  constructor(kernel, facts, fields, position) {
    this._data = kernel.data;
    this._facts = facts;
    this._fields = fields;
    this._position = position;
    this._last = fields.head(position, "LAST_TO");
  }

  /**
   * @param {DecidingPart} part
   * @returns {DecidingSpot[]}
   */
  spots(part) {
    const { sites } = this._facts.play;
    if (part.kind === "arrival" && part.pieces !== null) {
      const wanted = part.pieces;
      const site = Array.from({ length: sites }, (_, place) => place).find((place) => this._holds(place, wanted));
      return site === undefined ? [] : [[site, 0]];
    }
    if (this._last < 0 || this._last >= sites || this._height(this._last) === 0) return [];
    if (part.kind === "arrival") return [this._top(this._last)];
    return part.kind === "line" ? this._line(part) : this._group(part);
  }

  /**
   * @param {import("./description.js").DecidingLine} part
   * @returns {DecidingSpot[]}
   */
  _line({ rays, length, exact, owner, levels }) {
    const [matches, first] = [this._matching(owner), this._top(this._last)];
    if (!matches(...first)) return [];
    const [found, level, each] = [/** @type {DecidingSpot[]} */ ([]), first[1], levels === "each"];
    const below = each ? [first, ...this._run(Array(level).fill(this._last), level, -1, matches)] : [];
    if (each && below.length >= length) found.push(...below);
    for (const [ahead, back] of this._rays(rays)) {
      for (const slope of each ? [-1, 0, 1] : [null]) {
        const run = [first, ...this._run(ahead, level, slope, matches), ...this._run(back, level, slope === null ? null : -slope, matches)];
        if (exact ? run.length === length : run.length >= length) found.push(...run);
      }
    }
    return found;
  }

  /**
   * The pieces that match one after the other: at levels that rise by the slope, or topmost ones without it.
   *
   * @param {number[]} sites
   * @param {number} level
   * @param {number | null} slope
   * @param {Matching} matches
   * @returns {DecidingSpot[]}
   */
  _run(sites, level, slope, matches) {
    const found = /** @type {DecidingSpot[]} */ ([]);
    for (const site of sites) {
      level = slope === null ? this._height(site) - 1 : level + slope;
      if (!matches(site, level)) break;
      found.push([site, level]);
    }
    return found;
  }

  /**
   * @param {import("./description.js").DecidingGroup} part
   * @returns {DecidingSpot[]}
   */
  _group({ steps, touching, counts, by_owner: byOwner, owner: wanted, needed }) {
    const top = this._top(this._last);
    if (!this._matching(wanted)(...top)) return [];
    const owner = this._owner(...top);
    const row = byOwner ? owner : 0;
    const at = this._word(touching) + row * this._facts.play.all_sites;
    const enough = needed ?? this._word(this._word(counts) + row);
    const [group, waiting] = [new Set([this._last]), [this._last]];
    let touched = 0n;
    for (let site = waiting.pop(); site !== undefined; site = waiting.pop()) {
      touched |= this._data[at + site];
      for (const other of this._list(this._word(steps) + site)) {
        if (group.has(other) || this._owner(...this._top(other)) !== owner) continue;
        group.add(other);
        waiting.push(other);
      }
    }
    const regions = BigInt.asUintN(64, touched).toString(2).replaceAll("0", "").length;
    return regions >= enough ? [...group].map((site) => this._top(site)) : [];
  }

  /**
   * Whether a piece is like that of the last move: of the same kind, or of the same owner if one is wanted.
   *
   * @param {number | null} wanted
   * @returns {Matching}
   */
  _matching(wanted) {
    const top = this._top(this._last);
    const [what, owner] = [this._what(...top), this._owner(...top)];
    if (wanted === null) return (site, level) => this._what(site, level) === what;
    const sought = wanted === MOVER_OWNS ? this._fields.head(this._position, "MOVER") : wanted;
    return (site, level) => (sought === ANY_OWNER || sought === owner) && this._owner(site, level) === owner;
  }

  /**
   * The two ways of each line through the last site.
   *
   * @param {number} slot
   * @returns {[number[], number[]][]}
   */
  _rays(slot) {
    const place = this._word(slot) + this._last;
    const found = /** @type {[number[], number[]][]} */ ([]);
    for (let ray = this._word(place); ray < this._word(place + 1); ray += 2) found.push([this._list(ray), this._list(ray + 1)]);
    return found;
  }

  /** @param {number} place */
  _word(place) {
    return Number(this._data[place]);
  }

  /** @param {number} place */
  _list(place) {
    return Array.from(this._data.subarray(this._word(place), this._word(place + 1)), Number);
  }

  /** @param {number} site */
  _height(site) {
    return this._fields.height(this._position, site);
  }

  /**
   * @param {number} site
   * @returns {DecidingSpot}
   */
  _top(site) {
    return [site, this._height(site) - 1];
  }

  /**
   * @param {number} site
   * @param {number} level
   */
  _what(site, level) {
    if (level < 0 || level >= this._height(site)) return 0;
    return this._fields.word(this._position, "what", this._fields.index(site, level));
  }

  /**
   * The owner of a piece; -1 where there is none.
   *
   * @param {number} site
   * @param {number} level
   */
  _owner(site, level) {
    const what = this._what(site, level);
    return what === 0 ? -1 : this._facts.pieces.kinds[what - 1].player;
  }

  /**
   * @param {number} site
   * @param {number[]} pieces
   */
  _holds(site, pieces) {
    return Array.from({ length: this._height(site) }, (_, level) => this._what(site, level)).some((what) => pieces.includes(what));
  }
}
