/** A match to step through: the slider, the buttons and the list of moves show the same position, drawn as a picture. */

/**
 * @typedef {{ move: string | null, seat: number | null, values: number[] | null }} Frame
 * @typedef {{ parts: string[], drawings: number[][], frames: Frame[], seats: string[] }} ReplayData
 */

const STEP_MILLISECONDS = 700;

/**
 * Make a replay work.
 *
 * @param {HTMLElement} place
 */
function begin(place) {
  /** @type {ReplayData} */
  const data = JSON.parse(place.querySelector(".replay-data")?.textContent ?? "{}");
  const picture = /** @type {HTMLImageElement} */ (place.querySelector(".replay-picture"));
  const slider = /** @type {HTMLInputElement} */ (place.querySelector("input[type=range]"));
  const told = /** @type {HTMLElement} */ (place.querySelector(".replay-now"));
  const running = /** @type {HTMLButtonElement} */ (place.querySelector("[data-go=run]"));
  const goOn = /** @type {HTMLAnchorElement | null} */ (place.querySelector(".go-on"));
  const moves = /** @type {NodeListOf<HTMLButtonElement>} */ (place.querySelectorAll("[data-ply]"));
  const last = data.frames.length - 1;
  const figures = new Intl.NumberFormat(place.dataset.language, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "always" });
  let at = Number(slider.value);
  let timer = 0;

  /** @param {number} ply */
  function described(ply) {
    const frame = data.frames[ply];
    if (frame.move === null || frame.seat === null) return place.dataset.start ?? "";
    const values = frame.values === null ? "" : ` · ${place.dataset.values} ${frame.values.map((value) => figures.format(value).replace("-", "\u2212")).join(" / ")}`;
    return `${ply} / ${last} · ${data.seats[frame.seat - 1]}: ${frame.move}${values}`;
  }

  /** @param {number} ply */
  function show(ply) {
    at = Math.max(0, Math.min(last, ply));
    const svg = data.drawings[at].map((part) => data.parts[part]).join("");
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    picture.alt = described(at);
    told.textContent = described(at);
    slider.value = String(at);
    if (goOn !== null) goOn.href = goOn.href.replace(/ply=\d+/, `ply=${at}`);
    for (const move of moves) {
      if (Number(move.dataset.ply) === at) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
    }
  }

  function halt() {
    clearInterval(timer);
    timer = 0;
    running.setAttribute("aria-pressed", "false");
  }

  function run() {
    if (timer !== 0) return halt();
    if (at === last) show(0);
    running.setAttribute("aria-pressed", "true");
    timer = window.setInterval(() => (at >= last ? halt() : show(at + 1)), STEP_MILLISECONDS);
  }

  /** @type {Record<string, () => void>} */
  const steps = { first: () => show(0), back: () => show(at - 1), forward: () => show(at + 1), last: () => show(last) };
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (place.querySelectorAll("[data-go]"))) {
    const name = button.dataset.go ?? "";
    button.addEventListener("click", () => {
      if (name === "run") return run();
      halt();
      steps[name]();
    });
  }
  slider.addEventListener("input", () => {
    halt();
    show(Number(slider.value));
  });
  for (const move of moves) move.addEventListener("click", () => show(Number(move.dataset.ply)));
  show(at);
}

function look() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-replay]:not([data-begun])"))) {
    place.dataset.begun = "";
    begin(place);
  }
}

document.addEventListener("htmx:afterSettle", look);
look();
