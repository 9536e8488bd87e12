// Plays the first moves of a published game until a check of its rules fails, and prints what is known of the failure.

import { readFileSync } from "node:fs";

const [runtime, code, layout, wanted] = process.argv.slice(2);
const { Kernel, KernelFailure } = await import(`${runtime}/kernel.js`);
const kernel = await Kernel.load(readFileSync(code), JSON.parse(readFileSync(layout, "utf8")));

let told = null;
try {
  let position = kernel.start();
  for (let made = 0; made < JSON.parse(wanted).moves && !kernel.over(position); made++) {
    position = kernel.after(position, kernel.moves(position)[0]);
  }
} catch (failure) {
  if (!(failure instanceof KernelFailure)) throw failure;
  told = [failure.check, failure.line, failure.value, failure.bound].map(Number);
}
process.stdout.write(JSON.stringify(told));
