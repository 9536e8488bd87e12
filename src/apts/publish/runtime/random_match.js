/** Random matches: which moves are made depends on a seed and on the number of the match alone, here as in Python. */

/** @typedef {import("./kernel.js").Kernel} Kernel */

/**
 * Play a match to its end, and give the hash of every position, the start included.
 *
 * @param {Kernel} kernel
 * @param {bigint} seed a number of 64 bits with sign
 * @param {number} number
 * @returns {bigint[]}
 */
export function randomMatch(kernel, seed, number) {
  const stream = (/** @type {bigint} */ part) => kernel.call("match_stream", { seed, number: BigInt(number), part });
  kernel.call("start", { seed: kernel.layout.chance ? stream(0n) : 0n });
  kernel.array("stream")[0] = stream(1n);
  const hashes = [kernel.presentHash()];
  for (let made = 0; made < kernel.moveLimit && kernel.state[kernel.places.OVER] === 0n; made++) {
    kernel.call("play", { index: kernel.call("choose") });
    hashes.push(kernel.presentHash());
  }
  return hashes;
}
