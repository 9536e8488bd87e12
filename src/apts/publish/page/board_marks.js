/** Marks on sites: the last move, where moves start and go to, and what a search thinks of them. */

import { svgElement } from "./board_shapes.js";

/** @typedef {import("./board_layers.js").Spot} Spot */

const AS_GOOD = 0.1; // of values from -1 to 1, which is .05 of a score

/**
 * A mark on a place of the board.
 *
 * @param {"last" | "earlier" | "origin" | "move" | "capture" | "chosen" | "win"} kind
 * @param {Spot} spot
 * @param {number} spacing
 * @returns {SVGElement}
 */
export function drawMark(kind, spot, spacing) {
  const place = { cx: spot.x, cy: spot.y };
  if (kind === "move") return svgElement("circle", { class: "move", ...place, r: 0.13 * spacing, "fill-opacity": 0.85 });
  const thin = kind === "origin" || kind === "earlier";
  const width = { class: kind === "earlier" ? "last earlier" : kind, "stroke-width": (thin ? 0.045 : kind === "win" ? 0.09 : 0.075) * spacing };
  if ((kind === "last" || kind === "earlier") && spot.path) return svgElement("path", { ...width, d: spot.path, "stroke-linejoin": "round" });
  return svgElement("circle", { ...width, ...place, r: 1.12 * spot.radius });
}

/**
 * What a search thinks of a move to a place: warm for what is as good as the best move, cool for what loses against it,
 * stronger the more it was looked at; and the text, which lies over pieces.
 *
 * @param {import("./board.js").SiteJudgement} judged
 * @param {Spot} spot
 * @param {number} spacing
 * @returns {{shape: SVGElement, text: SVGElement}}
 */
export function drawJudgement(judged, spot, spacing) {
  const look = { class: judged.loss <= AS_GOOD ? "warm" : "cool", "fill-opacity": 0.15 + 0.6 * Math.min(1, judged.share) };
  const shape = spot.path
    ? svgElement("path", { ...look, d: spot.path })
    : svgElement("circle", { ...look, cx: spot.x, cy: spot.y, r: 0.46 * spacing });
  const size = Math.min(0.3 * spacing, (0.9 * spacing) / (0.56 * Math.max(judged.text.length, 1)));
  const place = { class: "number judged", x: spot.x, y: spot.y + 0.36 * size, "font-size": size };
  return { shape, text: svgElement("text", place, judged.text) };
}
