/** Where boards stand in a page of the studio, and what the page asks the studio for. */

/** @returns {HTMLElement} */
export function boardPlace() {
  return document.getElementById("board-page") ?? document.body;
}

/**
 * Ask the studio; what it refuses is an error with its sentence.
 *
 * @param {string} method
 * @param {string} address
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function askStudio(method, address, body) {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json", Accept: "application/json" } };
  const answer = await fetch(address, { method, keepalive: method !== "GET" && JSON.stringify(body ?? "").length < 50_000, ...json });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.detail ?? answer.statusText);
  return told;
}
