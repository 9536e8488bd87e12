// Where to tap next on the board of a match, without knowing the game: a site that can be chosen, or the button of a move.
// Waits until there is something to tap or the match is over; a tap that made no move is followed by one on something new.
async ({ seed, wanted, patience }) => {
  const kept = (window.taps ??= { number: seed, made: -1, known: new Set(), look: "" });
  const made = () => document.querySelector(".move-list").childElementCount;
  const over = () => document.querySelector(".status").classList.contains("over");
  const named = (one) => one.dataset.move ?? one.dataset.site;
  const offered = () => [
    ...document.querySelectorAll(".board-place .usable, .board-place .origin-slot, .board-place .target-slot, .choices button[data-move]"),
  ];
  const look = () => `${made()} ${offered().map(named)} ${document.querySelector(".board-place").innerHTML.length}`;
  const pick = (list) => {
    kept.number = (kept.number * 48271) % 2147483647;
    return list[kept.number % list.length];
  };
  const hit = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.35, 0.5], [0.65, 0.5], [0.5, 0.35], [0.5, 0.65]]) {
      const place = { x: left + x * width, y: top + y * height };
      const found = document.elementFromPoint(place.x, place.y);
      if (found !== null && one.contains(found)) return place;
    }
    return null;
  };
  const end = performance.now() + patience;
  const changed = performance.now() + 400;
  while (!over() && performance.now() < end && (offered().length === 0 || (look() === kept.look && performance.now() < changed))) {
    await new Promise((then) => setTimeout(then, 15));
  }
  if (over() || offered().length === 0) return { over: over(), made: made(), place: null };
  const fresh = made() === kept.made ? offered().filter((one) => !kept.known.has(named(one))) : [];
  const meant = offered().filter((one) => wanted.includes(named(one)));
  const chosen = meant[0] ?? pick(fresh.length > 0 ? fresh : offered());
  Object.assign(kept, { made: made(), known: new Set(offered().map(named)), look: look() });
  if (hit(chosen) === null) chosen.scrollIntoView({ block: "center" });
  return { over: false, made: made(), place: hit(chosen), name: named(chosen) };
}
