// The entry of a self-contained page: one or two recordings inside the page itself, no network.

import { html, render } from "./core.js";
import { Recording } from "./recording.js";
import { debounce } from "./ui.js";
import "./replay.js";

const embedded = ["recording", "recording-b"]
  .map((id) => document.getElementById(id))
  .filter((element) => element)
  .map((element) => Recording.parse(element.textContent));

const app = document.getElementById("app");
const fromHash = () => Math.max(0, Number(/step=(\d+)/.exec(location.hash)?.[1] ?? 1) - 1);
const keep = debounce(300, (step) => history.replaceState(null, "", `#step=${step + 1}`));

function show(step) {
  render(
    html`<div id="announcer" class="sr" aria-live="polite"></div>
      <h1 class="sr">Replay</h1>
      ${embedded.length
        ? html`<c-replay .recordings=${embedded} .step=${step} .onStep=${keep}></c-replay>`
        : html`<p>This page holds no recording.</p>`}
      <p class="hint">Keys: ← → step, w write, f fault, o same object, space play. Capital letters go back.</p>`,
    app,
  );
}

if (embedded.length) document.title = embedded[0].title;
show(fromHash());
window.addEventListener("hashchange", () => show(fromHash()));
