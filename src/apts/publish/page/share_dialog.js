/** A position as a link, to send and to open. */

import { button, element, openDialog } from "./elements.js";
/** @typedef {import("./words.js").Words} Words */

/**
 * @param {Words} words
 * @param {string} link to the present position
 * @param {(link: string) => Promise<(() => void) | string>} check what opens a link, or what is wrong with it
 */
export function shareDialog(words, link, check) {
  const told = element("p", { class: "small", role: "status" });
  const mine = field(link, words.message("page.share_title"), true);
  const theirs = field("", words.message("page.paste_here"), false);
  const openIt = async () => {
    const checked = await check(theirs.value);
    if (typeof checked === "string") {
      told.textContent = checked;
      return;
    }
    dialog.close();
    checked();
  };
  const dialog = openDialog(
    words.message("page.share_title"),
    words.message("page.close"),
    element("p", {}, words.message("page.share_told")),
    location.protocol === "file:" ? element("p", { class: "small" }, words.message("page.share_file")) : null,
    mine,
    button(words.message("page.copy"), () => copy(words, mine, told), { class: "main" }),
    element("h3", {}, words.message("page.open_link")),
    theirs,
    button(words.message("page.open"), () => void openIt()),
    told,
  );
}

/**
 * @param {string} value
 * @param {string} label
 * @param {boolean} fixed
 * @returns {HTMLInputElement}
 */
function field(value, label, fixed) {
  const made = element("input", { type: "text", value, "aria-label": label, placeholder: label, readonly: fixed, spellcheck: "false" });
  return /** @type {HTMLInputElement} */ (made);
}

/**
 * @param {Words} words
 * @param {HTMLInputElement} link
 * @param {HTMLElement} told
 */
async function copy(words, link, told) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    told.textContent = words.message("page.copied");
  } catch {
    told.textContent = words.message("page.copy_by_hand");
  }
}
