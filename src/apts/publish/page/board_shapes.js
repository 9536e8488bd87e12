/** Parts of the board's drawing, as elements of SVG. */

const SVG_SPACE = "http://www.w3.org/2000/svg";

/**
 * Make an element of a drawing.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} inside
 * @returns {SVGElement}
 */
export function svgElement(tag, attributes = {}, ...inside) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG_SPACE, tag));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/**
 * A layer of markup that our own renderer wrote.
 *
 * @param {string} markup
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElement}
 */
export function svgLayer(markup, attributes = {}) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG_SPACE}">${markup}</svg>`, "image/svg+xml");
  return svgElement("g", attributes, ...[...read.documentElement.childNodes].map((node) => document.importNode(node, true)));
}

/**
 * A number on a plate, such as how many pieces there are.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} text
 * @returns {SVGElement}
 */
export function badge(x, y, radius, text) {
  const wide = radius * (1 + 0.35 * (text.length - 1));
  const plate = { class: "badge", x: x - wide, y: y - radius, width: 2 * wide, height: 2 * radius, rx: radius };
  return svgElement(
    "g",
    {},
    svgElement("rect", plate),
    svgElement("text", { class: "number", x, y: y + 0.45 * radius, "font-size": 1.3 * radius }, text),
  );
}
