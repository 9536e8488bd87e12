/** What went wrong inside a kernel, in the same sentence that Python has for it (`apts.engine.play.failures`). */

/** @typedef {import("./kernel.js").KernelFailure} KernelFailure */
/** @typedef {import("./description.js").FailureFacts} FailureFacts */

/**
 * @param {FailureFacts} failures
 * @param {KernelFailure} failure
 * @returns {string}
 */
export function failureSentence(failures, failure) {
  const check = Number(failure.check);
  const text = failures.texts[check > 0 ? failures.guards[check - 1] : failures.others[check]];
  if (text === undefined) return failure.message;
  const line = Number(failure.line);
  const run = failures.lines.find(([first, count]) => first <= line && line < first + count);
  const told = sentenceOf(text, failure.value, failure.bound);
  return run ? `${failures.places[run[2]]}: ${told}` : told;
}

/**
 * @param {FailureFacts["texts"][number]} text
 * @param {bigint} value
 * @param {bigint} bound
 * @returns {string}
 */
function sentenceOf({ pattern, divisor, special }, value, bound) {
  if (special && value === BigInt(special[0])) return special[1];
  const by = BigInt(divisor);
  const rest = ((value % by) + by) % by;
  /** @type {Record<string, bigint>} */
  const numbers = { value, bound, below: bound - 1n, there: bound > 0n ? bound : 0n, quotient: (value - rest) / by, rest };
  return pattern.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => (name ? String(numbers[name]) : found[0]));
}
