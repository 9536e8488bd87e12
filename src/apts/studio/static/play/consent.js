/** What is kept of who plays, told once; and a nickname, if one is wanted. */

import { button, element, openDialog } from "../../../publish/page/elements.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */

const CONSENT_SETTING = "apts.studio.keep";

/**
 * Ask whether matches may be kept; who said no is not asked again on this device.
 *
 * @param {Words} words
 * @param {number} longest signs of a nickname
 * @param {(agreed: boolean) => void} answered
 */
export function askForConsent(words, longest, answered) {
  if (localStorage.getItem(CONSENT_SETTING) === "no") return;
  const message = words.message.bind(words);
  const name = /** @type {HTMLInputElement} */ (element("input", { type: "text", maxlength: longest, autocomplete: "nickname", id: "nickname" }));
  let agreed = false;
  const agree = async () => {
    const sent = new URLSearchParams({ nickname: name.value });
    const answer = await fetch("/m/me", { method: "POST", body: sent, headers: { Accept: "application/json" } });
    agreed = answer.ok;
    dialog.close();
  };
  const dialog = openDialog(
    message("studio.consent"),
    message("studio.keep_nothing"),
    element("p", {}, message("studio.kept")),
    element("label", { class: "word" }, message("studio.nickname"), name),
    element("div", { class: "dialog-buttons" }, button(message("studio.agree"), () => void agree(), { class: "main" })),
  );
  dialog.classList.add("consent");
  dialog.addEventListener("close", () => {
    if (!agreed) localStorage.setItem(CONSENT_SETTING, "no");
    answered(agreed);
  });
}
