/** What is kept of who plays, told once; and a nickname, if one is wanted. */

import { button, element } from "../../../publish/page/elements.js";

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
  const say = words.say.bind(words);
  const name = /** @type {HTMLInputElement} */ (element("input", { type: "text", maxlength: longest, autocomplete: "nickname", id: "nickname" }));
  const close = (/** @type {boolean} */ agreed) => {
    card.remove();
    answered(agreed);
  };
  const agree = async () => {
    const sent = new URLSearchParams({ nickname: name.value });
    const answer = await fetch("/m/me", { method: "POST", body: sent, headers: { Accept: "application/json" } });
    close(answer.ok);
  };
  const refuse = () => {
    localStorage.setItem(CONSENT_SETTING, "no");
    close(false);
  };
  const card = element(
    "section",
    { class: "consent", "aria-label": say("studio.consent") },
    element("h2", {}, say("studio.consent")),
    element("p", {}, say("studio.kept")),
    element("label", { class: "word" }, say("studio.nickname"), name),
    element("div", { class: "dialog-buttons" }, button(say("studio.keep_nothing"), refuse), button(say("studio.agree"), () => void agree(), { class: "main" })),
  );
  document.getElementById("board-page")?.querySelector(".side")?.prepend(card);
}
