// Plays matches of a published game and prints the hashes of their positions, one match a line.
// Arguments: the program, its layout, and the matches as JSON (see node_matches.py).

import { readFileSync } from "node:fs";

const [runtime, code, layout, wanted] = process.argv.slice(2);
const { Kernel } = await import(`${runtime}/kernel.js`);
const { randomMatch } = await import(`${runtime}/random_match.js`);
const kernel = await Kernel.load(readFileSync(code), JSON.parse(readFileSync(layout, "utf8")));

const { seed, count } = JSON.parse(wanted);
for (let number = 0; number < count; number++) {
  process.stdout.write(`${randomMatch(kernel, BigInt(seed), number).join(" ")}\n`);
}
