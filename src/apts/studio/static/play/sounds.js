/** A soft sound and a short movement for every move, if they are wanted. */

import { settingOn } from "./studio_settings.js";

const SOUND_SECONDS = 0.09;
const SOUND_HERTZ = 320;
const SOUND_VOLUME = 0.06;

/** @type {AudioContext | null} */
let listening = null;

/**
 * @param {{frame: {board: HTMLElement}}} page whose board shows the move in a moment
 */
export function soundOfMove(page) {
  if (settingOn("sound") && navigator.userActivation?.hasBeenActive) knock();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!settingOn("motion") || calm) return;
  requestAnimationFrame(() => {
    for (const mark of page.frame.board.querySelectorAll(".last, .last-slot")) {
      mark.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350, easing: "ease-out" });
    }
  });
}

/** A knock as of a piece on wood. */
function knock() {
  try {
    listening ??= new AudioContext();
    const [tone, volume] = [listening.createOscillator(), listening.createGain()];
    const [start, end] = [listening.currentTime, listening.currentTime + SOUND_SECONDS];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(SOUND_HERTZ, start);
    tone.frequency.exponentialRampToValueAtTime(SOUND_HERTZ / 3, end);
    volume.gain.setValueAtTime(SOUND_VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    tone.connect(volume).connect(listening.destination);
    tone.start(start);
    tone.stop(end);
  } catch {
    // A device without sound plays without it.
  }
}
