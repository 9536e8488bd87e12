/** Sites of a board that the studio has drawn: where the drawing says which part is which site, sites can be tapped. */

import { svgElement } from "../../../publish/page/board_shapes.js";

/** @typedef {{text: string, kind?: string, origin: number | null, target: number | null}} ListedMove */

const SHAPE_NAMES = ["d", "cx", "cy", "r", "x", "y", "width", "height"];

/**
 * Where a move begins: at the place of its piece, or where the new piece comes to.
 *
 * @param {ListedMove} move
 */
export function firstSite({ origin, target }) {
  return origin ?? target;
}

/**
 * The moves that remain when a site is tapped: those that begin there, or of those the ones that end there.
 *
 * @param {ListedMove[]} moves
 * @param {number | null} chosen where a move begins that was chosen before
 * @param {number} site
 * @returns {{moves: ListedMove[], chosen: number | null}} no moves where the tap takes the choice back
 */
export function tappedMoves(moves, chosen, site) {
  if (chosen !== null && site !== chosen) {
    const ending = moves.filter((move) => firstSite(move) === chosen && move.target === site);
    if (ending.length > 0) return { moves: ending, chosen };
  }
  if (site === chosen) return { moves: [], chosen: null };
  return { moves: moves.filter((move) => firstSite(move) === site), chosen: site };
}

/**
 * A layer to lay over the picture: the sites at which moves begin, or at which those end that begin at the chosen one.
 *
 * @param {string} svg the drawing; only numbers and outlines of its shapes are taken
 * @param {ListedMove[]} moves
 * @param {number | null} chosen
 * @param {(site: number) => void} tapped
 * @returns {SVGElement | null} null where nothing of the drawing is known to be a site
 */
export function siteLayer(svg, moves, chosen, tapped) {
  const plain = svg.replace(/<style\b[^>]*>[^<]*<\/style>/g, "").replace(/ style="[^"]*"/g, ""); // the policy of the page forbids it
  const drawing = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  const wanted = new Set(moves.map(firstSite));
  if (chosen !== null) for (const move of moves) if (firstSite(move) === chosen) wanted.add(move.target);
  const shapes = [...drawing.querySelectorAll("[data-site]")].flatMap((shape) => {
    const site = Number(shape.getAttribute("data-site"));
    if (!wanted.has(site) || !["path", "circle", "rect"].includes(shape.localName)) return [];
    /** @type {Record<string, string | number>} */
    const named = { class: site === chosen ? "tap-site tap-chosen" : "tap-site", role: "button", tabindex: 0, "data-site": site, "aria-label": shape.getAttribute("data-label") ?? String(site) };
    for (const name of SHAPE_NAMES) {
      const value = shape.getAttribute(name);
      if (value !== null) named[name] = value;
    }
    const made = svgElement(shape.localName, named);
    made.addEventListener("click", () => tapped(site));
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      tapped(site);
    });
    return [made];
  });
  const box = drawing.getAttribute("viewBox");
  return shapes.length === 0 || box === null ? null : svgElement("svg", { class: "tap-layer", viewBox: box }, ...shapes);
}
