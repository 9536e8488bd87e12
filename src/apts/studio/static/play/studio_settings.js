/** What somebody has switched on or off on this device. */

/** What is on unless it was switched off. @type {Record<string, boolean>} */
const USUAL_SETTINGS = { sound: true, motion: true, server: false };

/**
 * @param {string} name
 * @returns {boolean}
 */
export function settingOn(name) {
  try {
    const chosen = localStorage.getItem(`apts.studio.${name}`);
    return chosen === null ? USUAL_SETTINGS[name] : chosen === "on";
  } catch {
    return USUAL_SETTINGS[name];
  }
}

/**
 * @param {string} name
 * @param {boolean} on
 */
export function setSetting(name, on) {
  try {
    localStorage.setItem(`apts.studio.${name}`, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
