// <c-logs>: log lines of all pods of a training, or of one pod, merged as they arrive; filterable.

import { Element, html, nothing } from "./core.js";
import { clock, integer } from "./format.js";
import { Stream, query } from "./api.js";
import { debounce, filterInput } from "./ui.js";
import "./lines.js";

const MAX_LINES = 10000;

export class Logs extends Element {
  static properties = ["namespace", "training", "pod", "pods", "containers"];

  #stream = null;
  #search = "";
  #lines = [];
  #longest = 80;
  #dropped = 0;
  #trimmed = 0;
  #problem = null;
  #sources = new Map();
  #filter = "";
  #only = "";
  #container = "";
  #previous = false;
  #follow = true;
  #times = true;
  #colors = new Map();
  #filterLater = debounce(250, (text) => {
    this.#filter = text;
    this.#open();
  });

  connected() {
    this.#open();
  }

  changed(property) {
    if (property !== "pods") this.#open();
  }

  disconnected() {
    this.#stream?.close();
    this.#stream = null;
    this.#search = "";
  }

  #open() {
    const search = query({
      namespace: this.namespace,
      training: this.pod ? "" : this.training,
      pod: this.pod || this.#only,
      container: this.#container,
      filter: this.#filter,
      previous: this.#previous,
      tail: 500,
    });
    if (search === this.#search) return;
    this.#search = search;
    this.#stream?.close();
    this.#clear();
    const at = `/api/logs?${search}`;
    this.#stream = new Stream(at, {
      open: () => {
        this.#clear();
        this.#problem = null;
      },
      lines: ({ lines }) => this.#add(lines),
      source: (source) => {
        this.#sources.set(source.pod, source);
        this.update();
      },
      dropped: ({ count }) => {
        this.#dropped += count;
        this.update();
      },
      problem: (problem) => {
        this.#problem = problem;
        this.update();
      },
    });
    this.update();
  }

  #clear() {
    this.#lines = [];
    this.#dropped = 0;
    this.#trimmed = 0;
    this.#longest = 80;
    this.#sources = new Map();
  }

  #add(lines) {
    for (const line of lines) {
      this.#lines.push(line);
      if (line.text.length > this.#longest) this.#longest = Math.min(line.text.length, 4000);
      if (!this.#colors.has(line.pod)) this.#colors.set(line.pod, this.#colors.size % 6);
    }
    const over = this.#lines.length - MAX_LINES;
    if (over > 0) {
      this.#lines.splice(0, over);
      this.#trimmed += over;
    }
    this.update();
  }

  #tag(line) {
    return line.rank != null ? `rank ${line.rank}` : line.container || line.pod;
  }

  #line = (i) => {
    const line = this.#lines[i];
    if (!line) return html`<div class="line"></div>`;
    return html`<div class="line">${this.#times ? html`<span class="at">${clock(line.time)} </span>` : nothing}${this.pod
        ? nothing
        : html`<span class="who k${this.#colors.get(line.pod)}" title=${line.pod}>${this.#tag(line)} </span>`}<span
        class="text"
        >${this.#marked(line.text)}${line.cut ? html`<span class="muted"> … cut</span>` : nothing}</span
      ></div>`;
  };

  #marked(text) {
    const filter = this.#filter.toLowerCase();
    if (!filter) return text;
    const lower = text.toLowerCase();
    const parts = [];
    let from = 0;
    for (let at = lower.indexOf(filter); at >= 0 && parts.length < 40; at = lower.indexOf(filter, from)) {
      parts.push(text.slice(from, at), html`<mark>${text.slice(at, at + filter.length)}</mark>`);
      from = at + filter.length;
    }
    parts.push(text.slice(from));
    return parts;
  }

  template() {
    const pods = Object.values(this.pods ?? {});
    const waiting = [...this.#sources.values()].filter((s) => s.state === "waiting" || s.state === "forbidden");
    return html`<section class="logs" aria-label="Logs">
      <div class="tools">
        ${filterInput(this.#filter, this.#filterLater, "Filter lines")}
        ${this.pod
          ? nothing
          : html`<select
              aria-label="Pod"
              @change=${(e) => {
                this.#only = e.target.value;
                this.#open();
              }}
            >
              <option value="">all pods</option>
              ${pods.map((p) => html`<option value=${p.name} ?selected=${p.name === this.#only}>${p.rank != null ? `rank ${p.rank} · ` : ""}${p.name}</option>`)}
            </select>`}
        ${this.containers?.length > 1
          ? html`<select
              aria-label="Container"
              @change=${(e) => {
                this.#container = e.target.value;
                this.#open();
              }}
            >
              <option value="">all containers</option>
              ${this.containers.map((c) => html`<option value=${c}>${c}</option>`)}
            </select>`
          : nothing}
        <label class="check"
          ><input type="checkbox" .checked=${this.#times} @change=${(e) => ((this.#times = e.target.checked), this.update())} /> times</label
        >
        <label class="check"
          ><input
            type="checkbox"
            .checked=${this.#previous}
            @change=${(e) => {
              this.#previous = e.target.checked;
              this.#open();
            }}
          />
          previous run</label
        >
        <label class="check"
          ><input type="checkbox" .checked=${this.#follow} @change=${(e) => ((this.#follow = e.target.checked), this.update())} /> follow</label
        >
        <span class="muted num" role="status"
          >${integer(this.#lines.length)} lines${this.#trimmed ? `, ${integer(this.#trimmed)} older ones left out` : ""}${this.#dropped
            ? `, ${integer(this.#dropped)} dropped`
            : ""}</span
        >
      </div>
      ${this.#problem ? html`<p class="note ${this.#problem.code === 403 ? "lock" : "bad"}" role="alert">${this.#problem.message}</p>` : nothing}
      ${waiting.length
        ? html`<details class="quiet-note">
            <summary>${waiting.length === 1 ? "One pod has" : `${waiting.length} pods have`} no log to show</summary>
            <ul>
              ${waiting.map((s) => html`<li>${s.pod}: ${s.message || s.state}</li>`)}
            </ul>
          </details>`
        : nothing}
      <c-lines
        label="Log lines"
        .count=${this.#lines.length}
        .lineAt=${this.#line}
        .keyAt=${(i) => this.#lines[i]?.n ?? -i}
        .columns=${this.#longest + 24}
        .follow=${this.#follow}
        .onFollow=${(follow) => {
          this.#follow = follow;
          this.update();
        }}
        .version=${`${this.#lines.at(-1)?.n}/${this.#times}/${this.#search}`}
      ></c-lines>
    </section>`;
  }
}
Logs.define("c-logs");
