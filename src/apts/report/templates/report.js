"use strict";
(() => {
  const all = [...document.querySelectorAll("details")];
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
  // Browsers that cannot print what is folded get it unfolded, and folded again.
  let closed = [];
  addEventListener("beforeprint", () => { closed = all.filter((one) => !one.open); for (const one of closed) one.open = true; });
  addEventListener("afterprint", () => { for (const one of closed) one.open = false; });
  const source = document.getElementById("replay-data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  for (const article of document.querySelectorAll(".replay")) {
    const match = data.matches[article.dataset.match];
    const board = article.querySelector(".board");
    const slider = article.querySelector("input");
    const output = article.querySelector("output");
    const turns = [...article.querySelectorAll("[data-turn]")];
    const last = match.frames.length - 1;
    const goOn = article.querySelector(".go-on");
    const [opened, played] = goOn ? goOn.getAttribute("href").split("&moves=") : ["", ""];
    let at = last;
    const described = (number) => {
      if (number === 0) return WORDS.start;
      const [mover, move, values] = match.moves[number - 1];
      const seat = WORDS.seats[mover - 1];
      const signed = (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2).replace(".", WORDS.decimal);
      const value = values ? ` · ${WORDS.values} ${values.map(signed).join(" / ")}` : "";
      return `${number} / ${last} · ${seat}: ${move}${value}`;
    };
    const show = (number) => {
      at = Math.max(0, Math.min(last, number));
      board.innerHTML = match.frames[at].map((part) => data.parts[part]).join("");
      slider.value = at;
      output.textContent = described(at);
      if (goOn) goOn.href = `${opened}&moves=${played.split(",").slice(0, at).join(",")}`;
      turns.forEach((turn, index) => turn.classList.toggle("now", index + 1 === at));
    };
    const steps = { first: () => 0, back: () => at - 1, forward: () => at + 1, last: () => last };
    for (const button of article.querySelectorAll("[data-go]"))
      button.addEventListener("click", () => show(steps[button.dataset.go]()));
    slider.addEventListener("input", () => show(Number(slider.value)));
    turns.forEach((turn, index) => turn.addEventListener("click", () => show(index + 1)));
    article.querySelector(".controls").hidden = false;
    show(last);
  }
})();
