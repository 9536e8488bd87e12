// Parts of the page that know nothing of pages: choosing a move by taps, links of positions, languages.
import assert from "node:assert/strict";
import { test } from "node:test";

const folder = process.env.PUBLISH_FOLDER;
const { analysisMarks } = await import(`${folder}/page/analysis_table.js`);
const { Choosing } = await import(`${folder}/page/choosing.js`);
const { positionLink, readPositionLink } = await import(`${folder}/page/position_links.js`);
const { languageFor, Words } = await import(`${folder}/page/words.js`);
const { linkedVariant, rulesSaid } = await import(`${folder}/page/linked_rules.js`);
const { foundMatch } = await import(`${folder}/page/present_match.js`);
const { usualSeats } = await import(`${folder}/page/new_match.js`);
const { nearestInDirection } = await import(`${folder}/page/site_keys.js`);
const { agentName, outcomeLine, reasonLine, saysItsTime } = await import(`${folder}/page/seat_words.js`);
const { movesOfOthers, resignedRanks } = await import(`${folder}/page/match.js`);
const { courseLines } = await import(`${folder}/page/course_chart.js`);
const { sharedValues } = await import(`${folder}/runtime/match_tree.js`);

const move = (text, origin = null, target = null) => ({ text, kind: "move", origin, target, captures: false });

test("a move of one place is made by one tap", () => {
  const choosing = new Choosing([move("a1", 0, 0), move("b1", 1, 1), move("c1", null, 2)]);
  assert.deepEqual(choosing.choice.targets, [0, 1, 2]);
  assert.deepEqual(choosing.choice.origins, []);
  assert.equal(choosing.tap(1).text, "b1");
  assert.equal(choosing.tap(2).text, "c1");
  assert.equal(choosing.tap(9), null);
});

test("a move between places is made by two taps, and a second tap takes the first back", () => {
  const choosing = new Choosing([move("a-b", 0, 1), move("a-c", 0, 2), move("b-c", 1, 2)]);
  assert.deepEqual(choosing.choice.origins, [0, 1]);
  assert.deepEqual(choosing.choice.targets, []);
  assert.equal(choosing.tap(0), null);
  assert.deepEqual([choosing.choice.chosen, choosing.choice.targets], [0, [1, 2]]);
  choosing.tap(0);
  assert.equal(choosing.choice.chosen, null);
  choosing.tap(0);
  assert.equal(choosing.tap(1).text, "a-b");
  choosing.clear();
  choosing.tap(0);
  choosing.tap(7);
  assert.equal(choosing.choice.chosen, null);
  choosing.tap(1);
  choosing.tap(0);
  assert.equal(choosing.choice.chosen, 0);
});

test("a place that all moves start at is chosen already", () => {
  const choosing = new Choosing([move("Stone@a", 9, 0), move("Stone@b", 9, 1)]);
  assert.deepEqual(choosing.choice.targets, [0, 1]);
  assert.equal(choosing.tap(1).text, "Stone@b");
});

test("moves that share both places become buttons", () => {
  const choosing = new Choosing([move("a-b=Q", 0, 1), move("a-b=R", 0, 1), move("c-b", 2, 1)]);
  choosing.tap(0);
  assert.equal(choosing.tap(1), null);
  assert.ok(choosing.several);
  assert.deepEqual(choosing.choice.buttons.map((one) => one.text), ["a-b=Q", "a-b=R"]);
  assert.equal(choosing.tap(2), null);
  assert.deepEqual(choosing.choice.buttons, []);
  assert.equal(choosing.choice.chosen, 2);
});

test("a place with moves of its own and moves to others is tapped twice for its own", () => {
  const choosing = new Choosing([move("xa", 0, 0), move("a-b", 0, 1), move("xc", 2, 2), move("pass")]);
  assert.equal(choosing.tap(0), null);
  assert.deepEqual(choosing.choice.targets.sort(), [0, 1]);
  assert.equal(choosing.tap(0).text, "xa");
  assert.deepEqual(choosing.choice.buttons.map((one) => one.text), ["pass"]);
});

test("a link says seed, moves and rules, and is read back", () => {
  const choice = [["Board", "6x6"], ["if[1].>=.b", "3"], ["a:b;c&d", "é=%"]];
  const said = { seed: -5n, moves: ["a1-b2", "pass", "x=y&z,#é%"], game: "Hex & more", choice, fingerprint: "12ab34cd" };
  assert.deepEqual(readPositionLink(`file:///game.html${positionLink(said)}`), said);
  const start = { seed: 0n, moves: [], game: null, choice: [], fingerprint: null };
  assert.deepEqual(readPositionLink(positionLink(start)), start);
});

test("a link that says no position is no position", () => {
  for (const text of ["", "#", "#seed=x&moves=a", "#moves=a", "#seed=1", "#seed=1&moves=%E0%A4%A", "#rubbish", "#seed=1&moves=a&rules=5", "#seed=1&moves=a&hash=xyz"]) {
    assert.equal(readPositionLink(text), null, text);
  }
});

