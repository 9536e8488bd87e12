/** Reading a position: what stands where, field by field, as `apts.engine.play.positions.position_contents` has it. */

/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./description.js").PlayFacts} PlayFacts */

const BITS = 32;

export class Fields {
  /** @param {PlayFacts} play */
  constructor(play) {
    this.play = play;
    this.places = play.places;
    this._counted = Object.entries(play.fields).filter(([name]) => !play.derived.includes(name));
  }

  /**
   * @param {string} name
   * @returns {boolean}
   */
  has(name) {
    return name in this.play.fields;
  }

  /**
   * A word of a field; 0 when the game does not have it.
   *
   * @param {Position} position
   * @param {string} name
   * @param {number} index
   * @returns {number}
   */
  word(position, name, index) {
    const field = this.play.fields[name];
    return field === undefined ? 0 : Number(position[field[0] + index]);
  }

  /**
   * A word of the head of a position.
   *
   * @param {Position} position
   * @param {string} place
   * @returns {number}
   */
  head(position, place) {
    return Number(position[this.places[place]]);
  }

  /**
   * How many pieces stand upon each other on a site.
   *
   * @param {Position} position
   * @param {number} site
   * @returns {number}
   */
  height(position, site) {
    if (this.play.levels) return this.word(position, "height", site);
    return this.word(position, "what", site) === 0 ? 0 : 1;
  }

  /**
   * Where the words of a piece are in the fields of pieces.
   *
   * @param {number} site
   * @param {number} level
   * @returns {number}
   */
  index(site, level) {
    return this.play.levels ? site * this.play.levels + level : site;
  }

  /**
   * The kind of the topmost piece on a site; 0 for none.
   *
   * @param {Position} position
   * @param {number} site
   * @returns {number}
   */
  top(position, site) {
    const height = this.height(position, site);
    return height === 0 ? 0 : this.word(position, "what", this.index(site, height - 1));
  }

  /**
   * The members of a set kept in the position.
   *
   * @param {Position} position
   * @param {string} name
   * @returns {number[]}
   */
  members(position, name) {
    const [start, size] = this.play.fields[name] ?? [0, 0];
    const found = [];
    for (let index = 0; index < size; index++) {
      const word = Number(BigInt.asUintN(BITS, position[start + index]));
      for (let bit = 0; bit < BITS; bit++) if ((word >>> bit) & 1) found.push(BITS * index + bit);
    }
    return found;
  }

  /**
   * The words that matter for play as a text: equal for positions from which play goes on alike.
   *
   * @param {Position} position
   * @param {string[]} [without] fields to be left out
   * @returns {string}
   */
  content(position, without = []) {
    const { STATE_HEAD, LOSING_NOW, TURN_SET } = this.places;
    const head = position.slice(0, STATE_HEAD);
    head[LOSING_NOW] = head[TURN_SET] = 0n; // set anew by every move
    const length = this.head(position, "LENGTH");
    const parts = [head.join()];
    for (const [name, [start, size]] of this._counted) {
      if (!without.includes(name)) parts.push(position.subarray(start, Math.min(start + size, length)).join());
    }
    return parts.join(";");
  }
}
