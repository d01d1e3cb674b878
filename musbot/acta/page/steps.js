"use strict";
const bar = document.querySelector(".step"), part = bar.parentElement, buttons = bar.querySelectorAll("button");
const [told, score] = bar.children, hello = told.textContent, film = bar.querySelector("[data-stop]");
const hands = [...part.querySelectorAll("details")];
const EVERY_MS = 1600;
let shown = -1, step = 0, timer = 0;
const lines = () => [...hands[shown].querySelectorAll(".ph li,.co li,.co p,.ph~.n")];
const hide = (found, hidden) => found.forEach((it) => { it.hidden = hidden; });
const linked = () => hands.findIndex((it) => `#${it.id}` === location.hash);

function show(hand, at) {
  shown = hand;
  const here = hands[hand], all = lines(), over = at >= all.length;
  step = Math.min(at, all.length);
  part.classList.add("one");
  hide(part.querySelectorAll(":scope>h3,details"), true);
  let heading = here;
  while (heading.tagName !== "H3") heading = heading.previousElementSibling;
  hide([heading, here], false);
  here.open = true;
  all.forEach((it, place) => { it.hidden = place >= step; it.classList.toggle("new", place === step - 1); });
  here.querySelectorAll(".ph,.co").forEach((it) => hide([it], !all.some((line) => !line.hidden && it.contains(line))));
  hide(here.querySelectorAll(".j,summary .sc,.held+.n"), !over);
  const dealt = here.querySelector(".dl");
  const changing = dealt !== null && step <= all.findLastIndex((it) => it.matches(".k"));
  if (dealt) hide([dealt], !changing);
  hide(here.querySelectorAll(":scope>.held"), changing);
  const row = here.querySelector(".sc").cloneNode(true);
  if (!over) here.dataset.before.split(" ").forEach((it, side) => { row.children[side].lastChild.data = it; });
  score.replaceChildren(...row.childNodes);
  const last = all[step - 1] ?? here.querySelector(".m"), lance = last.closest(".ph,.co")?.querySelector("h5");
  const place = [here.querySelector("h4"), lance].flatMap((it) => (it ? [it.textContent, " · "] : []));
  told.replaceChildren(...place, ...last.cloneNode(true).childNodes);
  if (step) last.scrollIntoView({ block: "nearest" });
  else here.scrollIntoView();
}

function turn() {
  const running = timer;
  clearInterval(timer);
  timer = running ? 0 : setInterval(move, EVERY_MS, 1);
  [film.title, film.dataset.stop] = [film.dataset.stop, film.title];
  film.setAttribute("aria-label", film.title);
  film.textContent = timer ? "■" : "▶\ufe0e";
  if (timer) move(1);
}

function move(by) {
  const to = step + by;
  if (shown < 0) show(Math.max(0, linked()), 0);
  else if (to >= 0 && to <= lines().length) show(shown, to);
  else if (hands[shown + by]) show(shown + by, by > 0 ? 0 : Infinity);
  else stop();
}

function leave() {
  hide(part.querySelectorAll("[hidden]"), false);
  part.classList.remove("one");
  part.querySelector(".new")?.classList.remove("new");
  if (shown >= 0) hands[shown].scrollIntoView();
  shown = -1;
  told.textContent = hello;
  score.replaceChildren();
}

const stop = () => timer && turn();
const jump = (by) => (shown < 0 ? move(by) : hands[shown + by] && show(shown + by, 0));
const does = [() => jump(-1), () => move(-1), turn, () => move(1), () => jump(1), leave];
buttons.forEach((it, place) => it.addEventListener("click", () => { if (it !== film) stop(); does[place](); }));
addEventListener("keydown", (key) => {
  const act = { ArrowLeft: does[1], ArrowRight: does[3], Escape: leave }[key.key];
  if (!act || key.altKey || key.ctrlKey || key.metaKey || key.shiftKey) return;
  key.preventDefault();
  stop();
  act();
});
addEventListener("hashchange", () => {
  if (linked() >= 0 && shown >= 0) show(linked(), 0);
});
bar.hidden = false;
