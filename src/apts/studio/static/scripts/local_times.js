/** Moments of pages in the time zone of whoever reads; pages tell them in UTC, and what they told stays as a title. */

const TOLD = /\d{4}-\d\d-\d\d(?: \d\d:\d\d UTC)?/;

/**
 * Tell the moments of a part of a page, and of the choices of its menus, in the reader's own time.
 *
 * @param {ParentNode} part
 */
export function tellLocally(part) {
  for (const place of part.querySelectorAll("time[datetime], option[data-moment]")) {
    if (!(place instanceof HTMLElement) || place.hasAttribute("data-told")) continue;
    const moment = new Date(place.getAttribute("datetime") ?? place.dataset.moment ?? "");
    const told = place.textContent ?? "";
    const found = TOLD.exec(told);
    if (found === null || Number.isNaN(moment.getTime())) continue;
    place.setAttribute("data-told", "");
    if (place.tagName === "TIME") place.title = found[0];
    place.textContent = told.replace(found[0], localTime(moment, place.hasAttribute("data-day")));
  }
}

/**
 * A moment, or its day alone, as the language of the page writes it.
 *
 * @param {Date} moment
 * @param {boolean} day
 */
function localTime(moment, day) {
  const language = document.documentElement.lang || undefined;
  return new Intl.DateTimeFormat(language, day ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" }).format(moment);
}
