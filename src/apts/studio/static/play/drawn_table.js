/** A table whose board the studio draws, for games that browsers cannot play: a picture, and the legal moves as buttons. */

import { askFirst, button, element } from "../../../publish/page/elements.js";
import { makeFrame } from "../../../publish/page/frame.js";
import { PERSON } from "../../../publish/page/match.js";
import { questionForm, questionsWanted } from "../../../publish/page/questions.js";
import { agentName, outcomeLine, scoreText, seatName } from "../../../publish/page/seat_words.js";
import { DrawnAnalysis } from "./drawn_analysis.js";
import { siteLayer, tappedMoves } from "./drawn_sites.js";
import { showInvitations, showOwnLink } from "./invitations.js";
import { soundOfMove } from "./sounds.js";
import { listenToMore, pictureOf } from "./studio_bar.js";
import { askStudio, boardPlace } from "./studio_place.js";
import { TableLine, tableNotice } from "./table_line.js";

/** @typedef {import("../../../publish/page/words.js").Words} Words */
/** @typedef {import("./table_line.js").ToldMatch} ToldMatch */

/**
 * @typedef {object} DrawnPosition
 * @property {string} svg
 * @property {string} position as text
 * @property {number} mover
 * @property {number[] | null} scores
 * @property {{ranks: number[], words: string} | null} outcome
 * @property {import("./drawn_sites.js").ListedMove[]} [moves]
 */

/**
 * @param {import("./table_line.js").TablePage} table
 * @param {Words} words
 */
export async function openDrawnTable(table, words) {
  const line = new TableLine(table.address, table.match);
  const shown = new DrawnTable(line, words);
  line.onNews = () => void shown.hear();
  line.onGone = () => shown.tell(words.message("studio.gone"));
  line.onLine = (connected) => shown.tell(connected ? "" : words.message("studio.line_lost"));
  listenToMore(words, ["sound", "motion"], [["studio.own_link", () => showOwnLink(words, table.link)]]);
  await shown.hear();
  showInvitations(words, shown.frame.main, shown.above, line, table);
  line.open();
}

export class DrawnTable {
  /**
   * @param {TableLine} line
   * @param {Words} words
   */
  constructor(line, words) {
    const { told } = line;
    this._line = line;
    this._words = words;
    this.at = told.moves.length;
    this._length = this.at;
    /** @type {Map<string, DrawnPosition>} positions by the moves that lead to them */
    this._known = new Map();
    this._notice = "";
    /** What else stands before the board. @type {HTMLElement[]} */
    this.above = [];
    this._asked = false;
    /** @type {number | null} where the move begins that is being chosen */
    this._chosen = null;
    this._busy = false;
    /** @type {DrawnAnalysis | null} while an analysis is wanted */
    this._analysis = null;
    /** @type {number | null} how many moves stood when a pass was made that was the only legal move */
    this._passedAt = null;
    /** Whether the match is only looked at. */
    this._seen = told.seats.every(({ mine }) => !mine);
    this.frame = this._made();
  }

  _made() {
    const frame = makeFrame(this._words, this._line.told.title, {
      newMatch: () => {},
      undo: () => this._do(() => this._line.undo()),
      hint: () => this.hint(),
      analysis: () => this.toggleAnalysis(),
      share: () => {},
      resign: () => askFirst(this._words, "page.resign_sure", "page.resign", () => this._do(() => this._line.resign())),
      pause: () => {},
      goTo: (ply) => this.goTo(ply),
      step: (by) => this.goTo(this.at + by),
      playFromHere: () => {},
      language: (language) => this._speak(language),
      send: null,
    });
    const { hint, analysis, share, pause } = frame.tools;
    for (const part of [frame.newMatch, share, pause, frame.course, frame.rules]) part.hidden = true;
    hint.hidden = analysis.hidden = this._seen;
    frame.main.prepend(...this.above);
    boardPlace().prepend(frame.whole);
    return frame;
  }

  /** @param {string} language */
  _speak(language) {
    this._words.language = language;
    this.frame.whole.remove();
    this.frame = this._made();
    void this._draw();
  }

