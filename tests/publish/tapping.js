// Plays a match on a page by taps on whatever it offers, without knowing the game: sites that can be chosen, and buttons.
// Gives how many moves were made, whether the match is over, and what could not be tapped because something lay over it.
async ({ most, seed }) => {
  let number = seed;
  const pick = (list) => {
    number = (number * 48271) % 2147483647;
    return list[number % list.length];
  };
  const made = () => document.querySelector(".move-list").childElementCount;
  const over = () => document.querySelector(".status").classList.contains("over");
  const sites = () => [...document.querySelectorAll(".board-place .usable, .board-place .origin-slot, .board-place .target-slot")];
  const buttons = () => [...document.querySelectorAll(".choices button[data-move]")];
  const problems = new Set();

  function hits(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [[0.5, 0.5], [0.35, 0.5], [0.65, 0.5], [0.5, 0.35], [0.5, 0.65]].some(([x, y]) => {
      const found = document.elementFromPoint(left + x * width, top + y * height);
      return found !== null && element.contains(found);
    });
  }

  function tap(element) {
    if (!hits(element)) element.scrollIntoView({ block: "center" });
    if (!hits(element)) problems.add(`something lies over ${element.getAttribute("aria-label") ?? element.textContent}`);
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  let idle = 0;
  let waited = 0; // for a pass that the page makes by itself
  while (!over() && made() < most && idle < 40) {
    if (sites().length + buttons().length === 0 && waited++ < 100) {
      await new Promise((then) => setTimeout(then, 25));
      continue;
    }
    waited = 0;
    const [before, known] = [made(), new Set(sites().map((site) => site.dataset.site))];
    tap(pick([...sites(), ...buttons()]));
    if (made() === before && !over()) {
      const fresh = [...sites().filter((site) => !known.has(site.dataset.site)), ...buttons()];
      const next = fresh.length > 0 ? fresh : [...sites(), ...buttons()];
      if (next.length > 0) tap(pick(next));
    }
    idle = made() === before ? idle + 1 : 0;
    if (made() % 20 === 0) await new Promise((then) => setTimeout(then, 0));
  }
  return { made: made(), over: over(), stuck: idle >= 40, problems: [...problems] };
}
