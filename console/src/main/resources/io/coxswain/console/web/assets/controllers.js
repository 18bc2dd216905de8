// Controllers of all programs: queues, rates, latencies, errors, leaders, caches, and why an object was reconciled.

import { Element, html, nothing } from "./core.js";
import { View } from "./view.js";
import { bytes, integer, latency, number, plural } from "./format.js";
import { get, query } from "./api.js";
import { empty, notes, pill, problemNote, refLink, setQuery, sparkline, time } from "./ui.js";

export class ControllersView extends View {
  title = "Controllers";

  follows() {
    return { view: "controllers" };
  }

  isEmpty(document) {
    return !Object.keys(document.programs ?? {}).length;
  }

  content(document) {
    const programs = Object.entries(document.programs ?? {}).sort(([a], [b]) => a.localeCompare(b));
    if (!programs.length)
      return html`<h1 tabindex="-1">Controllers</h1>
        ${notes(document)}
        ${empty("No controllers to show", html`Start the console with the metrics addresses of the managers, or with <code>coxswain up</code>.`)}`;
    const all = programs.flatMap(([program, p]) => Object.entries(p.controllers ?? {}).map(([name, c]) => ({ program, name, ...c })));
    const failing = all.flatMap((c) => (c.failing ?? []).map((f) => ({ controller: c.name, ...f })));
    return html`<h1 tabindex="-1">Controllers</h1>
      <dl class="facts">
        <div><dt>Programs</dt><dd class="num">${programs.length}</dd></div>
        <div><dt>Controllers</dt><dd class="num">${all.length}</dd></div>
        <div><dt>Queued</dt><dd class="num">${integer(all.reduce((n, c) => n + (c.depth ?? 0), 0))}</dd></div>
        <div><dt>Reconciles per second</dt><dd class="num">${number(Number(all.reduce((n, c) => n + (c.ratePerSecond ?? 0), 0).toFixed(2)))}</dd></div>
        <div><dt>Objects with errors</dt><dd class="num ${failing.length ? "t-bad" : ""}">${failing.length}</dd></div>
      </dl>
      ${notes(document)} ${this.#failing(failing)}
      ${programs.map(([name, program]) => this.#program(name, program))}
      <why-reconciled .programs=${programs.map(([name]) => name)} .route=${this.route}></why-reconciled>`;
  }

  #failing(failing) {
    if (!failing.length) return nothing;
    return html`<section class="note bad" aria-labelledby="failing-h">
      <h2 id="failing-h">Objects whose reconciliation fails</h2>
      <ul class="plain">
        ${failing.slice(0, 50).map(
          (f) => html`<li>
            <b>${f.controller}</b> ${f.ref ? refLink(f.ref, f.key) : f.key} <span class="muted num">${time(f.time)} ago</span><br />${f.message}
          </li>`,
        )}
      </ul>
    </section>`;
  }

  #program(name, program) {
    const controllers = Object.entries(program.controllers ?? {}).sort(([a], [b]) => a.localeCompare(b));
    const cached = Object.entries(program.cache?.objects ?? {});
    const cachedBytes = Object.values(program.cache?.bytes ?? {}).reduce((a, b) => a + b, 0);
    const codes = Object.entries(program.api?.requests ?? {});
    const leader = program.leader;
    return html`<section class="program" aria-label=${name}>
      <div class="head sub">
        <h2>${name} ${program.up === false ? pill("Down", "not reachable") : leader ? pill(leader.isLeader ? "Leader" : "Standby", leader.isLeader ? "leader" : "standby") : nothing}</h2>
        <p class="muted">${[program.version, program.source].filter(Boolean).join(" · ")}</p>
      </div>
      ${program.message ? html`<p class="hint">${program.message}</p>` : nothing}
      ${controllers.length
        ? html`<div class="scroll-x"><table class="grid controllers">
            <caption class="sr">Controllers of ${name}</caption>
            <thead>
              <tr>
                <th scope="col" class="c-controller">Controller</th>
                <th scope="col" class="num c-small">Queue</th>
                <th scope="col" class="c-spark hide1"><span class="sr">Queue over time</span></th>
                <th scope="col" class="num c-small">Per s</th>
                <th scope="col" class="c-spark hide1"><span class="sr">Rate over time</span></th>
                <th scope="col" class="num c-lat">Mean</th>
                <th scope="col" class="num c-lat">p99</th>
                <th scope="col" class="num c-small hide2">Workers</th>
                <th scope="col" class="num c-small hide2">Reconciles</th>
                <th scope="col" class="num c-small">Errors</th>
              </tr>
            </thead>
            <tbody>
              ${controllers.map(
                ([id, c]) => html`<tr>
                  <td class="clip" title=${id}>${id}</td>
                  <td class="num ${c.depth > 0 ? "strong" : ""}" title=${c.unfinishedSeconds ? `oldest in work for ${number(c.unfinishedSeconds)} s` : ""}>${integer(c.depth ?? 0)}</td>
                  <td class="hide1">${sparkline(c.history?.depth, { label: "Queue depth", filled: true, zero: true })}</td>
                  <td class="num">${number(Number((c.ratePerSecond ?? 0).toFixed(2)))}</td>
                  <td class="hide1">${sparkline(c.history?.rate, { label: "Reconciles per second", filled: true, zero: true })}</td>
                  <td class="num">${latency(c.meanSeconds)}</td>
                  <td class="num">${latency(c.p99Seconds)}</td>
                  <td class="num hide2">${c.active ?? 0}<span class="muted">/${c.workers ?? "?"}</span></td>
                  <td class="num hide2">${integer(c.reconciles ?? 0)}</td>
                  <td class="num ${c.errors ? "t-bad" : ""}">${integer(c.errors ?? 0)}</td>
                </tr>`,
              )}
            </tbody>
          </table></div>`
        : program.up === false
          ? nothing
          : html`<p class="muted">No controller has started yet.</p>`}
      <dl class="facts small">
        ${leader
          ? html`<div><dt>Leader</dt><dd>${leader.holder || "none"} <span class="muted">${leader.lease}, renewed ${time(leader.renewed)} ago, ${plural(leader.transitions ?? 0, "transition")}</span></dd></div>`
          : nothing}
        ${program.shards?.length
          ? html`<div><dt>Shards</dt><dd>${program.shards.map((s, i) => html`${i ? ", " : ""}${s.lease} <span class="muted">${s.holder || "free"}</span>`)}</dd></div>`
          : nothing}
        ${program.memory
          ? html`<div><dt>Memory</dt><dd class="num">${bytes(program.memory.heapUsed)} heap${program.memory.resident ? `, ${bytes(program.memory.resident)} resident` : ""}</dd></div>`
          : nothing}
        ${cached.length
          ? html`<div>
              <dt>Cache</dt>
              <dd class="num" title=${cached.map(([kind, n]) => `${kind} ${n}`).join(", ")}>
                ${integer(cached.reduce((n, [, c]) => n + c, 0))} objects of ${plural(cached.length, "kind")}${cachedBytes ? `, ${bytes(cachedBytes)}` : ""}
              </dd>
            </div>`
          : nothing}
        ${codes.length
          ? html`<div>
              <dt>API requests</dt>
              <dd class="num">
                ${codes.map(([code, n], i) => html`${i ? ", " : ""}${integer(n)} <span class=${code >= "400" && code !== "404" && code !== "409" ? "t-bad" : "muted"}>× ${code}</span>`)}${program.api
                  .meanSeconds != null
                  ? html`, mean ${latency(program.api.meanSeconds)}`
                  : nothing}
              </dd>
            </div>`
          : nothing}
      </dl>
    </section>`;
  }
}
ControllersView.define("controllers-view");

