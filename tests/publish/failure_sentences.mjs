// Plays the first moves of a published game until a check of its rules fails, and prints the sentence that people get.

import { readFileSync } from "node:fs";

const [runtime, code, layout, wanted] = process.argv.slice(2);
const { Game, RuleFailure } = await import(`${runtime}/game.js`);
const { description, moves } = JSON.parse(wanted);
const game = await Game.load({ code: readFileSync(code), layout: JSON.parse(readFileSync(layout, "utf8")), description });

let told = null;
try {
  let position = game.start();
  for (let made = 0; made < moves && !game.over(position); made++) {
    game.look(position);
    position = game.after(position, game.moves(position)[0]);
  }
} catch (failure) {
  if (!(failure instanceof RuleFailure)) throw failure;
  told = failure.message;
}
process.stdout.write(JSON.stringify(told));
