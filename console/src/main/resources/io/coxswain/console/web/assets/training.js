// One training: why it waits, curves of its metrics, its objects, the timeline of its pods, logs.

import { html, nothing } from "./core.js";
import { View } from "./view.js";
import { duration, integer, millis } from "./format.js";
import { get, objectHref, query, serverNow, trainingHref } from "./api.js";
import { empty, eventsTable, notes, pill, progress, refLink, secondsLeft, setQuery, tabs, time, waitingNote } from "./ui.js";
import { actionButtons } from "./dialog.js";
import { axis, describe, extent, lane, legend } from "./timeline.js";
import "./chart.js";
import "./logs.js";
import "./tree.js";

const FIRST_PODS = 60;
const MAX_COMPARED = 5;

export class TrainingView extends View {
  #range = null;
  #others = new Map();
  #choices = null;
  #allPods = false;

  get id() {
    return `${this.route.params.namespace}/${this.route.params.name}`;
  }

  follows() {
    const { namespace, name } = this.route.params;
    return { view: "training", namespace, name };
  }

  keeps(params) {
    const row = this.document.row;
    return row?.namespace === params.namespace && row?.name === params.name;
  }

  connected() {
    super.connected();
    const timer = setInterval(() => this.#loadOthers(true), 8000);
    this.onDisconnect(() => clearInterval(timer));
    this.#loadOthers();
  }

  changed(property, before) {
    if (before?.path !== this.route.path) {
      this.#range = null;
      this.#allPods = false;
    }
    super.changed(property, before);
    this.#loadOthers();
  }

  get compared() {
    return this.query("compare").split(",").filter((id) => id && id !== this.id && id.includes("/")).slice(0, MAX_COMPARED);
  }

  async #loadOthers(again = false) {
    for (const id of this.compared) {
      const known = this.#others.get(id);
      if (known && (!again || known.row?.finished || known.missing)) continue;
      const [namespace, name] = id.split("/");
      try {
        this.#others.set(id, await get(`/api/view?${query({ view: "training", namespace, name })}`));
      } catch (problem) {
        this.#others.set(id, { missing: true, problem });
      }
      this.update();
    }
  }

  async #loadChoices() {
    if (this.#choices) return;
    this.#choices = [];
    try {
      const document = await get("/api/view?view=trainings");
      this.#choices = Object.keys(document.rows ?? {}).sort();
      this.update();
    } catch {
      this.#choices = null;
    }
  }

