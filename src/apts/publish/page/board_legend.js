/** What the marks of regions on the board mean, as a line below it. */

import { svgElement, svgLayer } from "./board_shapes.js";
import { element } from "./elements.js";

/** @typedef {import("../runtime/description.js").Description} Description */
/** @typedef {import("./site_words.js").SiteWords} SiteWords */

/**
 * Fill a line with the regions of players; without any it is hidden.
 *
 * @param {HTMLElement} line
 * @param {Description} description
 * @param {SiteWords} words
 */
export function drawLegend(line, { board }, words) {
  line.hidden = board.regions.length === 0;
  line.setAttribute("aria-label", words.message("legend"));
  const entries = board.regions.map((region) => {
    const swatch = svgElement("svg", { viewBox: "0 -11 22 22", class: "swatch apts-board", "aria-hidden": "true" }, svgLayer(region.swatch));
    const told = words.region(region);
    return element("li", {}, swatch, told[0].toUpperCase() + told.slice(1));
  });
  line.replaceChildren(...entries);
}