const described = (rules_hash) => ({ name: "Hex", rules_hash, players: 2 });
const withMenus = {
  menus: [{ name: "Board", setting: "Board", kind: "option", values: ["6x6", "8x8"] }],
  variants: [
    { choice: [1], description: described("aaaaaaaa11"), opponents: [{ spec: "level:club" }] },
    { choice: [0], description: described("bbbbbbbb22"), opponents: [{ spec: "level:club" }] },
  ],
};

test("a link is of the rules with its choice and its checksum, or of none", () => {
  const without = { menus: [], variants: [withMenus.variants[0]] };
  assert.deepEqual(rulesSaid(withMenus, 1), { game: "Hex", choice: [["Board", "6x6"]], fingerprint: "bbbbbbbb" });
  const variant = (published, choice, fingerprint = null) => linkedVariant(published, { choice, fingerprint });
  for (const index of [0, 1]) assert.equal(linkedVariant(withMenus, rulesSaid(withMenus, index)), index);
  assert.equal(variant(withMenus, []), 0);
  assert.equal(variant(withMenus, [["Board", "6x6"]]), 1);
  assert.equal(variant(withMenus, [["Board", "9x9"]]), null);
  assert.equal(variant(withMenus, [["Swap", "On"]]), null);
  assert.equal(variant(withMenus, [["Board", "6x6"]], "aaaaaaaa"), null);
  assert.equal(variant(withMenus, [], "cccccccc"), null);
  assert.equal(variant(withMenus, [], "bbbbbbbb"), 1);
  assert.equal(variant(without, [["Board", "6x6"]]), null);
  assert.equal(linkedVariant(without, rulesSaid(withMenus, 1)), null);
  assert.equal(linkedVariant(without, rulesSaid(withMenus, 0)), 0);
});

test("a match that was kept goes on where the page has its rules and its agents", () => {
  const kept = (rules, match) => ({ rules, link: "", match: { seats: ["person", "level:club"], moves: ["a1"], given: 0, ended: null, ...match } });
  const found = foundMatch(withMenus, kept("bbbbbbbb22"));
  assert.deepEqual([found.variant, found.seats, found.underway], [1, ["person", "level:club"], true]);
  assert.equal(foundMatch(withMenus, kept("bbbbbbbb")), null);
  assert.equal(foundMatch(withMenus, null), null);
  assert.equal(foundMatch(withMenus, kept("aaaaaaaa11", { ended: "2020" })).underway, false);
  assert.equal(foundMatch(withMenus, kept("aaaaaaaa11", { given: 1 })).underway, false);
  const other = foundMatch(withMenus, kept("aaaaaaaa11", { seats: ["person", "level:master"] }));
  assert.deepEqual([other.seats, other.underway], [null, false]);
});

test("a person plays against who was there before, else against a club player", () => {
  const agents = ["level:beginner", "level:club", "adaptive"];
  assert.deepEqual(usualSeats(3, agents), ["person", "level:club", "level:club"]);
  assert.deepEqual(usualSeats(2, agents, 2, ["person", "adaptive"]), ["adaptive", "person"]);
  assert.deepEqual(usualSeats(2, agents, 1, ["person", "level:gone"]), ["person", "level:club"]);
  assert.deepEqual(usualSeats(1, [], 1), ["person"]);
});

test("moves of a lost position are judged against the best of them", () => {
  const words = new Words({ en: { "page.score": "{share}" } }, "en");
  const row = (text, value, visits) => ({ text, value, visits, proven: null, line: [] });
  const moves = [move("a1", null, 0), move("b1", null, 1), move("c1", null, 2), move("d1", null, 3)];
  const rows = [row("b1", -0.2, 90), row("c1", -0.9, 9), row("a1", -0.1, 1), row("d1", 0, 0)];
  const marks = analysisMarks(words, { rows }, moves, null);
  assert.deepEqual([...marks.keys()], [1, 2, 0]);
  assert.deepEqual([...marks.values()].map((mark) => Number(mark.loss.toFixed(3))), [0, 0.7, 0]);
});

test("the language is the chosen one, else the browser's, else the first", () => {
  assert.equal(languageFor("pt-BR", ["en-US"], ["en", "pt-BR"]), "pt-BR");
  assert.equal(languageFor(null, ["de-DE", "pt-BR"], ["en", "pt-BR"]), "pt-BR");
  assert.equal(languageFor("xx", ["de"], ["en", "pt-BR"]), "en");
  const words = new Words({ en: { "page.a": "{x} and {y}", "page.b": "b" }, "pt-BR": { "page.a": "{x} e {y}" } }, "pt-BR");
  assert.equal(words.message("page.a", { x: "<b>", y: 2 }), "<b> e 2");
  assert.equal(words.message("page.b"), "b");
});

test("numbers have the decimal sign of the language", () => {
  const texts = { "page.thinks_for": "{seconds} s", "number.decimal": "," };
  const words = new Words({ en: {}, "pt-BR": texts }, "pt-BR");
  assert.equal(agentName(words, "uct:seconds=0.5"), "0,5 s");
  assert.equal(new Words({ en: {} }, "en").number(0.5), "0.5");
});

