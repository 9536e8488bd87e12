/** What the bar above the board does: settings of this device, and the picture of a search. */

import { element, openDialog } from "../../../publish/page/elements.js";
import { setSetting, settingOn } from "./studio_settings.js";
import { askStudio } from "./studio_place.js";

/** @typedef {import("../../../publish/page/match_page.js").MatchPage} MatchPage */
/** @typedef {import("../../../publish/page/words.js").Words} Words */

/**
 * @param {MatchPage} page
 * @param {{_table: import("./own_door.js").OwnTable}} door
 */
export function listenToBar(page, { _table: table }) {
  document.getElementById("board-settings")?.addEventListener("click", () => openSettings(page.words, ["sound", "motion", "server"]));
  const tree = document.getElementById("board-tree");
  tree?.removeAttribute("hidden");
  tree?.addEventListener("click", () => void openTree(page, table));
}

/**
 * @param {Words} words
 * @param {string[]} names of what can be switched
 */
export function openSettings(words, names) {
  const switches = names.map((name) => {
    const box = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
    box.checked = settingOn(name);
    box.addEventListener("change", () => setSetting(name, box.checked));
    return element("label", { class: "asking" }, box, words.say(`studio.set_${name}`));
  });
  openDialog(words.say("studio.settings"), words.say("page.close"), ...switches);
}

/**
 * @param {MatchPage} page
 * @param {import("./own_door.js").OwnTable} table
 */
async function openTree({ words, match, at }, { game, version, settings }) {
  const picture = element("div", { class: "tree-place", tabindex: 0 }, element("p", {}, words.say("studio.tree_wait")));
  openDialog(words.say("studio.tree"), words.say("page.close"), picture).classList.add("wide-dialog");
  try {
    const asked = { version, settings, agent: "", seed: String(match.seed), moves: match.texts.slice(0, at) };
    const { svg } = await askStudio("POST", `/games/${game}/tree`, asked);
    picture.replaceChildren(pictureOf(svg, words.say("studio.tree")));
  } catch (problem) {
    picture.replaceChildren(element("p", { role: "alert" }, problem instanceof Error ? problem.message : String(problem)));
  }
}

/**
 * A drawing of the server as a picture, in which nothing can run.
 *
 * @param {string} svg
 * @param {string} told what it shows
 */
export function pictureOf(svg, told) {
  return element("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: told });
}