  #compareWith(ids) {
    setQuery({ compare: ids.join(",") });
  }

  heading() {
    const { namespace, name } = this.route.params;
    return html`<p class="crumbs"><a href="/trainings">Trainings</a> <span aria-hidden="true">/</span> ${namespace}</p>
      <h1 tabindex="-1">${name}</h1>`;
  }

  content(document) {
    if (document.missing)
      return html`${this.heading()}${empty("This training does not exist", "It may have been deleted, or it has not been created yet. The page follows when it is.")}`;
    const row = document.row;
    const tab = this.query("tab") || "overview";
    const base = trainingHref(this.id);
    const at = (t) => {
      const params = new URLSearchParams(this.route.query);
      if (t === "overview") params.delete("tab");
      else params.set("tab", t);
      const search = params.toString();
      return search ? `${base}?${search}` : base;
    };
    const suspended = row.state === "Suspended";
    const ended = row.state === "Complete" || row.state === "Failed";
    return html`<p class="crumbs">
        <a href="/trainings">Trainings</a> <span aria-hidden="true">/</span>
        <a href="/trainings?ns=${row.namespace}">${row.namespace}</a>
      </p>
      <div class="head">
        <h1 tabindex="-1">${row.name} ${pill(row.state)} ${document.deleted ? pill("Deleted") : nothing}</h1>
        <div class="tools">
          ${document.deleted
            ? nothing
            : actionButtons(row.ref, [...(ended ? [] : [suspended ? "resume" : "suspend"]), "delete"], { uid: row.uid })}
        </div>
      </div>
      ${this.#facts(row)} ${waitingNote(document.waiting ?? row.waiting)}
      ${row.state === "Failed" && row.message
        ? html`<section class="note bad" aria-label="Why it failed"><h2>Failed</h2><p>${row.message}</p></section>`
        : nothing}
      ${notes(document)}
      ${tabs(
        "Training",
        [
          ["overview", "Overview", at("overview")],
          ["pods", "Pods", at("pods"), Object.keys(document.pods ?? {}).length],
          ["logs", "Logs", at("logs")],
          ["events", "Events", at("events"), (document.events ?? []).length],
        ],
        tab,
      )}
      ${tab === "logs"
        ? html`<c-logs .namespace=${row.namespace} .training=${row.name} .pods=${document.pods ?? {}}></c-logs>`
        : tab === "events"
          ? html`${eventsTable(document.events)}${this.#conditions(document)}`
          : tab === "pods"
            ? html`${this.#timeline(document)}`
            : html`${this.#curves(document)}
                <div class="two">
                  <section class="card" aria-labelledby="tree-h">
                    <h2 id="tree-h">Objects</h2>
                    <c-tree label="Objects of the training" .nodes=${document.tree}></c-tree>
                  </section>
                  <section class="card" aria-labelledby="restarts-h">
                    <h2 id="restarts-h">Restarts <span class="count">${row.restarts ?? 0}</span></h2>
                    ${this.#restarts(document)}
                  </section>
                </div>
                ${this.#timeline(document)}`}`;
  }

  #facts(row) {
    const ran = row.started ? ((row.finished ? millis(row.finished) : serverNow()) - millis(row.started)) / 1000 : null;
    return html`<dl class="facts">
      <div class="wide"><dt>Progress</dt><dd>${progress(row.progress, "Progress")}</dd></div>
      <div><dt>Time left</dt><dd class="num">${duration(secondsLeft(row))}</dd></div>
      <div><dt>Ran</dt><dd class="num">${duration(ran)}</dd></div>
      <div><dt>Pods ready</dt><dd class="num">${row.pods?.ready ?? 0} of ${row.pods?.want ?? row.nodes ?? "?"}</dd></div>
      <div><dt>Restarts</dt><dd class="num">${row.restarts ?? 0}</dd></div>
      <div><dt>Runtime</dt><dd>${row.runtime ?? "–"}</dd></div>
      <div><dt>Created</dt><dd>${time(row.created)} ago</dd></div>
      <div><dt>Object</dt><dd><a href=${objectHref(row.ref)}>TrainJob</a></dd></div>
    </dl>`;
  }

  #curves(document) {
    const all = [[this.id, document], ...this.compared.map((id) => [id, this.#others.get(id)])].filter(([, d]) => d?.series);
    const names = [...new Set(all.flatMap(([, d]) => Object.keys(d.series)))].sort((a, b) => (b === "loss") - (a === "loss") || a.localeCompare(b));
    const range = this.#range;
    return html`<section aria-labelledby="metrics-h">
      <div class="head sub">
        <h2 id="metrics-h">Metrics</h2>
        <div class="tools">
          ${this.compared.map((id) => {
            const other = this.#others.get(id);
            return html`<span class="token k${all.findIndex(([i]) => i === id)}"
              ><i aria-hidden="true"></i><a href=${trainingHref(id)}>${id}</a>${other?.missing
                ? html` <span class="t-bad" title=${other.problem?.message ?? ""}>not found</span>`
                : nothing}
              <button
                type="button"
                aria-label="Stop comparing with ${id}"
                @click=${() => this.#compareWith(this.compared.filter((c) => c !== id))}
              >
                ×
              </button></span
            >`;
          })}
          ${this.compared.length < MAX_COMPARED
            ? html`<select
                aria-label="Compare with another training"
                @focus=${() => this.#loadChoices()}
                @pointerdown=${() => this.#loadChoices()}
                @change=${(e) => {
                  if (e.target.value) this.#compareWith([...this.compared, e.target.value]);
                  e.target.value = "";
                }}
              >
                <option value="">Compare with…</option>
                ${(this.#choices ?? [])
                  .filter((id) => id !== this.id && !this.compared.includes(id))
                  .map((id) => html`<option value=${id}>${id}</option>`)}
              </select>`
            : nothing}
          ${range
            ? html`<button type="button" @click=${() => ((this.#range = null), this.update())}>Show the whole run</button>`
            : nothing}
        </div>
      </div>
      ${names.length
        ? html`<div class="charts">
              ${names.map(
                (name) =>
                  html`<c-chart
                    .label=${name}
                    .series=${this.#series(name, all)}
                    .range=${range}
                    .onZoom=${this.#zoomed}
                  ></c-chart>`,
              )}
            </div>
            <p class="hint">
              Time since the start of each training. Drag to zoom, double-click to reset; with the keyboard + − 0 and ← →.
            </p>`
        : empty("No metrics reported yet", "Curves appear as soon as the training program reports its progress.")}
    </section>`;
  }

  #zoomed = (range) => {
    this.#range = range;
    this.update();
  };

  #memo = new Map();

  /** The curves of one metric; the same array as long as no points were added. */
  #series(name, all) {
    const out = [];
    all.forEach(([id, document], color) => {
      const points = document.series[name]?.points;
      if (!points?.length) return;
      const key = `${id} ${name}`;
      const memo = this.#memo.get(key);
      if (memo?.from === points && memo.color === color) return out.push(memo.curve);
      const start = millis(document.row?.started ?? document.row?.created) ?? points[0][0];
      const zero = Math.min(start, points[0][0]);
      const curve = { name: id, color, points: points.map(([t, v]) => [(t - zero) / 1000, v]) };
      this.#memo.set(key, { from: points, color, curve });
      return out.push(curve);
    });
    const before = this.#memo.get(name);
    if (before && before.length === out.length && before.every((c, i) => c === out[i])) return before;
    this.#memo.set(name, out);
    return out;
  }

  #timeline(document) {
    const pods = Object.entries(document.pods ?? {})
      .map(([ref, pod]) => ({ ref, ...pod }))
      .sort((a, b) => (b.attempt ?? 0) - (a.attempt ?? 0) || (a.job ?? "").localeCompare(b.job ?? "") || (a.rank ?? 0) - (b.rank ?? 0) || a.name.localeCompare(b.name));
    const range = extent(pods.flatMap((pod) => pod.timeline ?? []));
    if (!pods.length) return html`<section class="card"><h2>Pods</h2>${empty("No pods", "The pods of this training have not been created yet, or it is suspended.")}</section>`;
    const shown = this.#allPods ? pods : pods.slice(0, FIRST_PODS);
    return html`<section class="card" aria-labelledby="pods-h">
      <h2 id="pods-h">Pods <span class="count">${pods.length}</span></h2>
      ${legend([["queued"], ["scheduled"], ["pulling"], ["starting"], ["running"], ["restarting"], ["succeeded"], ["failed"]])}
      <div class="scroll-x">
        <table class="grid pods">
          <caption class="sr">Pods with their timeline</caption>
          <thead>
            <tr>
              <th scope="col" class="c-pod">Pod</th>
              <th scope="col" class="num c-small">Rank</th>
              <th scope="col" class="c-node hide1">Node</th>
              <th scope="col" class="c-state">State</th>
              <th scope="col" class="num c-small hide1">Restarts</th>
              <th scope="col" class="c-lane">${range ? axis(range) : "Timeline"}</th>
            </tr>
          </thead>
          <tbody>
            ${shown.map(
              (pod) => html`<tr class=${pod.gone ? "gone" : ""}>
                <td class="clip"><a href=${objectHref(pod.ref)} title=${pod.name}>${pod.name}</a></td>
                <td class="num">${pod.rank ?? "–"}</td>
                <td class="clip hide1">${pod.node ? html`<a href=${objectHref(`core/v1/nodes/_/${pod.node}`)}>${pod.node}</a>` : html`<span class="muted">–</span>`}</td>
                <td title=${pod.message ?? ""}>${pill(pod.reason || (pod.gone ? "Deleted" : pod.phase))}</td>
                <td class="num hide1">${pod.restarts ?? 0}</td>
                <td>${range && pod.timeline?.length ? lane(pod.timeline, range, `Timeline of ${pod.name}: ${describe(pod.timeline, range[1])}`) : nothing}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${shown.length < pods.length
        ? html`<button type="button" class="quiet" @click=${() => ((this.#allPods = true), this.update())}>
            Show all ${integer(pods.length)} pods
          </button>`
        : nothing}
    </section>`;
  }

  #restarts(document) {
    const restarts = document.restarts ?? [];
    if (!restarts.length) return html`<p class="muted">None.</p>`;
    return html`<ol class="plain">
      ${restarts.map(
        (r) => html`<li>
          <span class="num muted">${time(r.time)} ago</span> <b>${r.what}</b><br />
          ${r.cause} ${r.ref ? html`<span class="muted">· ${refLink(r.ref)}</span>` : nothing}
        </li>`,
      )}
    </ol>`;
  }

  #conditions(document) {
    if (!document.conditions?.length) return nothing;
    return html`<section class="card" aria-labelledby="conditions-h">
      <h2 id="conditions-h">Conditions</h2>
      ${conditionsTable(document.conditions)}
    </section>`;
  }
}
TrainingView.define("training-view");

export function conditionsTable(conditions) {
  return html`<div class="scroll-x"><table class="grid">
    <caption class="sr">Conditions</caption>
    <thead>
      <tr>
        <th scope="col" class="c-reason">Type</th>
        <th scope="col" class="c-state">Status</th>
        <th scope="col" class="c-reason">Reason</th>
        <th scope="col" class="num c-age">Since</th>
        <th scope="col">Message</th>
      </tr>
    </thead>
    <tbody>
      ${conditions.map(
        (c) => html`<tr>
          <td>${c.type}</td>
          <td>${c.status}</td>
          <td class="clip">${c.reason}</td>
          <td class="num">${time(c.time ?? c.lastTransitionTime)}</td>
          <td class="wrap">${c.message}</td>
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}
