/** A match on the page: what people and agents do to it, and what is shown of it then. */

import { Adviser } from "./adviser.js";
import { BoardView } from "./board.js";
import { listenToBoard } from "./board_input.js";
import { Choosing, startOf } from "./choosing.js";
import { Door } from "./door.js";
import { askFirst } from "./elements.js";
import { makeFrame } from "./frame.js";
import { sharePosition } from "./link_opening.js";
import { Match } from "./match.js";
import { drawMatch, moveTold } from "./match_drawing.js";
import { askForMatch, usualSeats } from "./new_match.js";
import { PeopleMatches } from "./people.js";
import { agentsOf, loadVariant } from "./published.js";
import { scoreText, seatName, sitterName } from "./seat_words.js";

/** @typedef {import("../runtime/game.js").Offered} Offered */
/** @typedef {import("../runtime/players.js").Analyzed} Analyzed */
/** @typedef {{seed: bigint, moves: string[]}} StartPosition */
/** @typedef {import("./published.js").Published} Published */
/** @typedef {import("./words.js").Words} Words */

const LEAST_THINKING_MS = 250;

export class MatchPage {
  /**
   * Load the game for a choice of rules, with a page around it.
   *
   * @param {Published} published
   * @param {Words} words
   * @param {number} variant
   * @param {string[]} before who sat at the last match
   * @param {Door} [door]
   * @returns {Promise<MatchPage>}
   */
  static async open(published, words, variant, before, door) {
    return new MatchPage(published, words, variant, await loadVariant(published, variant), before, door);
  }

  /**
   * @param {Published} published
   * @param {Words} words
   * @param {number} variant
   * @param {import("./published.js").Loaded} loaded
   * @param {string[]} before
   * @param {Door} [door]
   */
  constructor(published, words, variant, { game, searcher }, before, door = new Door()) {
    this.door = door;
    this.published = published;
    this.words = words;
    this.variant = variant;
    this.game = game;
    this.adviser = new Adviser(searcher);
    this.people = this._peopleMatches();
    this.match = new Match(game, 0n, usualSeats(game.description.players, this.agents, 1, before));
    this.at = 0;
    this.choosing = new Choosing([]);
    /** @type {Analyzed | null} */
    this.analyzed = null;
    this.analysisOn = false;
    /** @type {Offered | null} */
    this.hinted = null;
    this.paused = false;
    /** @type {string} a sentence for the person: a hint, something that went wrong */
    this.notice = "";
    /** What was said last of somebody who could only pass. */
    this._passTold = "";
    this._ticket = 0;
    this._turnBegan = 0;
    this.frame = makeFrame(words, this.description.name, this._actions(), published.home);
    this.board = this._madeBoard();
  }

  /**
   * Begin a match, with other rules if they are wanted.
   *
   * @param {number} variant
   * @param {string[] | null} seats
   * @param {StartPosition | null} [position] where to begin, if not at the start
   */
  async begin(variant, seats, position = null) {
    if (variant !== this.variant) {
      const { game, searcher } = await loadVariant(this.published, variant);
      this.adviser.end();
      this.variant = variant;
      this.game = game;
      this.adviser = new Adviser(searcher);
      this.people = this._peopleMatches();
      this._rebuild();
    }
    this._seat(seats, position);
  }

  /** Where matches of people are kept; null where the page keeps none. */
  _peopleMatches() {
    return this.published.people ? new PeopleMatches(this.description) : null;
  }

  /** The spellings of the agents that can be played against. */
  get agents() {
    return agentsOf(this.published, this.variant);
  }

  get description() {
    return this.published.variants[this.variant].description;
  }

  /** @param {number} seat */
  seatName(seat) {
    return seatName(this.words, this.description.seats, seat);
  }

  /** @param {number} seat */
  sitterName(seat) {
    return this.door.sitterName(seat, this.words) ?? sitterName(this.words, this.match, seat);
  }

  /** Whether the board shows the present position, not an earlier one. */
  get live() {
    return this.at === this.match.moves.length;
  }

  /** Make the parts of the page anew, for other rules or another language. */
  _rebuild() {
    this.frame.whole.remove();
    this.frame = makeFrame(this.words, this.description.name, this._actions(), this.published.home);
    this.board = this._madeBoard();
  }

  /** @returns {BoardView} */
  _madeBoard() {
    const { frame } = this;
    document.documentElement.lang = this.words.language;
    document.title = this.description.name;
    frame.main.prepend(...this.door.above);
    this.door.place.prepend(frame.whole);
    const board = new BoardView(frame.board, this.game, this.words, frame.legend);
    frame.underBoard.append(board.zoom.button);
    listenToBoard(this, board);
    return board;
  }

  /** @returns {import("./frame.js").Actions} */
  _actions() {
    return {
      newMatch: () => this.askForMatch(),
      undo: () => this.undo(),
      hint: () => this.hint(),
      analysis: () => this.toggleAnalysis(),
      share: () => sharePosition(this),
      resign: () => this.askToResign(),
      pause: () => this.pause(),
      goTo: (ply) => this.goTo(ply),
      step: (by) => this.goTo(this.at + by),
      playFromHere: () => this.playFromHere(),
      language: (language) => this.speak(language),
      send: this.people === null ? null : () => this.people?.openSending(this.words),
    };
  }

