/** Elements of the page, made without markup: every text goes in as text. */

/**
 * Make an element.
 *
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | ((event: any) => void)>} [attributes] a function hears the
 *   event of its name; true is an attribute without a value; false and null are left out
 * @param {...(Node | string | null)} inside
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...inside.filter((part) => part !== null));
  return made;
}

/**
 * A button that does something.
 *
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @returns {HTMLButtonElement}
 */
export function button(text, action, attributes = {}) {
  const made = element("button", { type: "button", click: () => action(), ...attributes }, text);
  return /** @type {HTMLButtonElement} */ (made);
}

/**
 * A menu of choices.
 *
 * @param {[value: string, text: string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} changed
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @returns {HTMLSelectElement}
 */
export function choiceMenu(choices, chosen, changed, attributes = {}) {
  const made = /** @type {HTMLSelectElement} */ (element("select", attributes));
  for (const [value, text] of choices) made.append(element("option", { value, selected: value === chosen }, text));
  made.addEventListener("change", () => changed(made.value));
  return made;
}

/**
 * Do something only after it was asked for twice.
 *
 * @param {{message: (key: string) => string}} words
 * @param {string} question the key of its text
 * @param {string} answer the key of the text of the button that does it
 * @param {() => void} action
 */
export function askFirst(words, question, answer, action) {
  const sure = button(words.message(answer), () => {
    dialog.close();
    action();
  }, { class: "main" });
  const dialog = openDialog(words.message(question), words.message("page.cancel"), element("div", { class: "dialog-buttons" }, sure));
}

/**
 * A dialog over the page; it is gone when it is closed.
 *
 * @param {string} title
 * @param {string} closing the text of the button that closes it
 * @param {...(Node | null)} inside
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, closing, ...inside) {
  const heading = element("h2", { id: "dialog-title" }, title);
  const made = /** @type {HTMLDialogElement} */ (element("dialog", { "aria-labelledby": "dialog-title" }, heading, ...inside));
  const last = /** @type {HTMLElement} */ (made.querySelector(".dialog-buttons") ?? element("div", { class: "dialog-buttons" }));
  last.prepend(button(closing, () => made.close()));
  made.append(last);
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
  return made;
}
