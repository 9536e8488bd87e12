/** Asking the studio what is wrong with a text: quickly while somebody writes, thoroughly when they pause. */

/** @typedef {{ severity: "error" | "warning" | "info", line: number | null, column: number | null, sentence: string, language: string, hints: string[], nearest: string[] }} Problem */
/** @typedef {{ ok: boolean, problems: Problem[], told?: string, svg?: string, name?: string }} Checked */

const QUICK = 350;
const PAUSE = 1200;

/**
 * A function to be called after each change; `show` gets what was found, or null where the studio does not answer.
 *
 * @param {string} address
 * @param {() => string} text
 * @param {(found: Checked | null) => void} show
 * @param {() => void} began
 */
export function checker(address, text, show, began) {
  let timer = 0;
  let number = 0;
  /** @type {AbortController | null} */
  let asking = null;

  /** @param {boolean} thorough */
  async function ask(thorough) {
    const mine = ++number;
    asking?.abort();
    asking = new AbortController();
    const written = text();
    const body = new FormData();
    body.set("rules", written);
    body.set("thorough", String(thorough));
    if (!thorough) began();
    try {
      const answer = await fetch(address, { method: "POST", body, signal: asking.signal, headers: { Accept: "application/json" } });
      if (answer.status === 429) return later(thorough, 3 * PAUSE);
      if (!answer.ok) throw new Error(answer.statusText);
      /** @type {Checked} */
      const found = await answer.json();
      if (mine !== number) return;
      show(found);
      if (found.ok && !thorough) later(true, PAUSE);
    } catch (problem) {
      if (!(problem instanceof DOMException && problem.name === "AbortError") && mine === number) show(null);
    }
  }

  /**
   * @param {boolean} thorough
   * @param {number} wait
   */
  function later(thorough, wait) {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void ask(thorough), wait);
  }

  return { changed: () => later(false, QUICK), now: () => later(false, 0) };
}
