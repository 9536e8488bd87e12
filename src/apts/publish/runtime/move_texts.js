/**
 * Moves as people write them, here as in Python (`apts.engine.text.move_text`): `e4` a placement, `b6-c5` a step, `b6xd4`
 * a capture, `pass`. Two different moves of a position never share a text: where the plain form is not enough the piece
 * is named, then the sites of captured pieces, the end of a sowing, and at last a number.
 */

import { comparedRecords } from "./ranking.js";

/** @typedef {import("./kernel.js").Position} Position */
/** @typedef {import("./kernel.js").MoveRecord} MoveRecord */
/** @typedef {import("./description.js").Description} Description */
/** @typedef {import("./fields.js").Fields} Fields */

/**
 * @typedef {object} Offered a move that can be played
 * @property {string} text
 * @property {string} kind
 * @property {number | null} origin
 * @property {number | null} target
 * @property {boolean} captures
 * @property {MoveRecord} record
 */

/**
 * @typedef {object} Candidate a record of the list of moves with what it does
 * @property {MoveRecord} record
 * @property {string} kind
 * @property {number} origin
 * @property {number} target
 * @property {number} arrives the kind of piece on its target afterwards
 * @property {number} leaves the kind of piece on its origin before
 * @property {number[]} captured
 * @property {boolean} clears whether they are swept off together with pieces of the mover, as at the end of a round
 * @property {number} ending
 */

export class MoveTexts {
  /**
   * @param {Description} description
   * @param {Fields} fields
   */
  constructor(description, fields) {
    this._play = description.play;
    this._names = description.sites.map((site) => site.name);
    this._kinds = description.pieces.kinds;
    this._players = description.players;
    this._fields = fields;
  }

  /**
   * What a record does, seen from the positions before and after it.
   *
   * @param {MoveRecord} record
   * @param {Position} before
   * @param {Position} after
   * @returns {Candidate}
   */
  candidate(record, before, after) {
    const { DECISION, ORIGIN, TARGET } = this._play.places;
    const decision = Number(record[DECISION]);
    const [origin, target] = [Number(record[ORIGIN]), Number(record[TARGET])];
    const top = (/** @type {Position} */ position, /** @type {number} */ site) =>
      site >= 0 && site < this._names.length ? this._fields.top(position, site) : 0;
    const kind = this._play.special[decision] ?? this._play.decisions[decision][0];
    const [arrives, captured] = [top(after, target), this._captured(before, after)];
    const onBoard = origin >= 0 && origin < this._play.sites;
    const comes = target >= 0 && (kind === "add" || (kind !== "remove" && !onBoard));
    const goes = !arrives && onBoard && origin !== target; // the piece that moves, in an exchange
    const clears = captured.length > 0 && (this._ownFewer(before, after) > Number(goes) || (comes && !arrives));
    return {
      record,
      kind,
      origin,
      target,
      arrives,
      leaves: top(before, origin),
      captured,
      clears,
      ending: this._fields.head(after, "LAST_LOCATION"),
    };
  }

  /**
   * The sites of enemy pieces that are gone, if the enemy has fewer pieces on the board than before, and those whose
   * pieces were marked to be taken off at the end of the turn.
   *
   * @param {Position} before
   * @param {Position} after
   * @returns {number[]}
   */
  _captured(before, after) {
    const mover = this._fields.head(before, "MOVER");
    const [start] = this._play.fields.what;
    const levels = this._play.levels || 1;
    const [lost, found] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    for (let index = 0; index < this._play.sites * levels; index++) {
      const [old, now] = [before[start + index], after[start + index]];
      if (old === now) continue;
      if (this._isEnemy(Number(old), mover)) lost.push(Math.floor(index / levels));
      if (this._isEnemy(Number(now), mover)) found.push(index);
    }
    const gone = new Set(lost.length > found.length ? lost : []);
    const known = new Set(this._fields.members(before, "clear"));
    for (const site of this._fields.members(after, "clear")) if (!known.has(site)) gone.add(site);
    return [...gone].sort((a, b) => a - b);
  }

  /**
   * How many pieces the mover has fewer on the board after a move.
   *
   * @param {Position} before
   * @param {Position} after
   */
  _ownFewer(before, after) {
    const mover = this._fields.head(before, "MOVER");
    const [start] = this._play.fields.what;
    const own = (/** @type {bigint} */ what) => Number(what !== 0n && this._kinds[Number(what) - 1].owner === mover);
    let fewer = 0;
    for (let index = 0; index < this._play.sites * (this._play.levels || 1); index++) {
      fewer += own(before[start + index]) - own(after[start + index]);
    }
    return fewer;
  }

