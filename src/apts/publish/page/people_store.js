/** Matches that people played, kept in their browser: nobody else sees them unless they are sent. */

/** @typedef {import("./match.js").MatchRecord} MatchRecord */

/**
 * @typedef {object} KeptMatch
 * @property {string} key
 * @property {string} rules the checksum of the rules
 * @property {MatchRecord} match
 */

const STORE_NAME = "apts-matches";
const STORE_TABLE = "matches";

export class MatchStore {
  /**
   * The matches of a game. Where a browser keeps nothing for a page, as some do for files, they live as long as the page.
   *
   * @param {string} rulesHash
   * @returns {Promise<MatchStore>}
   */
  static async open(rulesHash) {
    try {
      return new MatchStore(rulesHash, await openedDatabase());
    } catch {
      return new MatchStore(rulesHash, null);
    }
  }

  /**
   * @param {string} rulesHash
   * @param {IDBDatabase | null} database
   */
  constructor(rulesHash, database) {
    this.rulesHash = rulesHash;
    this._database = database;
    /** @type {Map<string, MatchRecord>} */
    this._memory = new Map();
  }

  /** Whether matches are still there when the page is opened again. */
  get lasting() {
    return this._database !== null;
  }

  /**
   * Keep a match; one that was kept before, without its answers for instance, is replaced.
   *
   * @param {MatchRecord} match
   */
  async keep(match) {
    const key = `${this.rulesHash} ${match.started} ${match.seed}`;
    this._memory.set(key, match);
    await this._changed((table) => table.put({ key, rules: this.rulesHash, match }));
  }

  /**
   * All matches of the game, the oldest first.
   *
   * @returns {Promise<MatchRecord[]>}
   */
  async all() {
    const found = (await this._kept()) ?? [...this._memory].map(([key, match]) => ({ key, match }));
    return found.sort((a, b) => (a.key < b.key ? -1 : 1)).map((one) => one.match);
  }

  /** Forget all matches of the game. */
  async clear() {
    const kept = (await this._kept()) ?? [];
    this._memory.clear();
    await this._changed((table) => kept.forEach((one) => table.delete(one.key)));
  }

  /**
   * What is sent to the designer of the game.
   *
   * @param {string} game what it is called
   * @param {Record<string, unknown>} settings the options and values of the rules
   */
  async export(game, settings) {
    const matches = await this.all();
    return { format: "apts people", version: 1, game, rules_hash: this.rulesHash, settings, matches };
  }

  /** @returns {Promise<KeptMatch[] | null>} null where only the page remembers */
  async _kept() {
    if (this._database === null) return null;
    try {
      const table = this._database.transaction(STORE_TABLE).objectStore(STORE_TABLE);
      return await requestSettled(table.index("rules").getAll(this.rulesHash));
    } catch {
      this._database = null;
      return null;
    }
  }

  /** @param {(table: IDBObjectStore) => void} change */
  async _changed(change) {
    if (this._database === null) return;
    try {
      const writing = this._database.transaction(STORE_TABLE, "readwrite");
      change(writing.objectStore(STORE_TABLE));
      await new Promise((done, failed) => {
        writing.oncomplete = done;
        writing.onerror = writing.onabort = () => failed(writing.error);
      });
    } catch {
      this._database = null; // no room, or not allowed: the page remembers alone
    }
  }
}

/** @returns {Promise<IDBDatabase>} */
function openedDatabase() {
  const opening = indexedDB.open(STORE_NAME, 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore(STORE_TABLE, { keyPath: "key" }).createIndex("rules", "rules");
  return requestSettled(opening);
}

/**
 * The result of a request.
 *
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function requestSettled(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}
