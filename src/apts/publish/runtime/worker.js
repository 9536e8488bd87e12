/**
 * Thinking beside the page: in a Web Worker made from the page's own script, or where workers are refused in the page
 * itself, in short slices.
 */

import { Game } from "./game.js";
import { Thinker } from "./players.js";

/** @typedef {import("./kernel.js").Layout} Layout */
/** @typedef {import("./players.js").Analyzed} Analyzed */
/** @typedef {import("./decisions.js").Decided} Decided */
/** @typedef {import("./decisions.js").Opponent} Opponent */

/**
 * @typedef {object} Bundle all that thinking needs
 * @property {BufferSource} code
 * @property {Layout} layout
 * @property {any} description
 * @property {Opponent[]} opponents
 * @property {string} [script] the text of the page's script; without it the search runs here
 */

/** @typedef {{name: "decide", moves: string[], seed: bigint, spec: string, matchSeed: bigint}} DecideQuestion */
/** @typedef {{name: "analyze", moves: string[], seed: bigint, iterations: number}} AnalyzeQuestion */
/** @typedef {{name: "times", moves: string[], seed: bigint}} TimesQuestion */
/** @typedef {DecideQuestion | AnalyzeQuestion | TimesQuestion} Question */

const WORKER_SLICE_MS = 40;
const PAGE_SLICE_MS = 12;

/** Answers questions one after the other; new questions wait until those before them are answered. */
class Answerer {
  /**
   * @param {Thinker} thinker
   */
  constructor(thinker) {
    this._thinker = thinker;
    this._stopped = 0;
    this._asked = 0;
    /** @type {Promise<unknown>} */
    this._last = Promise.resolve();
  }

  /** Break off all questions that were asked so far. */
  cancel() {
    this._stopped = this._asked;
  }

  end() {
    this.cancel();
  }

  /**
   * @param {Question} question
   * @param {(told: Analyzed) => void} [progress]
   * @returns {Promise<any>}
   */
  ask(question, progress) {
    const number = ++this._asked;
    const goesOn = () => number > this._stopped;
    const breath = () => new Promise((/** @type {(go: boolean) => void} */ then) => setTimeout(() => then(goesOn()), 0));
    const answer = this._last.then(() => (goesOn() ? this._answer(question, breath, progress) : null));
    this._last = answer.catch(() => undefined);
    return answer;
  }

  /**
   * @param {Question} question
   * @param {() => Promise<boolean>} breath
   * @param {(told: Analyzed) => void} [progress]
   * @returns {Promise<any>}
   */
  _answer(question, breath, progress) {
    const { moves, seed } = question;
    if (question.name === "decide") {
      return this._thinker.decide(moves, seed, question.spec, question.matchSeed, breath);
    }
    if (question.name === "analyze") return this._thinker.analyze(moves, seed, question.iterations, breath, progress);
    return this._thinker.times(moves, seed, breath);
  }
}

/**
 * @param {Bundle} bundle
 * @param {number} slice
 * @returns {Promise<Answerer>}
 */
async function answererFor({ code, layout, description, opponents }, slice) {
  return new Answerer(new Thinker(await Game.load({ code, layout, description }), opponents, slice));
}

/** Whether this script runs in a worker and not in a page. */
export function insideWorker() {
  return typeof document === "undefined" && typeof self !== "undefined" && "importScripts" in self;
}

/** Answer the questions of the page; called by the page's script when it finds itself in a worker. */
export function serveAsWorker() {
  /** @type {Promise<Answerer> | undefined} */
  let answerer;
  const post = (/** @type {object} */ message) => /** @type {any} */ (self).postMessage(message);
  self.onmessage = async ({ data }) => {
    try {
      if (data.bundle !== undefined) {
        answerer = answererFor(data.bundle, WORKER_SLICE_MS);
        await answerer;
        post({ ready: true });
        return;
      }
      const present = await answerer;
      if (present === undefined) throw new Error("a question came before the game");
      if (data.cancel) present.cancel();
      else {
        const progress = (/** @type {Analyzed} */ told) => post({ id: data.id, progress: told });
        post({ id: data.id, answer: await present.ask(data.question, progress) });
      }
    } catch (problem) {
      post({ id: data.id, problem: problem instanceof Error ? problem.message : String(problem) });
    }
  };
}

