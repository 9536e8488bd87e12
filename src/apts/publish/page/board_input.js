/** Taps, drags and keys on the board, and what they mean to the match. */

import { listenForDrags } from "./dragging.js";
import { meantSite } from "./near_taps.js";
import { listenForArrows } from "./site_keys.js";

/**
 * @param {import("./match_page.js").MatchPage} page
 * @param {import("./board.js").BoardView} board
 */
export function listenToBoard(page, board) {
  const { frame } = page;
  board.onSite = (site, event) => {
    const { origins, targets } = page.choosing.choice;
    page.tapped(meantSite(frame.board, site, event, [...targets, ...origins]));
  };
  listenForArrows(frame.board);
  listenForDrags(frame.board, {
    canStart: (site) => page.choosing.choice.origins.includes(site),
    start: (site) => page.pickUp(site),
    drop: (site) => (site === null ? page.letGo() : page.tapped(site)),
  });
  frame.whole.addEventListener("keydown", (event) => event.key === "Escape" && page.letGo());
}
