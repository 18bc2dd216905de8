// The list of trainings: progress, time left, last loss, and why a training waits.

import { html, nothing } from "./core.js";
import { View } from "./view.js";
import { duration, millis, number, plural } from "./format.js";
import { serverNow, trainingHref } from "./api.js";
import { chips, debounce, empty, filterInput, notes, navigate, pill, progress, secondsLeft, setQuery, sparkline, time, waitingNote } from "./ui.js";
import "./table.js";

const STATES = ["Running", "Waiting", "Restarting", "Suspended", "Complete", "Failed"];
const ORDER = { Failed: 2, Waiting: 1, Restarting: 1, Running: 0, Suspended: 3, Complete: 4 };

export class TrainingsView extends View {
  title = "Trainings";
  #picked = new Set();
  #filterLater = debounce(150, (q) => setQuery({ q }));
  #rows = [];
  #rowsOf = "";
  #rowsFrom = null;

  follows() {
    return { view: "trainings", namespace: this.query("ns") };
  }

  #filtered(document) {
    const q = this.query("q").toLowerCase();
    const state = this.query("state");
    const by = `${q}|${state}`;
    if (this.#rowsFrom === document.rows && this.#rowsOf === by) return this.#rows;
    this.#rowsFrom = document.rows;
    this.#rowsOf = by;
    this.#rows = Object.entries(document.rows ?? {})
      .map(([id, row]) => ({ id, ...row }))
      .filter((row) => (!state || row.state === state) && (!q || `${row.id} ${row.runtime ?? ""} ${row.state} ${row.waiting?.sentence ?? ""}`.toLowerCase().includes(q)))
      .sort((a, b) => (ORDER[a.state] ?? 5) - (ORDER[b.state] ?? 5) || millis(b.created) - millis(a.created) || a.id.localeCompare(b.id));
    return this.#rows;
  }

