// Plays matches of a published game by the texts of their moves and prints, one position a line, what a person is told.
// Arguments: the folder of scripts, the program, its layout, and as JSON the file of the description and the matches.

import { readFileSync } from "node:fs";

const [runtime, code, layout, wanted] = process.argv.slice(2);
const { Game } = await import(`${runtime}/game.js`);
const { description, matches } = JSON.parse(wanted);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const game = await Game.load({ code: readFileSync(code), layout: read(layout), description: read(description) });

function told(position) {
  const { dice, scores, numbers, mover, outcome, pieces, last, decided } = game.look(position);
  return {
    moves: game.moves(position).map(({ text, kind, origin, target, captures }) => [text, kind, origin, target, captures]),
    offered: game.offered(position).map((move) => move.text),
    dice: dice.map((die) => [die.value, die.used, die.thrown]),
    pieces: pieces.map((piece) => [piece.site, piece.level, piece.what, piece.count, piece.state]),
    scores,
    numbers,
    mover,
    last,
    decided: decided.map(({ kind, spots }) => [kind, spots]),
    outcome: outcome && [outcome.ranks, outcome.reason, outcome.closing],
    hash: String(game.hash(position)),
  };
}

for (const { seed, moves } of matches) {
  let position = game.start(BigInt(seed));
  process.stdout.write(`${JSON.stringify(told(position))}\n`);
  for (const text of moves) {
    position = game.after(position, game.find(position, text));
    process.stdout.write(`${JSON.stringify(told(position))}\n`);
  }
}
