/** The course of a match as a small chart: the score that each seat could expect, move by move. */

import { svgElement } from "./board_shapes.js";

/** @typedef {import("./match.js").Match} Match */

const WIDE = 320;
const HIGH = 96;
const EDGE = 6;

/**
 * The points of the chart: for two seats one line, the score of the first; else a line for each seat. Two seats that win or
 * lose together have the same score; otherwise one has what the other leaves it.
 *
 * @param {Match} match
 * @returns {{seat: number, points: {ply: number, share: number}[]}[]}
 */
export function courseLines(match) {
  const seats = match.seats.length === 2 ? [1] : match.seats.map((_, index) => index + 1);
  const known = [...match.values].sort(([one], [other]) => one - other);
  const end = match.outcome;
  const other = match.game.description.cooperative === true ? 1 : -1;
  return seats.map((seat) => {
    const points = known
      .filter(([, judged]) => match.seats.length === 2 || judged.seat === seat)
      .map(([ply, judged]) => ({ ply, share: (1 + (judged.seat === seat ? 1 : other) * judged.value) / 2 }));
    if (end !== null && points.length > 0) points.push({ ply: match.moves.length, share: finalShare(end.ranks, seat) });
    return { seat, points };
  });
}

/**
 * The score of a place: 1 for the first, 0 for the last.
 *
 * @param {number[]} ranks
 * @param {number} seat
 * @returns {number}
 */
function finalShare(ranks, seat) {
  return ranks.length === 1 ? ranks[0] : (ranks.length - ranks[seat - 1]) / (ranks.length - 1);
}

/**
 * Draw the chart.
 *
 * @param {Match} match
 * @param {number} at the move that is looked at
 * @param {string} label what it shows, for those who do not see it
 * @returns {SVGElement | null} null where nothing is known yet
 */
export function courseChart(match, at, label) {
  const lines = courseLines(match).filter(({ points }) => points.length > 0);
  if (lines.length === 0) return null;
  const last = Math.max(1, match.moves.length);
  const x = (/** @type {number} */ ply) => EDGE + ((WIDE - 2 * EDGE) * ply) / last;
  const y = (/** @type {number} */ share) => HIGH - EDGE - (HIGH - 2 * EDGE) * share;
  const chart = svgElement("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "course-chart apts-board", role: "img", "aria-label": label });
  chart.append(svgElement("line", { x1: 0, x2: WIDE, y1: y(0.5), y2: y(0.5), class: "course-middle" }));
  chart.append(svgElement("line", { x1: x(at), x2: x(at), y1: 0, y2: HIGH, class: "course-now" }));
  for (const { seat, points } of lines) {
    const corners = points.map(({ ply, share }) => `${x(ply).toFixed(1)},${y(share).toFixed(1)}`).join(" ");
    chart.append(svgElement("polyline", { points: corners, class: "course-line" }));
    for (const { ply, share } of points) {
      chart.append(svgElement("circle", { cx: x(ply).toFixed(1), cy: y(share).toFixed(1), r: 3.2, class: `seat${colourOf(seat)}` }));
    }
  }
  return chart;
}

/**
 * The number of the colour of a seat.
 *
 * @param {number} seat
 * @returns {number}
 */
export function colourOf(seat) {
  return 1 + ((seat - 1) % 8);
}