/** Looks up what triggered the reconciliations of an object. The selection is part of the URL. */
class WhyReconciled extends Element {
  static properties = ["programs", "route"];

  #controllers = [];
  #keys = [];
  #lines = null;
  #problem = null;
  #loaded = "";

  connected() {
    this.#load();
  }

  changed(property) {
    if (property === "route") this.#load();
  }

  #of(name) {
    return this.route.query.get(name) ?? "";
  }

  async #load(force = false) {
    const [program, controller, key] = ["program", "controller", "key"].map((n) => this.#of(n));
    const now = `${program}|${controller}|${key}`;
    if (now === this.#loaded && !force) return;
    const [oldProgram, oldController] = this.#loaded.split("|");
    this.#loaded = now;
    this.#problem = null;
    try {
      if (program !== oldProgram || force) this.#controllers = program ? (await get(`/api/why?${query({ program })}`)).controllers ?? [] : [];
      if (controller !== oldController || program !== oldProgram || force)
        this.#keys = controller ? (await get(`/api/why?${query({ program, controller })}`)).keys ?? [] : [];
      this.#lines = key ? (await get(`/api/why?${query({ program, controller, key })}`)).lines ?? [] : null;
    } catch (problem) {
      this.#problem = problem;
      this.#lines = null;
    }
    this.update();
  }

  template() {
    const [program, controller, key] = ["program", "controller", "key"].map((n) => this.#of(n));
    const option = (value, current) => html`<option value=${value} ?selected=${value === current}>${value}</option>`;
    return html`<section class="card" aria-labelledby="why-h">
      <h2 id="why-h">Why was this object reconciled?</h2>
      <div class="tools">
        <select aria-label="Program" @change=${(e) => setQuery({ program: e.target.value, controller: "", key: "" })}>
          <option value="">program…</option>
          ${(this.programs ?? []).map((p) => option(p, program))}
        </select>
        <select aria-label="Controller" ?disabled=${!program} @change=${(e) => setQuery({ controller: e.target.value, key: "" })}>
          <option value="">controller…</option>
          ${this.#controllers.map((c) => option(c, controller))}
        </select>
        <input
          list="why-keys"
          aria-label="Object, as namespace/name"
          placeholder="namespace/name"
          autocomplete="off"
          spellcheck="false"
          ?disabled=${!controller}
          .value=${key}
          @change=${(e) => setQuery({ key: e.target.value.trim() })}
        />
        <datalist id="why-keys">${this.#keys.map((k) => html`<option value=${k}></option>`)}</datalist>
        ${key ? html`<button type="button" @click=${() => this.#load(true)}>Refresh</button>` : nothing}
      </div>
      ${this.#problem?.code === 404
        ? html`<p class="hint" role="status">${this.#problem.message}</p>`
        : problemNote(this.#problem)}
      ${this.#lines
        ? this.#lines.length
          ? html`<ol class="why-lines">
              ${this.#lines.map((line) => html`<li><code>${line}</code></li>`)}
            </ol>`
          : html`<p class="muted">No reconciliation of this object is recorded.</p>`
        : html`<p class="hint">Each reconciliation records what put its object into the queue: a watch event, a retry, a timer. The last ones are kept.</p>`}
    </section>`;
  }
}
WhyReconciled.define("why-reconciled");