  #pick(id, picked) {
    if (picked) this.#picked.add(id);
    else this.#picked.delete(id);
    this.update();
  }

  #compare() {
    const [first, ...others] = this.#picked;
    navigate(`${trainingHref(first)}?compare=${others.map(encodeURIComponent).join(",")}`);
  }

  columns = [
    {
      key: "pick",
      label: html`<span class="sr">Compare</span>`,
      width: 30,
      hide: 2,
      sort: false,
      cell: (r) =>
        html`<input
          type="checkbox"
          aria-label="Compare ${r.id}"
          .checked=${this.#picked.has(r.id)}
          @change=${(e) => this.#pick(r.id, e.target.checked)}
        />`,
    },
    {
      key: "name",
      label: "Name",
      value: (r) => r.id,
      cell: (r) =>
        html`<a class="name" href=${trainingHref(r.id)}>${r.name}</a
          ><small class="under"
            >${r.waiting
              ? waitingNote(r.waiting, { compact: true })
              : r.state === "Failed" && r.message
                ? html`<span class="why t-bad" title=${r.message}>${r.message}</span>`
                : html`<span class="muted">${r.namespace}${r.runtime ? ` · ${r.runtime}` : ""}</span>`}</small
          >`,
    },
    { key: "state", label: "State", width: 108, value: (r) => ORDER[r.state] ?? 9, cell: (r) => pill(r.state) },
    {
      key: "progress",
      label: "Progress",
      width: 136,
      hide: 2,
      descFirst: true,
      value: (r) => r.progress,
      cell: (r) => progress(r.progress, `Progress of ${r.name}`),
    },
    {
      key: "left",
      label: "Left",
      num: true,
      width: 76,
      hide: 2,
      value: (r) => secondsLeft(r),
      cell: (r) => (secondsLeft(r) == null ? html`<span class="muted">–</span>` : duration(secondsLeft(r))),
    },
    {
      key: "loss",
      label: "Loss",
      width: 162,
      hide: 1,
      value: (r) => (r.metrics?.loss != null ? Number(r.metrics.loss) : null),
      cell: (r) => {
        const metric = r.sparkline?.metric ?? "loss";
        const value = r.metrics?.[metric];
        return value == null
          ? html`<span class="muted">–</span>`
          : html`<span class="loss"
              >${sparkline(r.sparkline?.points, { label: `Course of ${metric}` })}<span class="num" title=${metric}>${number(value)}</span
              >${metric !== "loss" ? html`<small class="muted">${metric}</small>` : nothing}</span
            >`;
      },
    },
    {
      key: "nodes",
      label: "Ready",
      num: true,
      width: 70,
      hide: 1,
      value: (r) => r.pods?.want ?? r.nodes,
      cell: (r) => html`${r.pods?.ready ?? 0}<span class="muted">/${r.pods?.want ?? r.nodes ?? "?"}</span>`,
    },
    {
      key: "restarts",
      label: "Restarts",
      num: true,
      width: 84,
      hide: 0,
      descFirst: true,
      value: (r) => r.restarts ?? 0,
      cell: (r) => (r.restarts ? r.restarts : html`<span class="muted">0</span>`),
    },
    {
      key: "age",
      label: "Age",
      num: true,
      width: 70,
      hide: 2,
      value: (r) => -millis(r.created),
      cell: (r) => time(r.created),
    },
    {
      key: "took",
      label: "Ran",
      num: true,
      width: 76,
      hide: 0,
      value: (r) => (r.started ? (millis(r.finished) ?? serverNow()) - millis(r.started) : null),
      cell: (r) =>
        r.started ? duration(((r.finished ? millis(r.finished) : serverNow()) - millis(r.started)) / 1000) : html`<span class="muted">–</span>`,
    },
  ];

  isEmpty(document) {
    return !Object.keys(document.rows ?? {}).length;
  }

  content(document) {
    const totals = document.totals ?? {};
    const rows = this.#filtered(document);
    const all = Object.values(document.rows ?? {});
    const count = (state) => totals[state.toLowerCase()] ?? all.filter((r) => r.state === state).length;
    const namespaces = [...new Set(all.map((r) => r.namespace))].sort();
    const ns = this.query("ns");
    if (ns && !namespaces.includes(ns)) namespaces.push(ns);
    const state = this.query("state");
    return html`<div class="head">
        <h1 tabindex="-1">Trainings</h1>
        <div class="tools">
          ${filterInput(this.query("q"), this.#filterLater, "Filter trainings")}
          <select aria-label="Namespace" @change=${(e) => setQuery({ ns: e.target.value })}>
            <option value="">all namespaces</option>
            ${namespaces.map((name) => html`<option value=${name} ?selected=${name === ns}>${name}</option>`)}
          </select>
        </div>
      </div>
      ${chips(
        "State",
        [
          ["", "All", totals.all ?? all.length],
          ...STATES.filter((s) => s !== "Restarting" || count(s)).map((s) => [s, s, count(s), s === "Failed" && count(s) ? "bad" : ""]),
        ],
        state,
        (s) => setQuery({ state: s === state ? "" : s }),
      )}
      ${notes(document)}
      ${this.#picked.size > 1
        ? html`<p class="picked" role="status">
            ${plural(this.#picked.size, "training")} selected
            <button type="button" class="strong" @click=${() => this.#compare()}>Compare curves</button>
            <button type="button" @click=${() => (this.#picked.clear(), this.update())}>Clear</button>
          </p>`
        : nothing}
      ${rows.length
        ? html`<v-table
            label="Trainings"
            .columns=${this.columns}
            .rows=${rows}
            .rowKey=${(r) => r.id}
            .rowHeight=${44}
            .href=${(r) => trainingHref(r.id)}
            .version=${this.#picked.size + document.now}
          ></v-table>`
        : all.length
          ? empty("No training matches", "Change the filter or the state.")
          : empty("No trainings yet", html`Start one with <code>coxswain train FILE</code> or <code>kubectl apply -f trainjob.yaml</code>.`)}`;
  }
}
TrainingsView.define("trainings-view");
