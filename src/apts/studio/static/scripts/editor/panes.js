/** Text, problems and board as tabs on a small screen. */

/**
 * Make the buttons choose what is shown; gives a function that shows a pane by name.
 *
 * @param {HTMLElement} editor
 * @param {(name: string) => void} changed
 */
export function tabbed(editor, changed) {
  const chooser = /** @type {HTMLElement} */ (editor.querySelector(".panes-chooser"));
  const panes = /** @type {HTMLElement} */ (editor.querySelector(".panes"));
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (chooser.querySelectorAll("[role=tab]"))];
  chooser.hidden = false;
  editor.classList.add("tabbed");

  /** @param {string} name */
  function show(name) {
    panes.dataset.shown = name;
    for (const button of buttons) {
      const chosen = button.id === `tab-${name}`;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
    changed(name);
  }

  for (const [index, button] of buttons.entries()) {
    button.addEventListener("click", () => show(button.id.replace("tab-", "")));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = buttons[(index + step + buttons.length) % buttons.length];
      show(next.id.replace("tab-", ""));
      next.focus();
    });
  }
  return show;
}
