/** Sliders of a game's page: each shows its number while it is moved, and whether it is as usual. */

/** @param {EventTarget | null} moved */
function show(moved) {
  if (!(moved instanceof HTMLInputElement) || moved.type !== "range") return;
  const knob = moved.closest(".knob");
  const shown = knob?.querySelector("output");
  if (shown) shown.textContent = moved.value;
  knob?.classList.toggle("moved", moved.value !== moved.defaultValue);
}

document.addEventListener("input", (event) => show(event.target));
