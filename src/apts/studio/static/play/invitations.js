/** The links of the other seats: who made the table sends them on. They stand behind # in the address and go to no server. */

import { button, element } from "../../../publish/page/elements.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */
/** @typedef {import("./table_line.js").TableLine} TableLine */

/**
 * Show the links of seats that nobody has taken yet.
 *
 * @param {Words} words
 * @param {HTMLElement} whole the page that they stand above
 * @param {TableLine} line
 */
export function showInvitations(words, whole, line) {
  const links = invitationLinks(location.hash, location.origin);
  if (links.length === 0) return;
  const card = element("section", { class: "invitations", "aria-label": words.say("studio.invite") });
  const draw = () => {
    const open = links.filter(({ seat }) => !line.told.seats[seat - 1]?.joined);
    card.hidden = open.length === 0;
    if (card.childElementCount === 0 || card.dataset.open !== String(open.length)) {
      card.replaceChildren(element("p", {}, words.say("studio.invite_told")), ...open.map((link) => invitation(words, link)));
    }
    card.dataset.open = String(open.length);
  };
  const heard = line.onNews;
  line.onNews = (told) => {
    heard(told);
    draw();
  };
  whole.before(card);
  draw();
}

/**
 * @param {string} hash such as `#others=2:KEY,3:KEY`
 * @param {string} origin
 * @returns {{seat: number, link: string}[]}
 */
export function invitationLinks(hash, origin) {
  const found = new URLSearchParams(hash.slice(1)).get("others") ?? "";
  return found.split(",").flatMap((pair) => {
    const [seat, key] = pair.split(":", 2);
    return key ? [{ seat: Number(seat), link: `${origin}/m/${key}` }] : [];
  });
}

/**
 * @param {Words} words
 * @param {{seat: number, link: string}} invitation
 */
function invitation(words, { seat, link }) {
  const field = /** @type {HTMLInputElement} */ (
    element("input", { type: "text", readonly: true, value: link, "aria-label": words.say("studio.link_of", { seat }), "data-seat": seat })
  );
  const told = element("span", { role: "status", class: "small" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      told.textContent = words.say("page.copied");
    } catch {
      told.textContent = words.say("page.copy_by_hand");
    }
  };
  const share = typeof navigator.share === "function" ? button(words.say("studio.send_link"), () => void navigator.share({ url: link }).catch(() => undefined)) : null;
  return element("div", { class: "invitation" }, field, button(words.say("page.copy"), () => void copy(), { class: "main" }), share, told);
}
