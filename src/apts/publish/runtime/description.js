/**
 * What a page knows of a game besides its program, as `apts.publish.description` writes it. Types only: nothing runs.
 */

/**
 * @typedef {object} Description
 * @property {number} format
 * @property {string} name
 * @property {string} rules_hash
 * @property {Record<string, unknown>} settings options and numbers that were chosen
 * @property {number} players
 * @property {string[]} seats what each seat is called; empty where it has no name
 * @property {number[]} [teams] the team of each seat, where seats play in teams
 * @property {boolean} [cooperative] whether all win or lose together
 * @property {boolean} chance
 * @property {string | null} notice what everybody should know first
 * @property {BoardFacts} board
 * @property {SiteFacts[]} sites those of the board, then all others
 * @property {HandFacts[]} hands
 * @property {{unit: number, stack: StackFacts, colours: number, kinds: PieceFacts[]}} pieces
 * @property {DiceFacts | null} dice
 * @property {PlayFacts} play
 * @property {{rules: EndFacts[], all_passed: string, turn_limit: string}} ends
 * @property {FailureFacts} failures
 * @property {Record<string, RulesInWords>} words the rules by the tag of a language
 */

/**
 * @typedef {object} BoardFacts
 * @property {number} width
 * @property {number} height
 * @property {number} spacing how far apart sites are
 * @property {string} ground SVG of what lies under the pieces
 * @property {string} writing SVG of what is written over them
 * @property {"cell" | "vertex" | "edge"} kind
 * @property {boolean} pits
 * @property {boolean} endless
 * @property {{rows: number, step: number, told: boolean} | null} columns of a board that stands upright
 * @property {RegionFacts[]} regions of players that the drawing marks
 */

/** @typedef {{owner: number, name: string, sites: number[], swatch: string}} RegionFacts the swatch shows in SVG what it looks like */

/** @typedef {{name: string, x?: number, y?: number, radius?: number, path?: string}} SiteFacts */
/** @typedef {{tallest: number, rise: number, shrink: number}} StackFacts */
/** @typedef {{name: string, owner: number, first: number, size: number}} HandFacts */
/**
 * @typedef {object} PieceFacts
 * @property {string} name with the number of the owner
 * @property {string} called
 * @property {number} owner
 * @property {number} player whom it belongs to by the rules, also where nobody sits for them
 * @property {string} letter what is written on it
 * @property {Record<string, string>} drawings by colour
 */
/**
 * @typedef {object} DiceFacts
 * @property {number} first
 * @property {number} size
 * @property {number[][]} faces
 * @property {number} thrown where the scratch memory has the throw that a list of moves was made with
 * @property {number} noted how many dice are noted there
 * @property {number} side
 * @property {Record<string, string>} drawings
 */

/**
 * @typedef {object} PlayFacts
 * @property {Record<string, number>} places
 * @property {number} sites of the board
 * @property {number} all_sites
 * @property {number} levels of a stack; 0 in games without stacks
 * @property {Record<string, [number, number]>} fields first word and number of words
 * @property {string[]} derived fields that follow from others
 * @property {[kind: string, used: number, said?: string, number?: number][]} decisions kind, how many words of a record
 *   count, and what people call a move without sites, with the word that has a number which they add (-1: none)
 * @property {[name: string, place: number][]} [numbers] what the rules keep by a name and people are shown; -1 is unset
 * @property {Record<string, string>} special kinds of decisions that no rule made
 * @property {{final: boolean, first: boolean, kept: boolean, worked_out: boolean}} scores
 */

/** @typedef {{title: string, lead: string, lead_language: string, sections: {heading: string, items: [number, string][]}[]}} RulesInWords */
/** @typedef {{text: string, line: number, words: Record<string, string> | null, by_score: boolean, mover: "first" | "last" | null, deciding: DecidingPart[]}} EndFacts */
/** @typedef {DecidingLine | DecidingGroup | DecidingArrival} DecidingPart what an end rule asks of the position, by places of the kernel's data */
/** @typedef {{kind: "line", rays: number, length: number, exact: boolean, owner: number | null, levels: "top" | "each"}} DecidingLine */
/** @typedef {{kind: "group", steps: number, touching: number, counts: number, by_owner: boolean, owner: number, needed: number | null}} DecidingGroup */
/** @typedef {{kind: "arrival", pieces: number[] | null}} DecidingArrival */
/**
 * @typedef {object} FailureFacts
 * @property {{pattern: string, divisor: number, special: [number, string] | null}[]} texts
 * @property {number[]} guards the text of each check
 * @property {Record<string, number>} others the texts of failures that are no check
 * @property {string[]} places
 * @property {[number, number, number][]} lines first line, number of lines, place
 */

export {};