  /** Show what the studio told. */
  async hear() {
    const { told } = this._line;
    const looking = this.at < this._length;
    if (told.moves.length === this._length + 1) soundOfMove(this);
    if (told.moves.length !== this._length) this._chosen = null;
    this._length = told.moves.length;
    this.at = looking ? Math.min(this.at, this._length) : this._length;
    this._notice = tableNotice(this._words, told);
    await this._draw();
    if (told.status === "finished" && !told.answered && !this._asked && questionsWanted()) {
      this._asked = true;
      this.frame.questions.replaceChildren(questionForm(this._words, (answers) => this._do(() => this._line.answer(answers))));
    }
  }

  /** @param {string} sentence */
  tell(sentence) {
    this._notice = sentence;
    this.frame.notice.textContent = sentence;
  }

  /** @param {number} ply */
  goTo(ply) {
    this.at = Math.max(0, Math.min(this._length, ply));
    void this._draw();
  }

  /**
   * Do something at the table; what the studio refuses is told as a sentence.
   *
   * @param {() => Promise<void>} task
   */
  async _do(task) {
    if (this._busy) return;
    this._busy = true;
    try {
      await task();
    } catch (problem) {
      this.tell(problem instanceof Error ? problem.message : String(problem));
    }
    this._busy = false;
  }

  /** Let the studio find a move; it refuses where other people play. */
  hint() {
    const { told } = this._line;
    if (this._refusedHelp()) return;
    void this._do(async () => {
      this.tell(this._words.message("studio.hint_wait"));
      const { move, value } = await this._line.hint();
      if (told.moves.length !== this._line.told.moves.length) return;
      this.tell(this._words.message(told.seats.length === 1 ? "page.hint_is_solo" : "page.hint_is", { move, value: scoreText(this._words, value) }));
    });
  }

  toggleAnalysis() {
    if (this._refusedHelp()) return;
    this._analysis = this._analysis === null ? new DrawnAnalysis(this._line) : null;
    void this._draw();
  }

  _refusedHelp() {
    const { helps } = this._line.told;
    if (!helps) this.tell(this._words.message("studio.fair_play"));
    return !helps;
  }

  /** @returns {Promise<DrawnPosition>} */
  async _position() {
    const at = this.at;
    const name = JSON.stringify(this._line.told.moves.slice(0, at));
    const found = this._known.get(name) ?? (await this._line.position(at));
    this._known.set(name, found);
    return found;
  }

  async _draw() {
    const [wanted, told] = [this.at, this._line.told];
    const position = await this._position().catch((problem) => (this.tell(String(problem.message ?? problem)), null));
    if (position === null || wanted !== this.at || told !== this._line.told) return;
    const { frame, _words: words } = this;
    const over = told.status === "finished";
    const live = this.at === told.moves.length;
    const mine = !over && (told.seats[told.mover - 1]?.mine ?? false);
    frame.status.textContent = live ? this._status(told) : words.message("page.looking_back");
    frame.status.classList.toggle("over", over && live);
    frame.notice.textContent = this._notice || (over && live ? (told.resigned === null ? (told.outcome?.words ?? "") : words.message("page.resigned", { seat: this._seat(told.resigned) })) : "");
    this._drawSeats(told, position, over);
    frame.choices.classList.add("many-choices");
    const offered = live && mine ? (position.moves ?? []) : [];
    const onlyPass = offered.length === 1 && offered[0].kind === "pass";
    if (onlyPass) this._passAlone(offered[0].text, told);
    const legal = onlyPass ? [] : offered;
    const choices = this._chosen === null ? legal : tappedMoves(legal, null, this._chosen).moves;
    const layer = siteLayer(position.svg, legal, this._chosen, (site) => this._tapped(legal, site));
    frame.board.replaceChildren(pictureOf(position.svg, position.position), ...(layer === null ? [] : [layer]));
    const again = button(words.message("page.play_again"), () => this._do(() => this._line.again()), { class: "main" });
    frame.choices.replaceChildren(...(over && live && !this._seen ? [again] : []), ...choices.map(({ text }) => button(text, () => this._do(() => this._line.play(text, told.moves.length)), { "data-move": text })));
    frame.tools.undo.hidden = !told.alone;
    frame.tools.undo.disabled = told.moves.length === 0;
    frame.tools.resign.disabled = over;
    frame.tools.hint.disabled = !live || (!mine && told.helps);
    for (const tool of [frame.tools.hint, frame.tools.analysis]) tool.classList.toggle("refused", !told.helps);
    frame.tools.analysis.setAttribute("aria-pressed", String(this._analysis !== null));
    frame.analysis.hidden = this._analysis === null;
    void this._analysis?.show(frame.analysis, words, this.at, position);
    this._drawReplay(told, live);
  }

