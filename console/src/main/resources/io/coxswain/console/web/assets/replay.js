// <c-replay>: one recorded run, or two side by side from their first difference. Uses no network.

import { Element, html, nothing, announce } from "./core.js";
import { integer } from "./format.js";
import { diffLines, hunks } from "./diff.js";
import { withoutManagedFields, yamlLines } from "./yaml.js";
import { firstDifference, isFault, isWrite } from "./recording.js";
import { pill } from "./ui.js";
import "./lanes.js";
import "./table.js";

const PLAY_INTERVAL = 250;
const TYPES = ["write", "event", "read", "fault", "start", "kill", "restart", "note", "log"];
const shortRef = (ref) => {
  const [, , plural, namespace, ...name] = String(ref ?? "").split("/");
  return plural ? `${plural} ${namespace === "_" ? "" : `${namespace}/`}${name.join("/")}` : "";
};
const icon = (path) => html`<svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true"><path d=${path} /></svg>`;
const seconds = (t) => `${(t ?? 0).toFixed(3)} s`;

/** Properties: `recordings` (one or two of `Recording`); `step`; `onStep(i)`. */
export class Replay extends Element {
  static properties = ["recordings", "step", "onStep"];

  #pinned = "";
  #full = false;
  #whole = false;
  #playing = null;
  #types = new Set(TYPES.filter((t) => t !== "read"));
  #text = "";
  #listKey = "";
  #list = [];
  #positions = new Map();
  #difference = -1;
  #comparedTo = null;

