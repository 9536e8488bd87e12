/** Draws by lot as `random.Random` of Python makes them: MT19937 (Matsumoto and Nishimura, 1998), begun with a key. */

const STATE_WORDS = 624;
const SHIFT = 397;

/**
 * The product of two words of 32 bits, without what does not fit into one.
 *
 * @param {number} one
 * @param {number} other
 * @returns {number}
 */
function wordProduct(one, other) {
  return Math.imul(one, other) >>> 0;
}

export class Lottery {
  /** @param {bigint} seed 0 or more */
  constructor(seed) {
    const key = [];
    for (let left = seed; key.length === 0 || left > 0n; left >>= 32n) key.push(Number(left & 0xffffffffn));
    this._words = new Uint32Array(STATE_WORDS);
    this._at = STATE_WORDS;
    this._begin(19650218);
    this._take(key);
  }

  /** @param {number} word */
  _begin(word) {
    const w = this._words;
    w[0] = word;
    for (let at = 1; at < STATE_WORDS; at++) w[at] = wordProduct(1812433253, w[at - 1] ^ (w[at - 1] >>> 30)) + at;
  }

  /** @param {number[]} key */
  _take(key) {
    const w = this._words;
    let at = 1;
    const stir = (/** @type {number} */ factor, /** @type {number} */ added) => {
      w[at] = (w[at] ^ wordProduct(w[at - 1] ^ (w[at - 1] >>> 30), factor)) + added;
      if (++at < STATE_WORDS) return;
      w[0] = w[STATE_WORDS - 1];
      at = 1;
    };
    const steps = Math.max(STATE_WORDS, key.length);
    for (let step = 0; step < steps; step++) stir(1664525, key[step % key.length] + (step % key.length));
    for (let step = 1; step < STATE_WORDS; step++) stir(1566083941, -at);
    w[0] = 0x80000000;
  }

  _renew() {
    const w = this._words;
    for (let at = 0; at < STATE_WORDS; at++) {
      const joined = (w[at] & 0x80000000) | (w[(at + 1) % STATE_WORDS] & 0x7fffffff);
      w[at] = w[(at + SHIFT) % STATE_WORDS] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
    }
    this._at = 0;
  }

  /** @returns {number} a word of 32 bits */
  _word() {
    if (this._at === STATE_WORDS) this._renew();
    let y = this._words[this._at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** @returns {number} a real from 0 to 1, 1 excluded */
  real() {
    const high = this._word() >>> 5;
    return (high * 67108864 + (this._word() >>> 6)) / 9007199254740992;
  }

  /**
   * One of several, each as likely as its weight says.
   *
   * @param {number[]} weights
   * @returns {number} its place
   */
  place(weights) {
    let total = 0;
    const sums = weights.map((weight) => (total += weight));
    const drawn = this.real() * total;
    const place = sums.findIndex((sum) => drawn < sum);
    return place < 0 ? weights.length - 1 : place;
  }
}