  /**
   * Pass for a person who can do nothing else, and say so.
   *
   * @param {string} text of the move
   * @param {ToldMatch} told
   */
  _passAlone(text, told) {
    if (this._passedAt === told.moves.length) return;
    this._passedAt = told.moves.length;
    this.tell(this._words.message("page.passes_alone", { seat: this._seat(told.mover) }));
    void this._do(() => this._line.play(text, told.moves.length));
  }

  /**
   * @param {import("./drawn_sites.js").ListedMove[]} legal
   * @param {number} site
   */
  _tapped(legal, site) {
    const { moves, chosen } = tappedMoves(legal, this._chosen, site);
    const done = moves.length === 1 && (this._chosen !== null || moves[0].origin === null || moves[0].target === site);
    this._chosen = done ? null : chosen;
    if (done) void this._do(() => this._line.play(moves[0].text, this._line.told.moves.length));
    else void this._draw();
  }

  /** @param {ToldMatch} told */
  _status(told) {
    const words = this._words;
    const people = told.seats.flatMap(({ mine }, index) => (mine ? [index + 1] : []));
    const only = people.length === 1 ? people[0] : null;
    if (told.outcome !== null) return outcomeLine(words, [], /** @type {any} */ ({ outcome: told.outcome, onlyPerson: only }));
    const { mine, who } = told.seats[told.mover - 1];
    const seat = this._seat(told.mover);
    if (mine) return only === null ? words.message("page.turn_of", { seat }) : words.message("page.your_turn");
    return words.message(who === PERSON ? "studio.waiting_for" : "page.thinking", { seat });
  }

  /** @param {number} seat */
  _seat(seat) {
    return seatName(this._words, [], seat);
  }

  /**
   * @param {ToldMatch} told
   * @param {DrawnPosition} position
   * @param {boolean} over
   */
  _drawSeats(told, position, over) {
    const rows = told.seats.map((seat, index) => {
      const names = element("span", { class: "who" }, element("strong", {}, this._seat(index + 1)), element("span", {}, this._sitter(seat)));
      const score = position.scores === null ? null : element("span", { class: "score" }, String(position.scores[index]));
      return element("li", { "aria-current": !over && position.mover === index + 1 ? "true" : null }, names, score);
    });
    this.frame.seats.replaceChildren(...rows);
  }

  /** @param {import("./table_line.js").TableSeat} seat */
  _sitter({ who, mine, name, joined, there }) {
    const words = this._words;
    if (who !== PERSON) return agentName(words, who);
    if (mine) return name === "" ? words.message("page.you") : words.message("studio.you_named", { name });
    const known = name === "" ? words.message("page.person") : name;
    return joined ? words.message(there ? "studio.is_there" : "studio.is_away", { name: known }) : words.message("studio.not_joined");
  }

  /**
   * @param {ToldMatch} told
   * @param {boolean} live
   */
  _drawReplay(told, live) {
    const { frame, _words: words } = this;
    const { slider, steps, place } = frame.replay;
    slider.max = String(told.moves.length);
    slider.value = String(this.at);
    slider.disabled = told.moves.length === 0;
    place.textContent = words.message("page.replay_at", { at: this.at, of: told.moves.length });
    steps.forEach((step, index) => (step.disabled = index < 2 ? this.at === 0 : live));
    frame.moves.replaceChildren(
      ...told.moves.map((text, index) => element("li", {}, button(text, () => this.goTo(index + 1), { "aria-current": index + 1 === this.at ? "true" : null }))),
    );
    frame.noMoves.hidden = told.moves.length > 0;
  }
}

/**
 * A match that has been played, to be looked at.
 *
 * @param {{address: string}} table
 * @param {Words} words
 */
export async function openSeenMatch(table, words) {
  const { told, positions } = await askStudio("GET", `${table.address}/positions`);
  const line = new TableLine("", told);
  line.position = async (at) => positions[at];
  const shown = new DrawnTable(line, words);
  shown.frame.tools.resign.hidden = true;
  await shown.hear();
}