  connected() {
    this.step ??= 0;
    this.listen(window, "keydown", (event) => this.#key(event));
    this.onDisconnect(() => clearInterval(this.#playing));
  }

  get a() {
    return this.recordings[0];
  }

  get b() {
    return this.recordings[1];
  }

  #go(i) {
    const last = Math.max(this.a.steps.length, this.b?.steps.length ?? 0) - 1;
    const next = Math.max(0, Math.min(last, i));
    if (i > last) this.#pause();
    if (next === this.step) return;
    this.step = next;
    this.onStep?.(next);
    if (!this.#playing) announce(`Step ${next + 1}: ${(this.a.steps[next] ?? this.b?.steps[next])?.text ?? ""}`);
  }

  #jump(direction, accepts) {
    const i = this.a.find(this.step, direction, accepts);
    if (i >= 0) this.#go(i);
  }

  #pause() {
    clearInterval(this.#playing);
    this.#playing = null;
    this.update();
  }

  #play() {
    if (this.#playing) return this.#pause();
    this.#playing = setInterval(() => this.#go(this.step + 1), PLAY_INTERVAL);
    return this.update();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, select, textarea, [role=tree]")) return;
    const inRows = event.target.closest?.("tbody");
    switch (event.key) {
      case "ArrowRight":
      case "l":
        this.#go(this.step + 1);
        break;
      case "ArrowLeft":
      case "h":
        this.#go(this.step - 1);
        break;
      case "Home":
        if (inRows) return;
        this.#go(0);
        break;
      case "End":
        if (inRows) return;
        this.#go(Infinity);
        break;
      case "w":
        this.#jump(1, isWrite);
        break;
      case "W":
        this.#jump(-1, isWrite);
        break;
      case "f":
        this.#jump(1, isFault);
        break;
      case "F":
        this.#jump(-1, isFault);
        break;
      case "o":
      case "O":
        this.#jump(event.key === "o" ? 1 : -1, (s) => s.object === this.#object && isWrite(s));
        break;
      case " ":
        if (event.target.closest?.("button, a, summary")) return;
        this.#play();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  get #object() {
    return this.#pinned || this.a.steps[this.step]?.object || this.b?.steps[this.step]?.object || "";
  }

  #filtered() {
    const types = [...this.#types].sort().join();
    const key = `${types}|${this.#text}`;
    if (this.#listKey === key && this.#comparedTo === this.recordings) return this.#list;
    this.#listKey = key;
    if (this.#comparedTo !== this.recordings) {
      this.#comparedTo = this.recordings;
      this.#difference = this.b ? firstDifference(this.a, this.b) : -1;
    }
    const text = this.#text.toLowerCase();
    const accepts = (s) => s && this.#types.has(s.type) && (!text || `${s.process} ${s.text} ${s.object ?? ""}`.toLowerCase().includes(text));
    this.#list = [];
    const length = Math.max(this.a.steps.length, this.b?.steps.length ?? 0);
    for (let i = 0; i < length; i++) if (accepts(this.a.steps[i]) || (this.b && accepts(this.b.steps[i]))) this.#list.push(i);
    this.#positions = new Map(this.#list.map((i, at) => [i, at]));
    return this.#list;
  }

  /** The row of the current step, or of the last one before it that the filter shows. */
  #currentRow() {
    for (let i = this.step; i >= 0 && i > this.step - 2000; i--) if (this.#positions.has(i)) return this.#positions.get(i);
    return 0;
  }

  template() {
    const { a, b } = this;
    const list = this.#filtered();
    const step = a.steps[this.step];
    const length = Math.max(a.steps.length, b?.steps.length ?? 0);
    const difference = this.#difference;
    return html`<div class="replay ${b ? "two-runs" : ""}">
      ${this.#summary(a, b ? "A" : "")} ${b ? this.#summary(b, "B") : nothing}
      ${b
        ? html`<p class="note ${difference < 0 ? "ok" : "wait"}" role="status">
            ${difference < 0
              ? `Both runs have the same ${integer(a.steps.length)} steps.`
              : html`The runs are the same for ${integer(difference)} steps and differ from step
                  <button type="button" class="as-link" @click=${() => this.#go(difference)}>${integer(difference + 1)}</button> on.`}
          </p>`
        : nothing}
      <div class="controls" role="toolbar" aria-label="Steps">
        <button type="button" title="First step (Home)" aria-label="First step" @click=${() => this.#go(0)}>${icon("M5 5h2v14H5zM19 5v14L8 12z")}</button>
        <button type="button" title="Previous step (←)" aria-label="Previous step" @click=${() => this.#go(this.step - 1)}>${icon("M17 5v14L6 12z")}</button>
        <button type="button" title="Play (space)" aria-pressed=${String(Boolean(this.#playing))} @click=${() => this.#play()}>
          ${this.#playing ? "Pause" : "Play"}
        </button>
        <button type="button" title="Next step (→)" aria-label="Next step" @click=${() => this.#go(this.step + 1)}>${icon("M7 5v14l11-7z")}</button>
        <button type="button" title="Last step (End)" aria-label="Last step" @click=${() => this.#go(length - 1)}>${icon("M5 5v14l11-7zM17 5h2v14h-2z")}</button>
        <button type="button" title="Next write (w)" @click=${() => this.#jump(1, isWrite)}>Write</button>
        <button type="button" title="Next fault (f)" ?disabled=${!a.steps.some(isFault)} @click=${() => this.#jump(1, isFault)}>Fault</button>
        <button type="button" title="Next write of this object (o)" @click=${() => this.#jump(1, (s) => s.object === this.#object && isWrite(s))}>
          Same object
        </button>
        <input
          type="range"
          min="0"
          max=${length - 1}
          aria-label="Step"
          aria-valuetext="step ${this.step + 1} of ${length}, ${seconds(step?.t)}"
          .value=${String(this.step)}
          @input=${(e) => this.#go(Number(e.target.value))}
        />
        <output class="num" id="replay-position">${integer(this.step + 1)} of ${integer(length)} · ${seconds(step?.t ?? b?.steps[this.step]?.t)}</output>
      </div>
      <section class="card lanes" aria-label="Processes">
        <c-lanes .recording=${a} .step=${Math.min(this.step, a.steps.length - 1)} .mark=${difference < 0 ? null : difference} .onStep=${(i) => this.#go(i)}></c-lanes>
        ${b
          ? html`<hr />
              <c-lanes .recording=${b} .step=${Math.min(this.step, b.steps.length - 1)} .mark=${difference < 0 ? null : difference} .onStep=${(i) => this.#go(i)}></c-lanes>`
          : nothing}
        <p class="legend" aria-hidden="true">
          <span><i class="lg write"></i>write</span><span><i class="lg rejected"></i>rejected write</span><span><i class="lg event"></i>watch event</span
          ><span><i class="lg fault"></i>fault</span><span><i class="lg same"></i>same object</span>
        </p>
      </section>
      <div class="replay-panes">
        <section aria-label="Steps">
          <div class="bar">
            <div class="chips" role="group" aria-label="Types of steps">
              ${TYPES.filter((t) => a.steps.some((s) => s.type === t)).map(
                (t) =>
                  html`<button
                    type="button"
                    class="chip"
                    aria-pressed=${String(this.#types.has(t))}
                    @click=${() => {
                      if (!this.#types.delete(t)) this.#types.add(t);
                      this.update();
                    }}
                  >
                    ${t}
                  </button>`,
              )}
            </div>
            <input
              type="search"
              class="filter"
              data-filter
              aria-label="Filter steps"
              placeholder="Filter steps  ( / )"
              autocomplete="off"
              spellcheck="false"
              .value=${this.#text}
              @input=${(e) => {
                this.#text = e.target.value;
                this.update();
              }}
            />
          </div>
          <v-table
            label="Steps"
            .columns=${b ? this.#pairColumns : this.#columns}
            .rows=${list}
            .rowKey=${(i) => i}
            .rowClass=${(i) => (difference >= 0 && i >= difference ? "differs" : isFault(a.steps[i]) ? "fault" : "")}
            .current=${this.#currentRow()}
            .onPick=${(i) => this.#go(i)}
            .rowHeight=${24}
            .version=${this.step}
          ></v-table>
        </section>
        ${this.#details(step)}
      </div>
    </div>`;
  }

  #columns = [
    { key: "i", label: "#", num: true, width: 56, cell: (i) => i + 1 },
    { key: "t", label: "Time", num: true, width: 84, cell: (i) => seconds(this.a.steps[i].t) },
    { key: "process", label: "Process", width: 176, hide: 2, cell: (i) => this.a.steps[i].process },
    { key: "text", label: "What", cell: (i) => this.#what(this.a.steps[i]) },
  ];

  #pairColumns = [
    { key: "i", label: "#", num: true, width: 56, cell: (i) => i + 1 },
    { key: "a", label: "Run A", cell: (i) => this.#side(this.a.steps[i]) },
    { key: "b", label: "Run B", cell: (i) => this.#side(this.b.steps[i]) },
  ];

  #side(step) {
    return step
      ? html`<span class="num muted">${seconds(step.t)}</span> <b class="proc">${step.process}</b> ${this.#what(step)}`
      : html`<span class="muted">ended</span>`;
  }

  #what(step) {
    return html`<span class="ty ty-${step.type} ${step.status >= 400 ? "t-wait" : ""}" title=${step.text}
      >${isFault(step) ? html`<b class="t-bad">${step.type === "write" || step.type === "event" ? `${step.fault}: ` : ""}${step.text}</b>` : step.text}</span
    >`;
  }

  #summary(recording, letter) {
    const passed = recording.result === "passed";
    return html`<header class="run-head">
      <h2>
        ${letter ? html`<span class="tag">${letter}</span> ` : nothing}${recording.title}
        ${recording.result ? pill(passed ? "passed" : "failed", recording.result) : nothing}
      </h2>
      <p class="muted">
        ${[
          recording.seed != null ? `seed ${recording.seed}` : "",
          recording.faults ? `faults ${recording.faults}` : "no faults",
          `${integer(recording.steps.length)} steps`,
          `${integer(recording.refs.length)} objects`,
          `${seconds(recording.steps.at(-1)?.t)} of virtual time`,
        ]
          .filter(Boolean)
          .join(" · ")}${recording.truncated ? html` · <b class="t-wait">truncated: the beginning is complete, the end is missing</b>` : nothing}
      </p>
      ${recording.failure ? html`<p class="note bad failure">${recording.failure}</p>` : nothing}
    </header>`;
  }

  #details(step) {
    const ref = this.#object;
    const refs = this.b ? [...new Set([...this.a.refs, ...this.b.refs])].sort() : this.a.refs;
    return html`<section class="details" aria-label="Step and object">
      ${step
        ? html`<div class="step-line">
            <p><b>${step.process}</b>${step.task ? html` <span class="muted">${step.task}</span>` : nothing}</p>
            <p>${step.text}</p>
            ${step.fault ? html`<p class="t-bad"><b>Fault: ${step.fault}</b></p>` : nothing}
          </div>`
        : nothing}
      <div class="bar">
        <select
          aria-label="Object"
          @change=${(e) => {
            this.#pinned = e.target.value;
            this.update();
          }}
        >
          <option value="" ?selected=${!this.#pinned}>object of the step</option>
          ${refs.map((r) => html`<option value=${r} ?selected=${r === this.#pinned}>${shortRef(r)}</option>`)}
        </select>
        <label class="check"
          ><input type="checkbox" .checked=${this.#full} @change=${(e) => ((this.#full = e.target.checked), this.update())} /> whole object</label
        >
        <label class="check"
          ><input type="checkbox" .checked=${this.#whole} @change=${(e) => ((this.#whole = e.target.checked), this.update())} /> managed fields</label
        >
      </div>
      ${!ref ? html`<p class="muted">This step concerns no object.</p>` : this.b ? this.#between(ref) : this.#history(ref, step)}
    </section>`;
  }

  #yaml(object) {
    return object === undefined ? [] : yamlLines(this.#whole ? object : withoutManagedFields(object));
  }

  /** The object after this step, as a diff against its previous version. */
  #history(ref, step) {
    const versions = this.a.versions(ref);
    const own = step?.object === ref;
    const at = own ? this.a.shownIndex(ref, step) : this.a.versionIndex(ref, this.step);
    const stored = this.a.versionIndex(ref, this.step);
    const version = versions[at];
    if (!version)
      return html`<h3>${shortRef(ref)}</h3>
        <p class="muted">${versions.length ? "It does not exist at this step." : "The recording holds no version of this object."}</p>`;
    const before = versions[at - 1];
    const lines = diffLines(this.#yaml(before?.object), this.#yaml(version.object));
    const link = (v) => html`<button type="button" class="as-link" @click=${() => this.#go(v.i)}>step ${v.i + 1}</button>`;
    return html`<h3>${shortRef(ref)}</h3>
      <p class="muted">
        ${version.deleted ? "deleted in" : at === 0 ? "created in" : "changed in"} ${link(version)}${version.rv
          ? html`, resource version ${version.rv}`
          : nothing}${before ? html`; before that in ${link(before)}` : nothing} · version ${at + 1} of ${versions.length}
      </p>
      ${stored > at
        ? html`<p class="note wait">This watch event shows resource version ${version.rv}; the server already stores ${versions[stored].rv ?? "a newer one"}.</p>`
        : nothing}
      ${version.i !== this.step && !own ? html`<p class="muted">Not changed by the current step.</p>` : nothing} ${this.#diff(lines)}`;
  }

  /** The object in both runs at the same step. */
  #between(ref) {
    const of = (recording) => {
      const version = recording.versions(ref)[recording.versionIndex(ref, this.step)];
      return version?.object;
    };
    const [a, b] = [of(this.a), of(this.b)];
    const lines = diffLines(this.#yaml(a), this.#yaml(b));
    const same = lines.every((line) => line.mark === "=");
    return html`<h3>${shortRef(ref)}</h3>
      <p class="muted">
        ${a === undefined && b === undefined
          ? "It exists in neither run at this step."
          : same
            ? "The same in both runs at this step."
            : html`<span class="del">only in A</span> <span class="ins">only in B</span>`}
      </p>
      ${this.#diff(lines)}`;
  }

  #diff(lines) {
    const shown = this.#full || lines.every((l) => l.mark !== "=") ? lines : hunks(lines);
    const list = shown.length ? shown : lines.slice(0, 400);
    return html`<pre class="diff" tabindex="0" aria-label="Object">${list.slice(0, 3000).map(
      (line) =>
        html`<span class="d ${line.mark === "+" ? "ins" : line.mark === "-" ? "del" : line.mark === "…" ? "gap" : ""}"
          ><span aria-hidden="true">${line.mark === "=" ? " " : line.mark} </span>${line.text}
</span>`,
    )}</pre>`;
  }
}
Replay.define("c-replay");
