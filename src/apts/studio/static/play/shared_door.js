/** The door of a board at a table: moves of others come in through it, one's own go out. */

import { Door } from "../../../publish/page/door.js";
import { PERSON } from "../../../publish/page/match.js";
import { questionForm, questionsWanted } from "../../../publish/page/questions.js";
import { soundOfMove } from "./sounds.js";
import { boardPlace } from "./studio_place.js";
import { settingOn } from "./studio_settings.js";
import { tableNotice } from "./table_line.js";

/** @typedef {import("../../../publish/page/match.js").Match} Match */
/** @typedef {import("../../../publish/page/match_page.js").MatchPage} MatchPage */
/** @typedef {import("../../../publish/page/words.js").Words} Words */
/** @typedef {import("./table_line.js").TableLine} TableLine */
/** @typedef {import("./table_line.js").ToldMatch} ToldMatch */

/** Who sits at a seat of a person that is played in another browser. */
const FRIEND = "friend";

export class SharedDoor extends Door {
  /**
   * @param {TableLine} line
   * @param {Words} words
   * @param {string} board the address of a board with the same rules
   */
  constructor(line, words, board) {
    super();
    this._board = board;
    this._line = line;
    this._words = words;
    /** @type {MatchPage | null} */
    this._page = null;
    /** How many moves the page had when it changed last. */
    this._moves = 0;
    /** @type {((move: string) => void) | null} waits for the next move of others */
    this._waiting = null;
    /** @type {Promise<void>} what goes out, one after the other */
    this._going = Promise.resolve();
    this._sending = 0;
    /** Whether a move was sent whose outcome the studio decides. */
    this._asked = false;
    /** How often somebody was helped here. */
    this._hints = 0;
    /** Whether the page shows what the studio told, so that nothing goes out. */
    this._following = false;
  }

  /** @param {MatchPage} page */
  attach(page) {
    this._page = page;
    this._hints = page.match.hints;
    this._line.onNews = (told) => this._hear(told);
    this._line.onGone = () => page.tell(this._words.message("studio.gone"));
    this._line.onLine = (connected) => {
      if (!connected) page.tell(this._words.message("studio.line_lost"));
      else if (page.notice === this._words.message("studio.line_lost")) page.tell("");
    };
  }

  get again() {
    return () => this._send(() => this._line.again());
  }

  get place() {
    return boardPlace();
  }

  get address() {
    return new URL(this._board, location.href).href;
  }

  get shared() {
    return !this._line.told.alone;
  }

  /** @param {Match} match */
  helpRefused(match) {
    return this._line.told.helps || match.over ? null : "studio.fair_play";
  }

  /**
   * Where several people play a game of chance a move goes to the studio first, which draws the lots.
   *
   * @param {Match} match
   * @param {import("../../../publish/runtime/game.js").Offered} move
   */
  takes(match, move) {
    if (this._asked) return true;
    if (this._line.told.seed !== null || this._line.told.lots === null) return false;
    this._asked = true;
    this._send(() => this._line.play(move.text, match.moves.length));
    return true;
  }

  /**
   * The next move that the studio tells; agents think here where nobody else plays, unless the device is slow.
   *
   * @param {Match} match
   * @returns {Promise<string | null>}
   */
  decide(match) {
    const known = this._line.told.moves[match.moves.length];
    if (known !== undefined) return Promise.resolve(known);
    const who = match.seats[match.mover - 1];
    if (this._line.told.thinks === "device" && who !== FRIEND) {
      if (who === "adaptive" || !settingOn("server")) return Promise.resolve(null);
      this._send(() => this._line.think());
    }
    return new Promise((then) => (this._waiting = then));
  }

