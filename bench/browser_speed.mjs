// Speeds of a published game in this process, as JSON. Arguments: the folder of scripts, the program, its layout, and the
// seconds that each figure may take.

import { readFileSync } from "node:fs";

const [runtime, code, layout, seconds] = process.argv.slice(2);
const { Kernel } = await import(`${runtime}/kernel.js`);
const { Search } = await import(`${runtime}/search.js`);

const began = performance.now();
const kernel = await Kernel.load(readFileSync(code), JSON.parse(readFileSync(layout, "utf8")));
const loading = performance.now() - began;

/** Seconds of the processor that this process has used. */
function used() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** How much a slice of work does in a second of the processor. */
function measured(slice, limit) {
  const from = used();
  let done = 0;
  do done += slice();
  while (used() - from < limit);
  return done / (used() - from);
}

/** The same after a while in which the code is compiled well. */
function rate(slice) {
  measured(slice, Number(seconds) / 4);
  return measured(slice, Number(seconds));
}

/** Random matches a second, all in the kernel. */
function playouts() {
  const at = kernel.places;
  const progress = kernel.array("progress");
  const start = kernel.start();
  kernel.array("root").set(start);
  if (kernel.layout.chance) progress[at.DEALT] = start[at.CHANCE] === 0n ? 1n : 2n;
  return rate(() => {
    const before = progress[at.PLAYED];
    progress[at.WANTED] = 1n << 40n;
    kernel.call("playouts", { limit: BigInt(kernel.moveLimit), steps: 20_000n });
    return Number(progress[at.PLAYED] - before);
  });
}

/** Iterations of tree search a second, from the start position on, with a new tree each thousand. */
function iterations() {
  const search = new Search(kernel);
  const start = kernel.start();
  let seed = 0n;
  return rate(() => {
    search.start(start, seed++);
    return search.run(1000);
  });
}

process.stdout.write(JSON.stringify({ loading, playouts: playouts(), iterations: iterations() }));
