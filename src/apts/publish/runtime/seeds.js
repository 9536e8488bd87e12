/**
 * Seeds that are addressed, not consumed, as `apts.agents.agent` has them: each purpose has its own, derived from the one
 * that was given, by BLAKE2b (RFC 7693) with a digest of 8 octets.
 */

const DIGEST_OCTETS = 8;
const BLOCK_OCTETS = 128;
const WORD_BITS = (1n << 64n) - 1n;
const SEED_WORD = (1n << 63n) - 1n;

const INITIAL = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

/** The order in which the words of a block are mixed in, a row for each round; the eleventh round has the first row. */
const ORDERS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const ROUNDS = 12;

/** The four words that each of the eight steps of a round mixes: columns, then diagonals. */
const MIXED = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

/**
 * @param {bigint} word
 * @param {bigint} bits
 * @returns {bigint}
 */
function turnedRight(word, bits) {
  return ((word >> bits) | (word << (64n - bits))) & WORD_BITS;
}

/**
 * @param {bigint[]} v
 * @param {number[]} places
 * @param {bigint} x
 * @param {bigint} y
 */
function mixInto(v, [a, b, c, d], x, y) {
  v[a] = (v[a] + v[b] + x) & WORD_BITS;
  v[d] = turnedRight(v[d] ^ v[a], 32n);
  v[c] = (v[c] + v[d]) & WORD_BITS;
  v[b] = turnedRight(v[b] ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & WORD_BITS;
  v[d] = turnedRight(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & WORD_BITS;
  v[b] = turnedRight(v[b] ^ v[c], 63n);
}

/**
 * @param {bigint[]} chain
 * @param {DataView} block
 * @param {number} length octets up to the end of this block
 * @param {boolean} last
 */
function compress(chain, block, length, last) {
  const v = [...chain, ...INITIAL];
  v[12] ^= BigInt(length);
  if (last) v[14] ^= WORD_BITS;
  const words = Array.from({ length: 16 }, (_, index) => block.getBigUint64(8 * index, true));
  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDERS[round % ORDERS.length];
    MIXED.forEach((places, step) => mixInto(v, places, words[order[2 * step]], words[order[2 * step + 1]]));
  }
  chain.forEach((word, index) => (chain[index] = word ^ v[index] ^ v[index + 8]));
}

/**
 * The first word of the digest of a text, its octets read from the highest.
 *
 * @param {string} text
 * @returns {bigint}
 */
function digest(text) {
  const octets = new TextEncoder().encode(text);
  const blocks = Math.max(1, Math.ceil(octets.length / BLOCK_OCTETS));
  const padded = new Uint8Array(blocks * BLOCK_OCTETS);
  padded.set(octets);
  const chain = [...INITIAL];
  chain[0] ^= 0x01010000n ^ BigInt(DIGEST_OCTETS);
  for (let block = 0; block < blocks; block++) {
    const view = new DataView(padded.buffer, block * BLOCK_OCTETS, BLOCK_OCTETS);
    const last = block === blocks - 1;
    compress(chain, view, last ? octets.length : (block + 1) * BLOCK_OCTETS, last);
  }
  const turned = new DataView(new ArrayBuffer(DIGEST_OCTETS));
  turned.setBigUint64(0, chain[0], true);
  return turned.getBigUint64(0, false);
}

/**
 * A seed for one purpose, such as `("seat", 2)`; different purposes are independent.
 *
 * @param {bigint} seed
 * @param {...(string | number)} purpose
 * @returns {bigint}
 */
export function derivedSeed(seed, ...purpose) {
  return digest([seed, ...purpose].join("/")) & SEED_WORD;
}

/**
 * The place of one of so many, drawn by a word of a search's stream, as `apts.search.results.drawn_place` draws it.
 *
 * @param {bigint} word
 * @param {number} count
 * @returns {number}
 */
export function drawnPlace(word, count) {
  let mixed = (word * 0x9e3779b97f4a7c15n + 0x632be59bd9b4e019n) & WORD_BITS;
  mixed = ((mixed ^ (mixed >> 29n)) * 0xbf58476d1ce4e5b9n) & WORD_BITS;
  return Number(((mixed ^ (mixed >> 32n)) >> 9n) % BigInt(count));
}