/** The other end of a worker. */
class RemoteAnswerer {
  /** @param {Worker} worker */
  constructor(worker) {
    this._worker = worker;
    this._asked = 0;
    /** @type {Map<number, {done: (answer: any) => void, failed: (problem: Error) => void, progress?: (told: Analyzed) => void}>} */
    this._open = new Map();
    worker.onmessage = ({ data }) => this._receive(data);
    worker.onerror = (event) => this._fail(event.message || "the search has stopped");
  }

  /** @param {string} message */
  _fail(message) {
    for (const { failed } of this._open.values()) failed(new Error(message));
    this._open.clear();
  }

  /** @param {any} data */
  _receive(data) {
    const open = this._open.get(data.id);
    if (open === undefined) return;
    if (data.progress !== undefined) {
      open.progress?.(data.progress);
      return;
    }
    this._open.delete(data.id);
    if (data.problem !== undefined) open.failed(new Error(data.problem));
    else open.done(data.answer);
  }

  /**
   * @param {Question} question
   * @param {(told: Analyzed) => void} [progress]
   * @returns {Promise<any>}
   */
  ask(question, progress) {
    const id = ++this._asked;
    return new Promise((done, failed) => {
      this._open.set(id, { done, failed, progress });
      this._worker.postMessage({ id, question });
    });
  }

  cancel() {
    this._worker.postMessage({ cancel: true });
  }

  end() {
    this._worker.terminate();
  }
}

/**
 * A worker that has loaded the game; null where the browser refuses workers.
 *
 * @param {Bundle} bundle
 * @returns {Promise<RemoteAnswerer | null>}
 */
async function remoteAnswerer(bundle) {
  const { script, ...rest } = bundle;
  if (script === undefined || typeof Worker === "undefined") return null;
  const place = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    const worker = new Worker(place);
    const ready = new Promise((then) => {
      worker.onmessage = ({ data }) => then(data.ready === true);
      worker.onerror = () => then(false);
    });
    worker.postMessage({ bundle: rest });
    if (await ready) return new RemoteAnswerer(worker);
    worker.terminate();
    return null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(place);
  }
}

/**
 * Agents, hints and analysis for a page. Questions are answered one after the other; one that is cancelled is answered
 * with null.
 */
export class Searcher {
  /**
   * @param {Bundle} bundle
   * @returns {Promise<Searcher>}
   */
  static async make(bundle) {
    const remote = await remoteAnswerer(bundle);
    return new Searcher(remote ?? (await answererFor(bundle, PAGE_SLICE_MS)), remote !== null);
  }

  /**
   * @param {Answerer | RemoteAnswerer} answerer
   * @param {boolean} beside whether the search runs beside the page, in a worker
   */
  constructor(answerer, beside) {
    this._answerer = answerer;
    this.beside = beside;
  }

  /**
   * The move of an agent at the seat to move.
   *
   * @param {string[]} moves texts of all moves from the start
   * @param {bigint} seed decides chance
   * @param {string} spec such as `level:club` or `adaptive`
   * @param {bigint} matchSeed decides what agents draw by lot
   * @returns {Promise<Decided | null>}
   */
  decide(moves, seed, spec, matchSeed) {
    return this._answerer.ask({ name: "decide", moves, seed, spec, matchSeed });
  }

  /**
   * What a search thinks of every move; the first row is a hint.
   *
   * @param {string[]} moves
   * @param {bigint} seed
   * @param {number} iterations
   * @param {(told: Analyzed) => void} [progress] is told from time to time what is known
   * @returns {Promise<Analyzed | null>}
   */
  analyze(moves, seed, iterations, progress) {
    return this._answerer.ask({ name: "analyze", moves, seed, iterations }, progress);
  }

  /**
   * The seconds that each agent will need on this device for a move of a position, by a measurement of a tenth of a second.
   *
   * @param {string[]} moves
   * @param {bigint} seed
   * @returns {Promise<Record<string, number> | null>} by their spellings
   */
  times(moves, seed) {
    return this._answerer.ask({ name: "times", moves, seed });
  }

  /** Break off what is being thought about. */
  cancel() {
    this._answerer.cancel();
  }

  /** Think about nothing any more; questions that are open stay without an answer. */
  end() {
    this._answerer.end();
  }
}
