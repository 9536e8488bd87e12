// A page that asks agents, to be bundled as the script of a page is; what they answer stands in its body.

import { insideWorker, Searcher, serveAsWorker } from "../runtime/worker.js";

async function ask() {
  const { bundle, asked } = JSON.parse(document.getElementById("data").textContent);
  const code = Uint8Array.from(atob(bundle.code), (sign) => sign.charCodeAt(0));
  const searcher = await Searcher.make({ ...bundle, code, script: document.getElementById("script").textContent });
  const decided = await searcher.decide(asked.moves, 0n, asked.spec, 3n);
  let breaths = 0;
  const clock = setInterval(() => (breaths += 1), 5);
  await searcher.decide(asked.moves, 0n, "uct:seconds=1", 3n);
  clearInterval(clock);
  const broken = searcher.decide(asked.moves, 0n, "uct:seconds=60", 3n);
  setTimeout(() => searcher.cancel(), 50);
  const [cancelled, analyzed] = [await broken, await searcher.analyze([], 0n, 300)];
  show({ beside: searcher.beside, text: decided.text, breaths, cancelled, analyzed });
}

function show(answer) {
  document.body.textContent = JSON.stringify(answer);
  document.body.className = "answered";
}

if (insideWorker()) serveAsWorker();
else ask().catch((problem) => show({ problem: problem.message }));
