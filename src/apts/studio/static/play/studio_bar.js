/** What stands behind "More" above the board: settings of this device, one's own matches, the picture of a search. */

import { button, element, openDialog } from "../../../publish/page/elements.js";
import { setSetting, settingOn } from "./studio_settings.js";
import { askStudio } from "./studio_place.js";

/** @typedef {import("../../../publish/page/match_page.js").MatchPage} MatchPage */
/** @typedef {import("../../../publish/page/words.js").Words} Words */

/**
 * Let the button open its dialog.
 *
 * @param {Words} words
 * @param {string[]} names of what can be switched
 * @param {[text: string, action: () => void][]} [actions] what else can be done
 */
export function listenToMore(words, names, actions = []) {
  document.getElementById("board-more")?.addEventListener("click", () => openMore(words, names, actions));
}

/**
 * @param {Words} words
 * @param {string[]} names
 * @param {[text: string, action: () => void][]} actions
 */
function openMore(words, names, actions) {
  const switches = names.map((name) => {
    const box = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
    box.checked = settingOn(name);
    box.addEventListener("change", () => setSetting(name, box.checked));
    return element("label", { class: "asking" }, box, words.message(`studio.set_${name}`));
  });
  const done = (/** @type {() => void} */ action) => () => {
    dialog.close();
    action();
  };
  const list = element(
    "div",
    { class: "more-list" },
    ...actions.map(([text, action]) => button(words.message(text), done(action))),
    element("a", { class: "more-link", href: "/m/me" }, words.message("studio.my_matches")),
  );
  const dialog = openDialog(words.message("studio.more"), words.message("page.close"), ...switches, list);
}

/**
 * Show the search tree of the position that is looked at, of a match that is over the last one in which somebody chose; the
 * server draws it.
 *
 * @param {MatchPage} page
 * @param {import("./own_door.js").OwnTable} table
 */
export async function openTree({ words, match, at }, { game, version, settings }) {
  const picture = element("div", { class: "tree-place", tabindex: 0 }, element("p", {}, words.message("studio.tree_wait")));
  openDialog(words.message("studio.tree"), words.message("page.close"), picture).classList.add("wide-dialog");
  try {
    const asked = { version, settings, agent: "", seed: String(match.seed), moves: match.texts.slice(0, match.game.over(match.positions[at]) ? at - 1 : at) };
    const { svg } = await askStudio("POST", `/games/${game}/tree`, asked);
    picture.replaceChildren(pictureOf(svg, words.message("studio.tree")));
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
