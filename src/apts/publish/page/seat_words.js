/** Seats, agents and outcomes in words. */

import { PERSON } from "./match.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./words.js").Words} Words */

const MOST_NAMED = 9; // pieces in a sentence
const THINKS_FOR = /^uct:seconds=([\d.]+)$/;

/**
 * What a seat is called.
 *
 * @param {Words} words
 * @param {string[]} names of the seats, empty where a seat has none
 * @param {number} seat
 * @returns {string}
 */
export function seatName(words, names, seat) {
  return names[seat - 1] || words.message("page.player", { seat });
}

/**
 * What an agent is called.
 *
 * @param {Words} words
 * @param {string} who `person` or the spelling of an agent
 * @returns {string}
 */
export function agentName(words, who) {
  if (who === PERSON) return words.message("page.person");
  if (who === "adaptive") return words.message("page.adaptive");
  const [kind, rest] = who.split(":", 2);
  if (kind === "model") return words.message("page.trained");
  if (kind === "level" && words.knows(`level.${rest}`)) return words.message(`level.${rest}`);
  const depth = /^alphabeta:depth=(\d+)$/.exec(who);
  if (depth !== null) return words.counted("page.looks_ahead", Number(depth[1]));
  const seconds = THINKS_FOR.exec(who);
  return seconds === null ? who : words.message("page.thinks_for", { seconds: words.number(seconds[1]) });
}

/** @param {string} who is called by the time that a move takes */
export function saysItsTime(who) {
  return THINKS_FOR.test(who);
}

/**
 * Who sits at a seat of a match, as the strip beside the board has it.
 *
 * @param {Words} words
 * @param {Match} match
 * @param {number} seat
 * @returns {string}
 */
export function sitterName(words, match, seat) {
  if (match.onlySeen) return "";
  if (!match.isPerson(seat)) return agentName(words, match.seats[seat - 1]);
  return words.message(match.onlyPerson === seat ? "page.you" : "page.person");
}

/**
 * How a match ended, in one line.
 *
 * @param {Words} words
 * @param {string[]} names
 * @param {Match} match
 * @returns {string}
 */
export function outcomeLine(words, names, match) {
  const outcome = match.outcome;
  if (outcome === null) return "";
  const { ranks } = outcome;
  if (ranks.length === 1) return words.message(ranks[0] === 1 ? "page.solo_won" : "page.solo_lost");
  const best = Math.min(...ranks);
  const first = ranks.flatMap((rank, index) => (rank === best ? [index + 1] : []));
  if (first.length === ranks.length) return words.message(best === 1 ? "page.all_win" : best === ranks.length ? "page.all_lose" : "page.draw");
  const team = winningTeam(outcome.teams ?? [], first);
  if (team !== null) {
    if (match.onlyPerson !== null) return words.message(first.includes(match.onlyPerson) ? "page.your_team_won" : "page.your_team_lost");
    return words.message("page.team_won", { team, seats: first.map((seat) => seatName(words, names, seat)).join(", ") });
  }
  if (first.length > 1) return words.message("page.match_over");
  if (first[0] === match.onlyPerson) return words.message("page.you_won");
  if (ranks.length === 2 && match.onlyPerson !== null) return words.message("page.you_lost");
  return words.message("page.won", { seat: seatName(words, names, first[0]) });
}

/**
 * The team all whose members are first and nobody else is; null where there is none.
 *
 * @param {number[]} teams of the seats, nothing where each plays for itself
 * @param {number[]} first
 * @returns {number | null}
 */
function winningTeam(teams, first) {
  const team = teams[first[0] - 1];
  const whole = teams.flatMap((own, index) => (own === team ? [index + 1] : []));
  return teams.length > 0 && whole.join() === first.join() ? team : null;
}

/**
 * All seats by place; those who share a rank stand together, at the best place of theirs.
 *
 * @param {Words} words
 * @param {string[]} names
 * @param {number[]} ranks
 * @returns {string}
 */
function placesLine(words, names, ranks) {
  const order = [...new Set(ranks)].sort((one, other) => one - other);
  const told = order.map((rank) => {
    const seats = ranks.flatMap((own, index) => (own === rank ? [seatName(words, names, index + 1)] : []));
    return words.message("page.place", { place: 1 + ranks.filter((own) => own < rank).length, seat: seats.join(", ") });
  });
  return words.message("page.places", { places: told.join("; ") });
}

/**
 * Why a match ended, and who came where if there are more than two.
 *
 * @param {Words} words
 * @param {string[]} names
 * @param {Match} match
 * @returns {string}
 */
export function reasonLine(words, names, match) {
  const { resigned, outcome } = match;
  const reason = resigned !== null ? words.message("page.resigned", { seat: seatName(words, names, resigned) }) : reasonWords(words, names, outcome);
  const differ = new Set(outcome?.ranks ?? []).size > 1;
  const teams = outcome?.teams ?? [];
  const apart = teams.length === 0 || teams.some((team, index) => outcome?.ranks[teams.indexOf(team)] !== outcome?.ranks[index]);
  const places = outcome !== null && outcome.ranks.length > 2 && differ && apart ? placesLine(words, names, outcome.ranks) : "";
  return [reason, places].filter(Boolean).join(" ");
}

/**
 * The pieces that ended a match by their sites; those of columns by their height too.
 *
 * @param {Words} words
 * @param {import("../runtime/description.js").Description} description
 * @param {import("../runtime/deciding.js").Decided[]} decided
 * @returns {string}
 */
export function decidedLine(words, { board, sites }, decided) {
  const told = (/** @type {[number, number]} */ [site, level]) => sites[site].name + (board.columns ? level + 1 : "");
  const lines = decided.map(({ kind, spots }) =>
    spots.length > MOST_NAMED
      ? words.message("page.decided_many", { count: spots.length })
      : words.message(`page.decided_${kind}`, { sites: spots.map(told).join(", ") }),
  );
  return lines.join(" ");
}

/**
 * The words of the rule that ended a match; who had moved is named where the ranks tell who that was.
 *
 * @param {Words} words
 * @param {string[]} names
 * @param {Match["outcome"]} outcome
 * @returns {string}
 */
function reasonWords(words, names, outcome) {
  const told = outcome?.words?.[words.language] ?? "";
  if (outcome === null || !told.includes("{mover}")) return told;
  const { ranks, mover } = outcome;
  const sure = mover === "first" || (mover === "last" && ranks.length === 2);
  const wanted = mover === "first" ? Math.min(...ranks) : Math.max(...ranks);
  const seats = ranks.flatMap((rank, index) => (rank === wanted ? [index + 1] : []));
  const name = sure && seats.length === 1 ? seatName(words, names, seats[0]) : words.message("page.whoever_moved");
  const said = told.replaceAll("{mover}", name);
  return said[0].toUpperCase() + said.slice(1);
}

/**
 * A value from -1 to 1 as a score in per cent.
 *
 * @param {Words} words
 * @param {number} value
 * @returns {string}
 */
export function scoreText(words, value) {
  return words.percent((value + 1) / 2);
}

/**
 * What scores in per cent mean: utilities go evenly from the first place to the last, however many seats there are.
 *
 * @param {Words} words
 * @param {number} players
 * @param {string} seat
 * @returns {string}
 */
export function scoreMeaning(words, players, seat) {
  return players === 1 ? words.message("page.score_means_solo") : words.message("page.score_means", { seat });
}