  /**
   * @param {string[] | null} seats
   * @param {StartPosition | null} position its moves are legal
   */
  _seat(seats, position) {
    const before = this.match.seats;
    const usual = (/** @type {number} */ person) => usualSeats(this.description.players, this.agents, person, before);
    const seed = position?.seed ?? BigInt(crypto.getRandomValues(new Uint32Array(1))[0] >>> 1);
    this.match = new Match(this.game, seed, seats ?? usual(1));
    this.notice = "";
    this.paused = false;
    if (position !== null) {
      this.match.follow(position.moves);
      if (seats === null) this.match.seats = usual(this.match.mover);
      this.notice = this.words.message("page.link_opened", { at: position.moves.length });
    }
    this._show();
  }

  /**
   * Go on with a match of the present rules that was kept.
   *
   * @param {import("./present_match.js").FoundMatch} kept
   * @returns {boolean} whether that can be
   */
  goOn({ match, lots }) {
    const restored = new Match(this.game, BigInt(match.seed), match.seats, lots);
    if (!restored.restore(match)) return false;
    if (match.resigned !== null) restored.resign(match.resigned);
    this.match = restored;
    this.notice = this.words.message("page.goes_on");
    this._show();
    return true;
  }

  /** Show a match that is new to the page; whoever wants it analysed asks anew. */
  _show() {
    this.analysisOn = false;
    this.frame.moves.replaceChildren();
    this.frame.questions.replaceChildren();
    this.frame.told.textContent = "";
    this._changed();
  }

  /** Go on after the position has changed: whoever is to move moves. */
  _changed() {
    this._ticket++;
    this.adviser.cancel();
    this.at = this.match.moves.length;
    this.analyzed = null;
    this.hinted = null;
    this._turnBegan = performance.now();
    this._keep();
    const pass = this.match.waitsForPerson ? this.match.lonePass : null;
    this._announce(pass);
    this.choosing = new Choosing(this.match.waitsForPerson && pass === null ? this.game.offered(this.match.position) : []);
    this.draw();
    if (pass !== null) this._passAlone(pass);
    else if (!this.match.over && !this.match.waitsForPerson && !this.paused) this._agentTurn();
    else if (this.analysisOn) this._analyze();
  }

  _keep() {
    this.door.changed(this);
  }

  draw() {
    drawMatch(this);
  }

  /**
   * Do something with the match; what goes wrong is told as a sentence.
   *
   * @param {() => Promise<void>} task
   */
  async _attempt(task) {
    const ticket = this._ticket;
    try {
      await task();
    } catch (problem) {
      if (ticket !== this._ticket) return;
      const told = problem instanceof Error ? problem.message : String(problem);
      this.notice = this.words.message("page.match_broken", { problem: told });
      this.draw();
    }
  }

  // --- moves ----------------------------------------------------------------------------------------------------

  _agentTurn() {
    const ticket = this._ticket;
    return this._attempt(async () => {
      const text = (await this.door.decide(this.match)) ?? (await this.adviser.decide(this.match));
      const rest = LEAST_THINKING_MS - (performance.now() - this._turnBegan);
      if (rest > 0) await new Promise((then) => setTimeout(then, rest));
      if (text === null || ticket !== this._ticket) return;
      const move = this.game.find(this.match.position, text);
      if (move === undefined) throw new Error(text);
      this._play(move);
    });
  }

  /**
   * Say that a person passes who can do nothing else; it stays said until a person chooses a move.
   *
   * @param {Offered | null} pass
   */
  _announce(pass) {
    if (pass !== null) {
      this._passTold = this.words.message("page.passes_alone", { seat: this.seatName(this.match.mover) });
      this.notice = this._passTold;
    } else if (this.match.over && this.notice === this._passTold) this.notice = "";
  }

  /** @param {Offered} pass the only legal move of a person, who is not asked for it */
  async _passAlone(pass) {
    const ticket = this._ticket;
    await new Promise((then) => setTimeout(then, LEAST_THINKING_MS));
    if (ticket === this._ticket) this.choose(pass);
  }

  /** @param {number} site */
  tapped(site) {
    if (!this.live) return;
    const move = this.choosing.tap(site);
    if (move === null) this.draw();
    else this.choose(move);
  }

  /**
   * Choose where a move starts, whatever was chosen before.
   *
   * @param {number} site
   */
  pickUp(site) {
    this.choosing.clear();
    if (this.choosing.choice.chosen !== site) this.choosing.tap(site);
    this.draw();
  }

  /** Take back what was chosen of a move. */
  letGo() {
    this.choosing.clear();
    this.draw();
  }

  /** @param {Offered} move that a person has chosen */
  choose(move) {
    if (this.door.takes(this.match, move)) return;
    this._attempt(async () => this._play(move));
  }

