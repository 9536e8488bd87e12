/** Links to seats: those of the others, for who made the table to send on, and that of one's own seat for another device. */

import { button, element, openDialog } from "../../../publish/page/elements.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */
/** @typedef {import("./table_line.js").TableLine} TableLine */
/** @typedef {import("./table_line.js").TablePage} TablePage */

/**
 * Show the links of seats that nobody has taken yet.
 *
 * @param {Words} words
 * @param {HTMLElement} main the part of the page that they stand in
 * @param {HTMLElement[]} above what stands there when the page is made anew
 * @param {TableLine} line
 * @param {TablePage} table
 */
export function showInvitations(words, main, above, line, { invitations, warning }) {
  if (invitations.length === 0) return;
  const card = element("section", { class: "invitations", "aria-label": words.message("studio.invite") });
  const draw = () => {
    const open = invitations.filter(({ seat }) => !line.told.seats[seat - 1]?.joined);
    card.hidden = open.length === 0;
    if (card.childElementCount === 0 || card.dataset.open !== String(open.length)) {
      const told = warning === null ? null : warningPart(warning);
      card.replaceChildren(...[element("p", {}, words.message("studio.invite_told")), told, ...open.map((link) => invitation(words, link))].filter((part) => part !== null));
    }
    card.dataset.open = String(open.length);
  };
  const heard = line.onNews;
  line.onNews = (told) => {
    heard(told);
    draw();
  };
  above.push(card);
  main.prepend(card);
  draw();
}

/**
 * Why nobody elsewhere could open the links; its command is broken between words alone.
 *
 * @param {{told: string, command: string}} warning
 */
function warningPart({ told, command }) {
  const parts = command.split(" ").flatMap((word) => [element("span", { class: "whole-word" }, word), " "]);
  return element("div", { class: "invitation-warning" }, element("p", {}, told), command === "" ? null : element("p", {}, element("code", {}, ...parts)));
}

/**
 * Show the link of one's own seat to who asks for it; the address of the page is none.
 *
 * @param {Words} words
 * @param {string} link
 */
export function showOwnLink(words, link) {
  const field = element("input", { type: "text", readonly: true, value: link, "aria-label": words.message("studio.own_link") });
  openDialog(words.message("studio.own_link"), words.message("page.close"), element("p", {}, words.message("studio.own_link_told")), field);
}

/**
 * @param {Words} words
 * @param {{seat: number, link: string}} invitation
 */
function invitation(words, { seat, link }) {
  const field = /** @type {HTMLInputElement} */ (
    element("input", { type: "text", readonly: true, value: link, "aria-label": words.message("studio.link_of", { seat }), "data-seat": seat })
  );
  const told = element("span", { role: "status", class: "small" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      told.textContent = words.message("page.copied");
    } catch {
      told.textContent = words.message("page.copy_by_hand");
    }
  };
  const share = typeof navigator.share === "function" ? button(words.message("studio.send_link"), () => void navigator.share({ url: link }).catch(() => undefined)) : null;
  return element("div", { class: "invitation" }, field, button(words.message("page.copy"), () => void copy(), { class: "main" }), share, told);
}