test("the end of a match names who had moved, where that is known", () => {
  const texts = { "page.player": "Player {seat}", "page.whoever_moved": "whoever moved", "page.places": "{places}.", "page.place": "{place}. {seat}" };
  const words = new Words({ en: texts }, "en");
  const told = (ranks, mover, sentence) => reasonLine(words, [], { resigned: null, outcome: { ranks, reason: "", words: { en: sentence }, mover } });
  const wins = "{mover} has no piece left: {mover} wins.";
  assert.equal(told([2, 1], "first", wins), "Player 2 has no piece left: Player 2 wins.");
  assert.equal(told([3, 2, 1], "first", wins), "Player 3 has no piece left: Player 3 wins. 1. Player 3; 2. Player 2; 3. Player 1.");
  assert.equal(told([1, 2], "last", "{mover} loses."), "Player 2 loses.");
  assert.equal(told([1.5, 1.5], null, "{mover} cannot move: a draw."), "Whoever moved cannot move: a draw.");
});

test("an agent that is called by its time needs no other", () => {
  assert.ok(saysItsTime("uct:seconds=1"));
  assert.ok(!saysItsTime("level:club"));
});

test("who resigns is last, and who has a place keeps it", () => {
  const nobody = { ranks: new Map(), won: 0 };
  assert.deepEqual(resignedRanks(1, 1, nobody), [0]);
  assert.deepEqual(resignedRanks(1, 2, nobody), [2, 1]);
  assert.deepEqual(resignedRanks(2, 3, nobody), [1.5, 3, 1.5]);
  assert.deepEqual(resignedRanks(3, 4, { ranks: new Map([[1, 1]]), won: 1 }), [1, 2.5, 4, 2.5]);
  assert.deepEqual(resignedRanks(3, 4, { ranks: new Map([[2, 4]]), won: 0 }), [1.5, 4, 3, 1.5]);
});

test("arrow keys go to the nearest place in their direction, and back", () => {
  const step = 40 * Math.sqrt(3) / 2;
  const hexagons = [[0, 0], [40, 0], [80, 0], [20, step], [60, step], [0, 2 * step], [40, 2 * step]];
  const to = (from, direction) => nearestInDirection(hexagons[from], hexagons, direction);
  const [left, right, up, down] = [[-1, 0], [1, 0], [0, -1], [0, 1]];
  assert.deepEqual([to(1, left), to(1, right), to(3, right), to(4, left)], [0, 2, 4, 3]);
  assert.equal(to(3, up), 1);
  assert.equal(to(1, down), 3);
  assert.equal(to(0, up), null);
  assert.equal(to(0, down), 3);
  assert.equal(nearestInDirection([0, 0], [[0, 0], [30, 100], [40, 40], [0, 50]], down), 3);
  assert.equal(nearestInDirection([0, 0], [[100, 20], [30, 90]], down), 1);
  assert.equal(nearestInDirection([0, 0], [[0, 0], [90, 20], [60, 20]], down), 2);
});

test("moves of others are those since a person moved, one for each seat", () => {
  const others = (seats, movers) =>
    movesOfOthers({ seats, positions: movers, isPerson: (seat) => seats[seat - 1] === "person", game: { seatToMove: (seat) => seat } }, movers.length);
  assert.deepEqual(others(["person", "a", "b", "c"], [1, 2, 3, 4]), [2, 1]);
  assert.deepEqual(others(["person", "a", "b", "c"], [1]), []);
  assert.deepEqual(others(["person", "a", "b"], [3, 1, 2, 2, 3]), [3]);
  assert.deepEqual(others(["person", "a"], [1, 2]), []);
  assert.deepEqual(others(["a", "b", "c"], [1, 2, 3, 1, 2, 3]), [4]);
});

test("seats that win or lose together have one value, on charts and in decisions", () => {
  const values = new Map([[0, { seat: 1, value: 0.5 }], [1, { seat: 2, value: 0.6 }]]);
  const shares = (/** @type {boolean | undefined} */ cooperative) => {
    const match = { seats: [{}, {}], values, outcome: null, game: { description: { cooperative } } };
    return courseLines(match)[0].points.map((/** @type {{share: number}} */ { share }) => share);
  };
  assert.deepEqual(shares(true), [0.75, 0.8]);
  assert.deepEqual(shares(undefined), [0.75, 0.2]);
  assert.deepEqual(sharedValues(2, 0.6, 2, true), [0.6, 0.6]);
  assert.deepEqual(sharedValues(2, 0.6, 2), [-0.6, 0.6]);
});

test("a team has won where all its members are first", () => {
  const words = { message: (key) => key };
  const line = (ranks, teams) => outcomeLine(words, [], { outcome: { ranks, teams }, onlyPerson: null });
  assert.equal(line([1, 4, 1, 4], [1, 2, 1, 2]), "page.team_won");
  assert.equal(line([1, 3, 3, 3], [1, 2, 1, 2]), "page.won");
  assert.equal(line([1.5, 1.5, 3.5, 3.5], [1, 2, 1, 2]), "page.match_over");
});