  /** @param {MatchPage} page */
  changed(page) {
    const { match } = page;
    const [before, now] = [this._moves, match.moves.length];
    this._moves = now;
    this._waiting = null;
    if (now === before + 1) soundOfMove(page);
    const helped = match.hints > this._hints;
    this._hints = match.hints;
    if (this._following) return;
    if (helped) this._send(() => this._line.hinted());
    const { told } = this._line;
    if (now < before) this._send(() => this._line.undo());
    else if (now > before && now > told.moves.length) this._send(() => this._line.play(match.texts[now - 1], now - 1));
    else if (match.resigned !== null && told.resigned === null) this._send(() => this._line.resign());
  }

  /**
   * @param {Match} _match
   * @param {Words} words
   */
  ended(_match, words) {
    if (!questionsWanted()) return null;
    return questionForm(words, (answers) => this._send(() => this._line.answer(answers)));
  }

  /**
   * @param {number} seat
   * @param {Words} words
   */
  sitterName(seat, words) {
    const { who, mine, name, joined, there } = this._line.told.seats[seat - 1];
    if (who !== PERSON) return null;
    if (mine) return name === "" ? words.message("page.you") : words.message("studio.you_named", { name });
    const known = name === "" ? words.message("page.person") : name;
    return joined ? words.message(there ? "studio.is_there" : "studio.is_away", { name: known }) : words.message("studio.not_joined");
  }

  /** @param {Match} match */
  waiting(match) {
    return match.seats[match.mover - 1] === FRIEND ? "studio.waiting_for" : "page.thinking";
  }

  /** @param {() => Promise<void>} task */
  _send(task) {
    this._sending++;
    this._going = this._going.then(task).catch((problem) => {
      this._asked = false;
      this._follow();
      this._page?.tell(problem instanceof Error ? problem.message : String(problem));
    });
    void this._going.then(() => this._sending--);
  }

  /** @param {ToldMatch} told */
  _hear(told) {
    const page = this._page;
    if (page === null) return;
    const { match } = page;
    const next = told.moves[match.moves.length];
    const same = match.texts.every((text, index) => told.moves[index] === text);
    if (told.seed !== null) match.seed = BigInt(told.seed);
    if (this._asked && same && next !== undefined) {
      this._asked = false;
      this._quietly(() => page.hearMove(next));
    } else if (this._waiting !== null && same && next !== undefined) this._waiting(next);
    else if (this._sending === 0 && (!same || next !== undefined)) this._follow();
    else if (same && told.resigned !== null && match.resigned === null) this._quietly(() => page.resign(/** @type {number} */ (told.resigned)));
    else page.draw();
    const notice = tableNotice(this._words, told);
    if (notice !== "") page.tell(notice);
  }

  /**
   * Show the match as the studio has it, whatever the page had.
   */
  _follow() {
    const page = this._page;
    this._quietly(() => page?.goOn(toldRecord(this._line)));
    page?.tell("");
  }

  /** @param {() => void} task that changes the page by the word of the studio */
  _quietly(task) {
    this._following = true;
    task();
    this._following = false;
  }
}

/**
 * Who sits where, as a page has it: people here, people elsewhere, agents.
 *
 * @param {ToldMatch} told
 * @returns {string[]}
 */
export function seatsHere(told) {
  return told.seats.map(({ who, mine }) => (mine ? PERSON : who === PERSON ? FRIEND : who));
}

/**
 * A match as a page goes on with it; the lots are those that the studio has told when a move needs them.
 *
 * @param {TableLine} line
 * @returns {import("../../../publish/page/present_match.js").FoundMatch}
 */
export function toldRecord(line) {
  const { told } = line;
  const { moves, given, undone, hints, started, ended, outcome, resigned } = told;
  const times = told.times.map((time) => time ?? 0);
  const seed = told.seed ?? "0";
  const lots = told.seed === null && told.lots !== null ? (/** @type {number} */ ply) => line.told.lots?.[ply] ?? [] : undefined;
  const match = { seed, seats: seatsHere(told), moves, times, given, undone, hints, started, ended, outcome, resigned, answers: {} };
  return { variant: 0, seats: match.seats, link: "", match, underway: ended === null, lots };
}
