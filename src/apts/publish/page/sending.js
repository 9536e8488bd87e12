/** Matches on their way to the designer: as a file, or as a text that survives an e-mail. Python reads both. */

import { button, element, openDialog } from "./elements.js";
import { questionsWanted, wantQuestions } from "./questions.js";

/** @typedef {import("./people_store.js").MatchStore} MatchStore */
/** @typedef {import("./words.js").Words} Words */

const SENT_BEGIN = "APTS-MATCHES-BEGIN";
const SENT_END = "APTS-MATCHES-END";
const SENT_WIDTH = 60;

/**
 * A JSON value as letters between two lines, with a checksum; compressed where the browser can.
 *
 * @param {unknown} value
 * @returns {Promise<string>}
 */
export async function sentText(value) {
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const packed = typeof CompressionStream === "function" ? await deflated(plain) : null;
  const bytes = packed ?? plain;
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/=+$/, "");
  const lines = letters.match(new RegExp(`.{1,${SENT_WIDTH}}`, "g")) ?? [];
  const end = `${SENT_END} ${packed === null ? "j" : "z"} ${sentChecksum(bytes).toString(16).padStart(8, "0")}`;
  return [SENT_BEGIN, ...lines, end].join("\n");
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The checksum of files in zip archives (CRC-32).
 *
 * @param {Uint8Array} bytes
 * @returns {number}
 */
export function sentChecksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/**
 * The dialog that sends or forgets what was played.
 *
 * @param {MatchStore} store
 * @param {{name: string, settings: Record<string, unknown>}} description of the game
 * @param {Words} words
 */
export async function openSending(store, { name, settings }, words) {
  const made = await store.export(name, settings);
  const count = made.matches.length;
  const text = await sentText(made);
  const told = element("p", { role: "status", class: "sending-told" });
  const tell = (/** @type {string} */ key) => (told.textContent = words.message(key));
  const inside = [
    element("p", {}, count === 0 ? words.message("people.none") : words.counted("people.count", count)),
    store.lasting ? null : element("p", { class: "small" }, words.message("people.memory_only")),
    count === 0 ? null : sendingParts(made, text, name, words, tell),
    count === 0 ? null : forgetting(store, words, tell),
    askingSwitch(words),
    told,
  ];
  openDialog(words.message("people.send"), words.message("page.close"), ...inside);
}

/**
 * @param {object} made
 * @param {string} text
 * @param {string} game
 * @param {Words} words
 * @param {(key: string) => void} tell
 */
function sendingParts(made, text, game, words, tell) {
  const area = /** @type {HTMLTextAreaElement} */ (
    element("textarea", { readonly: true, rows: 4, spellcheck: "false", "aria-label": words.message("people.text") })
  );
  area.value = text;
  const copy = async () => {
    area.select();
    try {
      await navigator.clipboard.writeText(text);
      tell("people.copied");
    } catch {
      tell("people.copy_by_hand");
    }
  };
  return element(
    "div",
    { class: "sending" },
    element("p", { class: "small" }, words.message("people.what_is_sent")),
    button(words.message("people.file"), () => downloadMatches(made, game), { class: "send-file" }),
    button(words.message("people.copy"), () => void copy(), { class: "send-text" }),
    area,
  );
}

/**
 * @param {object} made
 * @param {string} game
 */
function downloadMatches(made, game) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(made)], { type: "application/json" }));
  const name = game.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "game";
  const link = element("a", { href: address, download: `${name}-matches.json` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * A button that must be pressed twice.
 *
 * @param {MatchStore} store
 * @param {Words} words
 * @param {(key: string) => void} tell
 */
function forgetting(store, words, tell) {
  let asked = false;
  const made = button(
    words.message("people.delete"),
    () => {
      if (!asked) {
        asked = true;
        made.textContent = words.message("people.delete_sure");
        return;
      }
      made.disabled = true;
      void store.clear().then(() => tell("people.deleted"));
    },
    { class: "forget" },
  );
  return made;
}

/** @param {Words} words */
function askingSwitch(words) {
  const box = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
  box.checked = questionsWanted();
  box.addEventListener("change", () => wantQuestions(box.checked));
  return element("label", { class: "asking" }, box, words.message("people.ask"));
}
