/** The texts of the page in the language of its reader. */

export class Words {
  /**
   * @param {Record<string, Record<string, string>>} texts by language and key
   * @param {string} language one of them
   */
  constructor(texts, language) {
    this.texts = texts;
    this.language = language in texts ? language : Object.keys(texts)[0];
  }

  /**
   * The text of a key with values put into it.
   *
   * @param {string} key such as `page.undo`
   * @param {Record<string, string | number>} [values]
   * @returns {string}
   */
  message(key, values = {}) {
    const text = this.texts[this.language][key] ?? this.texts.en[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  /**
   * A text about so many things, in the form that the number asks for; `{number}` is the number itself.
   *
   * @param {string} key such as `people.count`
   * @param {number} number
   * @returns {string}
   */
  counted(key, number) {
    return this.message(`${key}.${number === 1 ? "one" : "many"}`, { number });
  }

  /** @param {string} key */
  knows(key) {
    return key in this.texts[this.language];
  }

  /**
   * A number with the decimal sign of the language.
   *
   * @param {string | number} value as JavaScript writes it
   * @returns {string}
   */
  number(value) {
    return String(value).replace(".", this.texts[this.language]["number.decimal"] ?? ".");
  }

  /**
   * A score from 0 to 1 in per cent.
   *
   * @param {number} share
   * @returns {string}
   */
  percent(share) {
    return `${Math.round(100 * share)}\u00a0%`;
  }
}

/**
 * The language that a reader wants: what was chosen, or the first of the browser's that there is.
 *
 * @param {string | null} chosen
 * @param {readonly string[]} wanted tags such as `pt-BR`
 * @param {string[]} known
 * @returns {string}
 */
export function languageFor(chosen, wanted, known) {
  if (chosen !== null && known.includes(chosen)) return chosen;
  for (const tag of wanted) {
    const start = tag.toLowerCase().split("-")[0];
    const found = known.find((one) => one.split("-")[0] === start);
    if (found !== undefined) return found;
  }
  return known[0];
}
