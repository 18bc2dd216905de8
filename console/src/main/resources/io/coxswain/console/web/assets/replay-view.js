// Opens recordings: files of this computer, which never leave the browser, or those the console was started with.

import { Element, html, nothing } from "./core.js";
import { bytes } from "./format.js";
import { currentSession, get } from "./api.js";
import { Recording } from "./recording.js";
import { debounce, empty, loading, navigate, problemNote, setQuery } from "./ui.js";
import "./replay.js";

const MAX_SIZE = 256 * 1024 * 1024;

/** Recordings that were opened from files: kept while the page is open, so that "back" works. */
const opened = new Map();

export class ReplayView extends Element {
  static properties = ["route"];

  #files = null;
  #recordings = null;
  #shown = "";
  #problem = null;
  #step = 0;
  #stepLater = debounce(300, (step) => setQuery({ step: step || "" }));

  async connected() {
    this.listen(this, "dragover", (e) => e.preventDefault());
    this.listen(this, "drop", (e) => {
      e.preventDefault();
      this.#open([...e.dataTransfer.files]);
    });
    this.#show();
    if (!currentSession().features?.replays) return;
    try {
      this.#files = (await get("/api/replays")).files ?? [];
    } catch {
      this.#files = [];
    }
    this.update();
  }

  changed() {
    this.#show();
  }

  async #show() {
    const names = ["file", "with"].map((n) => this.route.query.get(n) ?? "").filter(Boolean);
    const key = names.join("\n");
    if (key === this.#shown) {
      const step = Number(this.route.query.get("step") ?? 0);
      if (this.#recordings && step !== this.#step) {
        this.#step = step;
        this.update();
      }
      return;
    }
    this.#shown = key;
    this.#recordings = null;
    this.#problem = null;
    this.#step = Number(this.route.query.get("step") ?? 0) || 0;
    this.update();
    if (!names.length) return;
    try {
      const recordings = [];
      for (const name of names) recordings.push(await this.#load(name));
      if (this.#shown !== key) return;
      this.#recordings = recordings;
    } catch (problem) {
      this.#problem = problem;
    }
    this.update();
  }

  async #load(name) {
    if (!opened.has(name)) {
      if (!currentSession().features?.replays) throw new Error(`${name} is not open any more: choose the file again.`);
      try {
        opened.set(name, new Recording(await get(`/api/replays/${encodeURIComponent(name)}`)));
      } catch (error) {
        if (error.code === 404) throw new Error(`${name} is not open any more: choose the file again.`, { cause: error });
        throw error;
      }
    }
    return opened.get(name);
  }

  async #open(files) {
    const names = [];
    try {
      for (const file of files.slice(0, 2)) {
        if (file.size > MAX_SIZE) throw new Error(`${file.name} is larger than ${bytes(MAX_SIZE)}.`);
        opened.set(file.name, Recording.parse(await file.text()));
        names.push(file.name);
      }
    } catch (problem) {
      this.#problem = problem;
      this.update();
      return;
    }
    const current = this.#recordings && names.length === 1 ? this.route.query.get("file") : null;
    const [file, other] = current && current !== names[0] ? [current, names[0]] : names;
    this.#shown = "";
    const search = new URLSearchParams({ file, ...(other ? { with: other } : {}) });
    navigate(`/replay?${search}`);
    this.#show();
  }

  template() {
    const recordings = this.#recordings;
    const chooser = html`<label class="button ${recordings ? "" : "strong"}"
      >${recordings ? (recordings.length > 1 ? "Open another" : "Compare with…") : "Choose a recording"}<input
        type="file"
        class="sr"
        accept=".json,application/json"
        multiple
        @change=${(e) => this.#open([...e.target.files])}
    /></label>`;
    return html`<div class="head">
        <h1 tabindex="-1">Replay</h1>
        <div class="tools">
          ${recordings
            ? html`<select aria-label="Compare with" @change=${(e) => setQuery({ with: e.target.value }, { replace: false })}>
                  <option value="">one run</option>
                  ${[...new Set([...(this.#files ?? []).map((f) => f.name), ...opened.keys()])]
                    .filter((n) => n !== this.route.query.get("file"))
                    .map((n) => html`<option value=${n} ?selected=${n === this.route.query.get("with")}>with ${n}</option>`)}
                </select>
                ${chooser}<a class="button" href="/replay">Close</a>`
            : nothing}
        </div>
      </div>
      ${problemNote(this.#problem)}
      ${recordings
        ? html`<c-replay
            .recordings=${recordings}
            .step=${this.#step}
            .onStep=${(step) => {
              this.#step = step;
              this.#stepLater(step);
            }}
          ></c-replay>`
        : this.#shown && !this.#problem
          ? loading("Reading the recording…")
          : html`<div class="drop">
              ${empty(
                "Step through a simulated run",
                html`Record one with <code>coxswain sim SCENARIO --record run.json</code>, then drop the file here. Two files are shown side by side. They are
                  not uploaded.`,
              )}
              <p>${chooser}</p>
              ${this.#files?.length
                ? html`<h2>Recordings of this console</h2>
                    <ul class="files">
                      ${this.#files.map((f) => html`<li><a href="/replay?file=${encodeURIComponent(f.name)}">${f.name}</a> <span class="muted num">${bytes(f.size)}</span></li>`)}
                    </ul>`
                : nothing}
            </div>`}`;
  }
}
ReplayView.define("replay-view");
