/** What every page of the studio does: menus that send their form, sentences that appear and go, requests that failed, times of the reader. */

import { tellLocally } from "./local_times.js";

/**
 * Show a sentence for a while.
 *
 * @param {string} sentence
 */
export function tell(sentence) {
  const place = document.getElementById("told");
  if (place === null) return;
  place.textContent = sentence;
  place.hidden = false;
  clearTimeout(Number(place.dataset.timer));
  place.dataset.timer = String(setTimeout(() => (place.hidden = true), 6000));
}

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field instanceof HTMLElement && field.hasAttribute("data-submit-on-change")) field.closest("form")?.requestSubmit();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const question = form instanceof HTMLElement ? form.dataset.confirm : undefined;
  if (question !== undefined && !window.confirm(question)) event.preventDefault();
});

document.addEventListener("htmx:responseError", (event) => {
  const answer = /** @type {CustomEvent} */ (event).detail.xhr;
  const parsed = new DOMParser().parseFromString(answer.responseText ?? "", "text/html");
  tell(parsed.querySelector(".sentence")?.textContent ?? answer.statusText);
});

tellLocally(document);
document.addEventListener("htmx:load", (event) => {
  const part = event.target;
  if (part instanceof HTMLElement) tellLocally(part.parentElement ?? part);
});
