// Slurm clusters: phase and conditions, nodes by state with their reason, partitions, queue, checks, maintenance.

import { html, nothing } from "./core.js";
import { View } from "./view.js";
import { dateTime, integer, millis, plural, tone } from "./format.js";
import { objectHref } from "./api.js";
import { chips, debounce, empty, filterInput, notes, navigate, pill, refLink, setQuery, tabs, time } from "./ui.js";
import { axis, extent, lane, legend } from "./timeline.js";
import { conditionsTable } from "./training.js";
import "./table.js";

const MAX_CELLS = 4000;

export class SlurmView extends View {
  title = "Slurm";
  #filterLater = debounce(150, (q) => setQuery({ q }));

  follows() {
    const { namespace, name } = this.route.params;
    return { view: "slurm", namespace, name };
  }

  isEmpty(document) {
    return !Object.keys(document.clusters ?? {}).length;
  }

  content(document) {
    const clusters = Object.entries(document.clusters ?? {});
    if (!clusters.length)
      return html`<h1 tabindex="-1">Slurm</h1>
        ${notes(document)}
        ${empty("No Slurm clusters", html`A <code>SlurmCluster</code> object creates one; it appears here with its nodes, queue and checks.`)}`;
    const id = document.selected ?? clusters[0][0];
    const cluster = document.clusters[id] ?? clusters[0][1];
    const tab = this.query("tab") || "nodes";
    const base = `/slurm/${encodeURIComponent(cluster.namespace)}/${encodeURIComponent(cluster.name)}`;
    const at = (t) => (t === "nodes" ? base : `${base}?tab=${t}`);
    const checks = Object.values(document.checks ?? {});
    const failed = checks.filter((c) => tone(c.lastState) === "bad").length;
    return html`<div class="head">
        <h1 tabindex="-1">${cluster.name} ${pill(cluster.phase ?? "Unknown")}</h1>
        <div class="tools">
          ${clusters.length > 1
            ? html`<select aria-label="Slurm cluster" @change=${(e) => navigate(`/slurm/${e.target.value.split("/").map(encodeURIComponent).join("/")}`)}>
                ${clusters.map(([key]) => html`<option value=${key} ?selected=${key === id}>${key}</option>`)}
              </select>`
            : html`<span class="muted">namespace ${cluster.namespace}</span>`}
          <a class="button" href=${objectHref(cluster.ref)}>Object</a>
        </div>
      </div>
      ${notes(document)}
      ${tabs(
        "Slurm",
        [
          ["nodes", "Nodes", at("nodes"), Object.keys(document.grid ?? {}).length],
          ["queue", "Queue", at("queue"), document.queueTotal ?? Object.keys(document.queue ?? {}).length],
          ["checks", failed ? `Checks (${failed} failing)` : "Checks", at("checks"), checks.length],
          ["timeline", "Maintenance", at("timeline"), (document.timeline ?? []).length],
          ["status", "Status", at("status")],
        ],
        tab,
      )}
      ${tab === "queue"
        ? this.#queue(document)
        : tab === "checks"
          ? this.#checks(checks)
          : tab === "timeline"
            ? this.#timeline(document)
            : tab === "status"
              ? this.#status(document, cluster)
              : this.#nodes(document)}`;
  }