  /** @param {string} text of a move that others made, or let this page make */
  hearMove(text) {
    const move = this.game.find(this.match.position, text);
    if (move !== undefined) this._play(move);
  }

  /** @param {Offered} move */
  _play(move) {
    const seat = this.match.mover;
    const looking = this.live ? null : this.at;
    const chosen = this.match.isPerson(seat) && this.match.lonePass === null;
    this.match.play(move, performance.now() - this._turnBegan);
    if (chosen || this.notice !== this._passTold) this.notice = "";
    this.frame.told.textContent = moveTold(this, seat, move);
    this._changed();
    if (looking !== null) this.goTo(looking);
    if (this.match.over) this._matchEnded();
  }

  _matchEnded() {
    const questions = this.people?.ended(this.match, this.words) ?? this.door.ended(this.match, this.words);
    if (questions !== null) this.frame.questions.replaceChildren(questions);
  }

  // --- what the buttons do --------------------------------------------------------------------------------------

  undo() {
    const taken = this.match.undo();
    this.notice = this.words.message(taken > 0 ? "page.undone" : "page.nothing_to_undo");
    if (taken > 0) this._changed();
    else this.draw();
  }

  hint() {
    if (this._refusedHelp()) return Promise.resolve();
    const ticket = this._ticket;
    this.match.hints++;
    this._keep();
    return this._attempt(async () => {
      const best = await this.adviser.hint(this.match);
      if (best === null || ticket !== this._ticket) return;
      this.hinted = this.game.find(this.match.position, best.text) ?? null;
      this.notice = this.words.message(this.match.seats.length === 1 ? "page.hint_is_solo" : "page.hint_is", { move: best.text, value: scoreText(this.words, best.value) });
      const start = this.hinted === null ? null : startOf(this.hinted);
      if (start === null) this.letGo();
      else this.pickUp(start);
    });
  }

  /** Tell why nobody is helped now, if that is so. */
  _refusedHelp() {
    const refused = this.door.helpRefused(this.match);
    if (refused !== null) this.tell(this.words.message(refused));
    return refused !== null;
  }

  toggleAnalysis() {
    if (this._refusedHelp()) return;
    this.analysisOn = !this.analysisOn;
    if (this.analysisOn) this._analyze();
    else {
      this.analyzed = null;
      if (this.match.over || this.match.waitsForPerson) this.adviser.cancel();
    }
    this.draw();
  }

  /** Analyse the position that is looked at; after the match also all others, for the chart. */
  _analyze() {
    const [ticket, ply] = [this._ticket, this.at];
    const still = () => this.analysisOn && ticket === this._ticket;
    const shown = (/** @type {Analyzed | null} */ known) => {
      if (known === null || !still() || ply !== this.at) return;
      this.analyzed = known;
      this.draw();
    };
    return this._attempt(async () => {
      if (!this.game.over(this.match.positions[ply])) shown(await this.adviser.analyze(this.match, ply, shown));
      if (!this.match.over || !still()) return;
      const drawn = () => {
        if (still()) this.draw();
        return still();
      };
      await this.adviser.fillCourse(this.match, drawn);
    });
  }

  pause() {
    this.paused = !this.paused;
    this._changed();
  }

  /** @param {number} ply the position to look at */
  goTo(ply) {
    this.at = Math.max(0, Math.min(this.match.moves.length, ply));
    this.analyzed = null;
    this.choosing.clear();
    this.draw();
    if (this.analysisOn) {
      if (this.match.over || this.match.waitsForPerson) this.adviser.cancel();
      this._analyze();
    }
  }

  playFromHere() {
    this.match.cut(this.at);
    this._changed();
  }

  /** @param {string} language */
  speak(language) {
    this.words.language = language;
    this.notice = "";
    this._rebuild();
    this.draw();
    /** @type {HTMLElement | null} */ (document.querySelector("select.language"))?.focus();
  }

  askForMatch() {
    const present = { variant: this.variant, seats: this.match.seats };
    const times = this.adviser.times(this.match).catch(() => null);
    askForMatch(this.words, this.published, present, times, ({ variant, seats }) =>
      this.leaveFor("page.begin", () => this.begin(variant, seats)),
    );
  }

  /**
   * Leave the match for another; one that is underway asks first.
   *
   * @param {string} answer the key of the text of the button that leaves it
   * @param {() => Promise<void>} task
   */
  leaveFor(answer, task) {
    const leave = () => void this._attempt(task);
    if (this.match.underway) askFirst(this.words, "page.leave_sure", answer, leave);
    else leave();
  }

  /** Begin a match with the same rules and the same seats. */
  playAgain() {
    if (this.door.again !== null) return this.door.again();
    return this._attempt(() => this.begin(this.variant, this.match.seats));
  }

  askToResign() {
    askFirst(this.words, "page.resign_sure", "page.resign", () => this.resign(this.match.mover));
  }

  /** @param {number} seat that gives up */
  resign(seat) {
    this.match.resign(seat);
    this.notice = "";
    this._changed();
    this._matchEnded();
  }

  /** @param {string} sentence for the person */
  tell(sentence) {
    this.notice = sentence;
    this.draw();
  }
}