  /**
   * @param {number} what
   * @param {number} mover
   */
  _isEnemy(what, mover) {
    const owner = what === 0 ? 0 : this._kinds[what - 1].owner;
    return owner > 0 && owner !== mover;
  }

  /**
   * The moves in canonical order, each with a text of its own. Of moves that share text, sites and effect the first is
   * kept; `effect` is asked only about moves that clash.
   *
   * @param {Candidate[]} candidates
   * @param {(candidate: Candidate) => string} effect
   * @returns {Offered[]}
   */
  moves(candidates, effect) {
    const ordered = [...candidates].sort((a, b) => comparedRecords(a.record, b.record));
    /** @type {Map<string, Candidate[]>} */
    const groups = new Map();
    for (const candidate of ordered) {
      const { origin, target } = candidate;
      addToGroup(groups, `${origin} ${target} ${this._plain(candidate)}`, candidate);
    }
    const kept = [...groups.values()].flatMap((group) => (group.length === 1 ? group : firstOfEachEffect(group, effect)));
    kept.sort((a, b) => a.target - b.target || a.origin - b.origin || comparedRecords(a.record, b.record));
    const texts = this._texts(kept);
    return kept.map((candidate, index) => offeredMove(candidate, texts[index]));
  }

  /**
   * The plain texts, made longer where several moves share one, by whatever tells some of them apart.
   *
   * @param {Candidate[]} candidates
   * @returns {string[]}
   */
  _texts(candidates) {
    const texts = candidates.map((candidate) => this._plain(candidate));
    const names = [this._withPiece, this._withFullName, this._withHand];
    const ways = [this._withKind, this._withNumber, ...names, this._withCaptures, this._withEnd];
    for (const longer of ways) {
      for (const group of clashingTexts(texts)) {
        const changed = group.map((index) => longer.call(this, candidates[index], texts[index]));
        if (new Set(changed.map((text) => text.toLowerCase())).size > 1) {
          group.forEach((index, place) => (texts[index] = changed[place]));
        }
      }
    }
    for (const group of clashingTexts(texts)) group.forEach((index, place) => (texts[index] += `#${place + 1}`));
    return texts;
  }

  /** @param {Candidate} candidate */
  _plain(candidate) {
    const { kind } = candidate;
    if (kind === "pass" || kind === "swap") return kind;
    const [origin, target] = [this._name(candidate.origin), this._name(candidate.target)];
    if (!target && !origin) return this._called(candidate);
    if (kind === "promote") return `${target}=${this._piece(candidate.arrives, false)}`;
    if (kind === "remove") return `x${target}`;
    if (isPlacement(candidate) || this._fromHand(candidate)) return target;
    return `${origin}${takes(candidate) ? "x" : "-"}${target}`;
  }

  /**
   * What the rules call a move, and which word of its record has a number that belongs to it.
   *
   * @param {MoveRecord} record
   * @returns {[said: string, number: number]}
   */
  _said(record) {
    const [, , said = "", number = -1] = this._play.decisions[Number(record[this._play.places.DECISION])] ?? [];
    return [said, number];
  }

  /**
   * A move without sites: what the rules call it, with the number that belongs to it, or its kind.
   *
   * @param {Candidate} candidate
   */
  _called({ kind, record }) {
    const [said, number] = this._said(record);
    if (!said) return kind;
    return number < 0 ? said : `${said} ${record[number]}`;
  }

  /**
   * Texts that moves had before they were called as the rules call them, `propose#1`: old matches have them.
   *
   * @param {Offered[]} moves
   * @returns {Map<string, Offered>}
   */
  onceWritten(moves) {
    /** @type {Map<string, Offered[]>} */
    const groups = new Map();
    for (const move of moves) {
      const [said, number] = this._said(move.record);
      if (said || number >= 0) addToGroup(groups, (move.target === null ? "" : this._name(move.target)) || move.kind, move);
    }
    const found = new Map([...groups].flatMap(([text, group]) => group.map((move, place) => [`${text}#${place + 1}`, move])));
    for (const [text, group] of groups) if (group.length === 1) found.set(text, group[0]);
    return found;
  }