  #nodes(document) {
    const nodes = Object.entries(document.grid ?? {}).map(([name, node]) => ({ name, ...node }));
    const counts = new Map();
    for (const node of nodes) counts.set(node.state, (counts.get(node.state) ?? 0) + 1);
    const state = this.query("state");
    const q = this.query("q").toLowerCase();
    const shown = nodes
      .filter((n) => (!state || n.state === state) && (!q || `${n.name} ${n.reason ?? ""} ${n.kubernetesNode ?? ""}`.toLowerCase().includes(q)))
      .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
    const sets = new Map();
    for (const node of shown.slice(0, MAX_CELLS)) {
      const set = node.nodeset ?? "";
      if (!sets.has(set)) sets.set(set, []);
      sets.get(set).push(node);
    }
    const picked = nodes.find((n) => n.name === this.query("node"));
    if (!nodes.length)
      return html`${empty("No Slurm nodes", "Worker pods have not been created yet, or the power manager has switched all of them off.")}${this.#partitions(document)}`;
    const ordered = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
    return html`<div class="bar">
        ${chips(
          "State of nodes",
          [["", "All", nodes.length], ...ordered.map(([s, n]) => [s, s, n, `dot sl-${s}`])],
          state,
          (s) => setQuery({ state: s === state ? "" : s }),
        )}
        ${filterInput(this.query("q"), this.#filterLater, "Filter nodes")}
      </div>
      <div class="with-side ${picked ? "open" : ""}">
        <div>
          ${[...sets].map(
            ([set, members]) => html`<section aria-label="Node set ${set}">
              <h2>${set || "Nodes"} <span class="count">${members.length}</span></h2>
              <ul class="cells" @keydown=${cellKeys}>
                ${members.map(
                  (n, i) =>
                    html`<li>
                      <button
                        type="button"
                        class="cell sl-${n.state}"
                        tabindex=${picked ? (picked.name === n.name ? 0 : -1) : i === 0 ? 0 : -1}
                        aria-pressed=${String(picked?.name === n.name)}
                        title="${n.name}: ${n.state}${n.reason ? ` (${n.reason})` : ""}"
                        aria-label="${n.name}, ${n.state}${n.reason ? `, ${n.reason}` : ""}"
                        @click=${() => setQuery({ node: picked?.name === n.name ? "" : n.name })}
                      >
                        ${shortName(n.name, set)}
                      </button>
                    </li>`,
                )}
              </ul>
            </section>`,
          )}
          ${shown.length > MAX_CELLS ? html`<p class="muted">The first ${integer(MAX_CELLS)} of ${integer(shown.length)} nodes; use the filter for others.</p>` : nothing}
          ${shown.length ? nothing : empty("No node matches", "Change the filter or the state.")}
        </div>
        ${picked ? this.#node(picked) : nothing}
      </div>
      ${this.#attention(nodes)} ${this.#partitions(document)}`;
  }

  #node(node) {
    return html`<aside class="side card" aria-label="Node ${node.name}">
      <div class="head sub">
        <h2>${node.name}</h2>
        <button type="button" class="quiet" aria-label="Close" @click=${() => setQuery({ node: "" })}>×</button>
      </div>
      <p>${pill(node.state)} ${(node.flags ?? []).map((f) => html`<span class="tag">${f}</span> `)}</p>
      ${node.reason ? html`<p class="reason">${node.reason}</p>` : nothing}
      <dl class="pairs">
        ${node.since ? html`<dt>Since</dt><dd>${dateTime(node.since)}</dd>` : nothing}
        <dt>Pod</dt>
        <dd>${node.pod ? refLink(node.pod) : "–"}</dd>
        <dt>Kubernetes node</dt>
        <dd>${node.kubernetesNode ? html`<a href=${objectHref(`core/v1/nodes/_/${node.kubernetesNode}`)}>${node.kubernetesNode}</a>` : "–"}</dd>
        <dt>Node set</dt>
        <dd>${node.nodeset ?? "–"}</dd>
      </dl>
      <h3>History</h3>
      ${node.history?.length
        ? html`<ol class="plain">
            ${[...node.history]
              .sort((a, b) => millis(b.time) - millis(a.time))
              .map((h) => html`<li><span class="num muted">${dateTime(h.time)}</span> ${pill(h.state)}<br />${h.reason ?? ""}</li>`)}
          </ol>`
        : html`<p class="muted">Nothing recorded.</p>`}
    </aside>`;
  }

  /** Nodes that are out of service, with the reason in words: what an operator looks for first. */
  #attention(nodes) {
    const bad = nodes.filter((n) => n.reason || ["down", "drained", "draining", "rebooting", "notready"].includes(n.state));
    if (!bad.length) return nothing;
    return html`<section aria-labelledby="attention-h">
      <h2 id="attention-h">Out of service <span class="count">${bad.length}</span></h2>
      <div class="scroll-x"><table class="grid">
        <thead>
          <tr>
            <th scope="col" class="c-object">Node</th>
            <th scope="col" class="c-state">State</th>
            <th scope="col" class="num c-age">Since</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          ${bad.slice(0, 200).map(
            (n) => html`<tr>
              <td class="clip"><button type="button" class="as-link" @click=${() => setQuery({ node: n.name })}>${n.name}</button></td>
              <td>${pill(n.state)}</td>
              <td class="num">${time(n.since)}</td>
              <td class="wrap">${n.reason ?? html`<span class="muted">no reason given</span>`}</td>
            </tr>`,
          )}
        </tbody>
      </table></div>
    </section>`;
  }

  #partitions(document) {
    const partitions = Object.entries(document.partitions ?? {});
    if (!partitions.length)
      return document.source === "objects"
        ? html`<p class="hint">
            The states come from the objects in Kubernetes. Partitions and the queue need Slurm's own data, which no exporter of this cluster serves.
          </p>`
        : nothing;
    return html`<section aria-labelledby="partitions-h">
      <h2 id="partitions-h">Partitions</h2>
      <div class="scroll-x"><table class="grid">
        <thead>
          <tr>
            <th scope="col" class="c-reason">Partition</th>
            <th scope="col" class="c-state">State</th>
            <th scope="col">Use</th>
            <th scope="col" class="num c-small">Allocated</th>
            <th scope="col" class="num c-small">Idle</th>
            <th scope="col" class="num c-small">Other</th>
            <th scope="col" class="num c-small">Total</th>
          </tr>
        </thead>
        <tbody>
          ${partitions.map(([name, p]) => {
            const total = Math.max(1, p.total ?? 0);
            return html`<tr>
              <td><b>${name}</b>${p.default ? html` <span class="tag">default</span>` : nothing}</td>
              <td>${p.state ?? "–"}</td>
              <td>
                <svg class="stack" width="100%" height="12" role="img" aria-label="${p.allocated ?? 0} of ${p.total ?? 0} nodes allocated">
                  <rect class="bg" width="100%" height="12" />
                  <rect class="st-run" width="${((p.allocated ?? 0) / total) * 100}%" height="12" />
                  <rect class="st-wait" x="${(((p.allocated ?? 0) + (p.idle ?? 0)) / total) * 100}%" width="${((p.other ?? 0) / total) * 100}%" height="12" />
                </svg>
              </td>
              <td class="num">${integer(p.allocated ?? 0)}</td>
              <td class="num">${integer(p.idle ?? 0)}</td>
              <td class="num">${integer(p.other ?? 0)}</td>
              <td class="num">${integer(p.total ?? 0)}</td>
            </tr>`;
          })}
        </tbody>
      </table></div>
    </section>`;
  }

  #queueColumns = [
    { key: "id", label: "Job", num: true, width: 76, value: (j) => Number(j.id) || j.id, cell: (j) => j.id },
    { key: "name", label: "Name", value: (j) => j.name, cell: (j) => j.name },
    { key: "user", label: "User", width: 110, hide: 2, value: (j) => j.user, cell: (j) => j.user },
    { key: "state", label: "State", width: 120, value: (j) => j.state, cell: (j) => pill(j.state) },
    { key: "partition", label: "Partition", width: 110, hide: 1, value: (j) => j.partition, cell: (j) => j.partition },
    { key: "nodes", label: "Nodes, or why it waits", value: (j) => j.nodes || j.reason, cell: (j) => j.nodes || html`<span class="muted">${j.reason}</span>` },
    { key: "age", label: "Age", num: true, width: 80, hide: 2, value: (j) => -millis(j.submitted), cell: (j) => time(j.submitted) },
  ];

  #queue(document) {
    const jobs = Object.entries(document.queue ?? {}).map(([id, job]) => ({ id, ...job }));
    if (!jobs.length)
      return document.source === "objects"
        ? empty("The queue is not known", "No exporter of this cluster serves Slurm's data. Nodes are shown from the objects in Kubernetes.")
        : empty("The queue is empty", "Jobs appear as soon as they are submitted.");
    return html`${document.queueTotal > jobs.length ? html`<p class="hint">The first ${integer(jobs.length)} of ${integer(document.queueTotal)} jobs.</p>` : nothing}
      <v-table label="Queue" .columns=${this.#queueColumns} .rows=${jobs} .rowKey=${(j) => j.id}></v-table>`;
  }

  #checks(checks) {
    if (!checks.length) return empty("No active checks", html`An <code>ActiveCheck</code> object runs one on a schedule.`);
    return html`<div class="scroll-x"><table class="grid">
      <thead>
        <tr>
          <th scope="col" class="c-object">Check</th>
          <th scope="col" class="c-reason">Type</th>
          <th scope="col" class="c-reason">Schedule</th>
          <th scope="col" class="c-state">Last result</th>
          <th scope="col" class="num c-age">When</th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        ${checks
          .sort((a, b) => (tone(b.lastState) === "bad") - (tone(a.lastState) === "bad") || a.name.localeCompare(b.name))
          .map(
            (c) => html`<tr>
              <td>${refLink(c.ref, c.name)}</td>
              <td>${c.type ?? "–"}</td>
              <td><code>${c.schedule ?? "–"}</code></td>
              <td>${c.lastState ? pill(c.lastState) : html`<span class="muted">never ran</span>`}</td>
              <td class="num">${time(c.lastTime)}</td>
              <td class="wrap">${c.message ?? ""}</td>
            </tr>`,
          )}
      </tbody>
    </table></div>`;
  }

  #timeline(document) {
    const entries = document.timeline ?? [];
    if (!entries.length) return empty("No maintenance or reboots", "Drains, reboots and maintenance windows appear here as they happen.");
    const lanes = new Map();
    for (const e of entries) {
      if (!lanes.has(e.node)) lanes.set(e.node, []);
      lanes.get(e.node).push({ phase: e.what, from: e.time, to: e.what === "undrain" ? e.end ?? e.time : e.end, note: e.reason });
    }
    const range = extent([...lanes.values()].flat());
    return html`<section class="card" aria-label="Maintenance by node">
      ${legend([["maintenance"], ["drain", "drained"], ["down"], ["reboot"], ["undrain", "returned"]])}
      <div class="scroll-x"><table class="grid pods">
        <thead>
          <tr>
            <th scope="col" class="c-object">Node</th>
            <th scope="col" class="c-lane wide">${range ? axis(range) : ""}</th>
          </tr>
        </thead>
        <tbody>
          ${[...lanes]
            .sort(([a], [b]) => String(a).localeCompare(String(b), "en", { numeric: true }))
            .slice(0, 300)
            .map(
              ([node, spans]) => html`<tr>
                <td class="clip">${node || "whole cluster"}</td>
                <td>${lane(spans.sort((a, b) => millis(a.from) - millis(b.from)), range)}</td>
              </tr>`,
            )}
        </tbody>
      </table></div>
    </section>
    <div class="scroll-x"><table class="grid">
      <thead>
        <tr>
          <th scope="col" class="c-time">From</th>
          <th scope="col" class="c-time">To</th>
          <th scope="col" class="c-state">What</th>
          <th scope="col" class="c-object">Node</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        ${entries.slice(0, 300).map(
          (e) => html`<tr>
            <td class="num">${dateTime(e.time)}</td>
            <td class="num">${e.end ? dateTime(e.end) : html`<span class="muted">${e.what === "undrain" ? "" : "still"}</span>`}</td>
            <td>${e.what}</td>
            <td class="clip">${e.ref ? refLink(e.ref, e.node) : e.node}</td>
            <td class="wrap">${e.reason ?? ""}</td>
          </tr>`,
        )}
      </tbody>
    </table></div>`;
  }

  #status(document, cluster) {
    const sets = Object.values(document.nodesets ?? {});
    return html`<section aria-label="Conditions of the cluster">
        <h2>Conditions</h2>
        ${cluster.conditions?.length ? conditionsTable(cluster.conditions) : html`<p class="muted">None reported.</p>`}
      </section>
      <section>
        <h2>Node sets <span class="count">${sets.length}</span></h2>
        ${sets.length
          ? html`<div class="scroll-x"><table class="grid">
              <thead>
                <tr>
                  <th scope="col">Node set</th>
                  <th scope="col" class="c-state">Phase</th>
                  <th scope="col" class="num c-small">Ready</th>
                  <th scope="col" class="num c-small">Wanted</th>
                </tr>
              </thead>
              <tbody>
                ${sets.map(
                  (s) => html`<tr>
                    <td>${refLink(s.ref, s.name)}</td>
                    <td>${s.phase ? pill(s.phase) : "–"}</td>
                    <td class="num">${s.ready ?? 0}</td>
                    <td class="num">${s.replicas ?? 0}</td>
                  </tr>`,
                )}
              </tbody>
            </table></div>`
          : html`<p class="muted">${plural(0, "node set")}.</p>`}
      </section>`;
  }
}
SlurmView.define("slurm-view");

const shortName = (name, set) => (set && name.startsWith(`${set}-`) ? name.slice(set.length + 1) : name.replace(/^.*?(\d+)$/, "$1"));

/** Arrow keys move between the cells of a grid. */
function cellKeys(event) {
  const cells = [...event.currentTarget.querySelectorAll(".cell")];
  const i = cells.indexOf(event.target);
  if (i < 0) return;
  const perRow = cells.filter((c) => c.offsetTop === cells[0].offsetTop).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = cells[Math.max(0, Math.min(cells.length - 1, i + step))];
  for (const cell of cells) cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
