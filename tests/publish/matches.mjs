// Plays matches of a published game and prints what became of them, one match a line, as JSON.
// Arguments: the folder of scripts, the program, its layout, and what is wanted, as JSON (see node_matches.py).

import { readFileSync } from "node:fs";

const [runtime, code, layout, wanted] = process.argv.slice(2);
const { Kernel } = await import(`${runtime}/kernel.js`);
const { randomMatch } = await import(`${runtime}/random_match.js`);
const { Search } = await import(`${runtime}/search.js`);

const kernel = await Kernel.load(readFileSync(code), JSON.parse(readFileSync(layout, "utf8")));
const { seed, count, iterations, turns } = JSON.parse(wanted);

/** The hash of each position with what the search knew of its moves. */
function searchedMatch(number) {
  const search = new Search(kernel);
  const told = [];
  let position = kernel.start(kernel.call("match_stream", { seed: BigInt(seed), number: BigInt(number), part: 0n }));
  for (let turn = 0; turn < turns && !kernel.over(position); turn++) {
    const hash = String(kernel.hash(position));
    search.start(position, BigInt(1000 * number + turn));
    search.run(iterations);
    const { rows, value, proven, nodes, depth } = search.result();
    const known = rows.map((row) => [row.visits, row.value, row.proven, row.line.length]);
    told.push([hash, known, value, proven, search.iterations, nodes, depth]);
    position = kernel.after(position, rows[0].record);
  }
  return told;
}

for (let number = 0; number < count; number++) {
  const match = iterations === undefined ? randomMatch(kernel, BigInt(seed), number).map(String) : searchedMatch(number);
  process.stdout.write(`${JSON.stringify(match)}\n`);
}