  /**
   * With the number that a move on a site sets, as that of a rotation.
   *
   * @param {Candidate} candidate
   * @param {string} text
   */
  _withNumber(candidate, text) {
    const number = this._said(candidate.record)[1];
    return number >= 0 && this._name(candidate.target) ? `${text}=${candidate.record[number]}` : text;
  }

  /**
   * With the kind of a move that is called as another one is written.
   *
   * @param {Candidate} candidate
   * @param {string} text
   */
  _withKind(candidate, text) {
    const called = this._said(candidate.record)[0];
    return called && !this._name(candidate.target) ? `${candidate.kind} ${text}` : text;
  }

  /**
   * With the piece: the one placed, or the one that the moving piece turns into.
   *
   * @param {Candidate} candidate
   * @param {string} text
   * @param {boolean} [full] whether its name has the number of its owner
   */
  _withPiece(candidate, text, full = false) {
    const { arrives, kind } = candidate;
    if (!arrives || ["promote", "pass", "swap"].includes(kind) || text.includes("@") || text.includes("=")) return text;
    const name = this._piece(arrives, full);
    if (isPlacement(candidate) || this._fromHand(candidate)) return `${name}@${text}`;
    return arrives !== candidate.leaves ? `${text}=${name}` : text;
  }

  /**
   * @param {Candidate} candidate
   * @param {string} text
   */
  _withFullName(candidate, text) {
    return this._withPiece(candidate, text, true);
  }

  /**
   * With the place in the hand that a piece comes from.
   *
   * @param {Candidate} candidate
   * @param {string} text
   */
  _withHand(candidate, text) {
    if (!this._fromHand(candidate)) return text;
    return `${this._name(candidate.origin)}-${this._name(candidate.target)}`;
  }

  /**
   * With the sites of the pieces captured.
   *
   * @param {Candidate} candidate
   * @param {string} text
   */
  _withCaptures(candidate, text) {
    const sites = candidate.captured.map((site) => this._name(site)).join(",");
    return sites ? `${text}:${sites}` : text;
  }

  /**
   * With the site where the last piece came to rest, as in sowing one way or the other.
   *
   * @param {Candidate} candidate
   * @param {string} text
   */
  _withEnd(candidate, text) {
    const ending = this._name(candidate.ending);
    return ending && candidate.ending !== candidate.target ? `${text}>${ending}` : text;
  }

  /** @param {Candidate} candidate */
  _fromHand(candidate) {
    const { sites } = this._play;
    return candidate.origin >= sites && candidate.target < sites && candidate.target >= 0;
  }

  /**
   * @param {number} what
   * @param {boolean} full
   */
  _piece(what, full) {
    if (!what) return "nothing";
    const piece = this._kinds[what - 1];
    return full ? piece.name : piece.called;
  }

  /** @param {number} site */
  _name(site) {
    return this._names[site] ?? "";
  }
}

/**
 * @param {Candidate} candidate
 * @param {string} text
 * @returns {Offered}
 */
function offeredMove(candidate, text) {
  const { kind, origin, target, record } = candidate;
  const site = (/** @type {number} */ number) => (number >= 0 ? number : null);
  return { text, kind, origin: site(origin), target: site(target), captures: takes(candidate), record };
}

/**
 * Whether a move takes an enemy piece from a site that it is aimed at.
 *
 * @param {Candidate} candidate
 */
function takes({ origin, target, captured, clears }) {
  if (origin < 0 && target < 0) return false;
  return clears ? captured.includes(target) : captured.length > 0;
}

/**
 * Whether a move is told by its target alone.
 *
 * @param {Candidate} candidate
 */
function isPlacement(candidate) {
  return candidate.origin === candidate.target || candidate.origin < 0;
}

/**
 * The first move of each effect.
 *
 * @param {Candidate[]} group
 * @param {(candidate: Candidate) => string} effect
 */
function firstOfEachEffect(group, effect) {
  const found = new Map([...group].reverse().map((candidate) => [effect(candidate), candidate]));
  return [...found.values()];
}

/**
 * The groups of places that hold the same text, upper and lower case being the same.
 *
 * @param {string[]} texts
 * @returns {number[][]}
 */
function clashingTexts(texts) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  texts.forEach((text, index) => addToGroup(places, text.toLowerCase(), index));
  return [...places.values()].filter((group) => group.length > 1);
}

/**
 * @template T
 * @param {Map<string, T[]>} groups
 * @param {string} key
 * @param {T} member
 */
export function addToGroup(groups, key, member) {
  const group = groups.get(key);
  if (group) group.push(member);
  else groups.set(key, [member]);
}
