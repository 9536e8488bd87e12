/** The rules in words beside the board. */

import { element } from "./elements.js";

/** @typedef {import("../runtime/description.js").RulesInWords} RulesInWords */

/**
 * The rules as sections of lists; lists in lists follow the depth of each sentence.
 *
 * @param {RulesInWords} rules in the language of the page
 * @returns {HTMLElement}
 */
export function rulesInWords({ lead, lead_language, sections }) {
  // What the author says of the game is mostly English, whatever the language of the page; the library has other lines too.
  const made = element("div", { class: "rules-words" }, ...(lead ? [element("p", { lang: lead_language }, lead)] : []));
  for (const { heading, items } of sections) made.append(element("h3", {}, heading), listed(items));
  return made;
}

/**
 * @param {[number, string][]} items depth and sentence
 * @returns {HTMLElement}
 */
function listed(items) {
  const outer = element("ul");
  const lists = [outer];
  for (const [depth, sentence] of items) {
    while (lists.length > depth + 1) lists.pop();
    while (lists.length < depth + 1) {
      const inner = element("ul");
      const above = lists[lists.length - 1];
      (above.lastElementChild ?? above.appendChild(element("li"))).append(inner);
      lists.push(inner);
    }
    lists[lists.length - 1].append(element("li", {}, ...marked(sentence)));
  }
  return outer;
}

/**
 * A sentence with what stands between backticks as code.
 *
 * @param {string} sentence
 * @returns {(Node | string)[]}
 */
function marked(sentence) {
  return sentence.split("`").map((part, place) => (place % 2 === 1 ? element("code", {}, part) : part));
}
