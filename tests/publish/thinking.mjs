// Lets agents think about a published game, through the same door as a page, and prints what they say as JSON.
// Arguments: the folder of scripts, the program, its layout, and as JSON the file with what is wanted (see thinking.py).

import { readFileSync } from "node:fs";

const [runtime, code, layout, given] = process.argv.slice(2);
const { Game } = await import(`${runtime}/game.js`);
const { Searcher } = await import(`${runtime}/worker.js`);
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

const { description, opponents, tasks } = read(JSON.parse(given).file);
const bundle = { code: readFileSync(code), layout: read(layout), description, opponents };
const searcher = await Searcher.make(bundle);
const game = await Game.load(bundle);

/** A match between agents. */
async function match({ seats, seed, turns }) {
  const [chance, moves, told] = [BigInt(seed), [], []];
  let position = game.start(chance);
  while (moves.length < turns && !game.over(position)) {
    const spec = seats[game.seatToMove(position) - 1];
    const { text, value, values, iterations } = await searcher.decide([...moves], chance, spec, chance);
    told.push([text, value, values, iterations]);
    moves.push(text);
    position = game.after(position, game.find(position, text));
  }
  return told;
}

/** One decision, and for how long it was thought about. */
async function decision({ moves, seed, spec, matchSeed }) {
  const { text, took } = await searcher.decide(moves, BigInt(seed), spec, BigInt(matchSeed));
  return [text, took];
}

/** Answers after some decisions were cancelled, and how many of these were answered with null. */
async function cancelled({ spec, again }) {
  const broken = [0, 1].map(() => searcher.decide([], 0n, spec, 1n));
  setTimeout(() => searcher.cancel(), 30);
  const answers = await Promise.all(broken);
  return [answers.filter((answer) => answer === null).length, (await searcher.decide([], 0n, again, 1n)).text];
}

/** What becomes of a question that has no answer. */
async function refused({ moves, spec }) {
  return searcher.decide(moves, 0n, spec, 1n).then(() => null, (problem) => problem.message);
}

const kinds = {
  match,
  decision,
  cancelled,
  refused,
  analysis: ({ moves, seed, iterations }) => searcher.analyze(moves, BigInt(seed), iterations),
  times: ({ moves }) => searcher.times(moves, 0n),
};
for (const task of tasks) process.stdout.write(`${JSON.stringify(await kinds[task.kind](task))}\n`);
