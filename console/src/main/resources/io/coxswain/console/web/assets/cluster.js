// The cluster: nodes with their load, pods by state, events, recent changes.

import { html, nothing, svg } from "./core.js";
import { View } from "./view.js";
import { bytes, duration, integer, millis } from "./format.js";
import { objectHref, serverNow } from "./api.js";
import { chips, debounce, empty, eventsTable, filterInput, notes, meter, pill, problemNote, refLink, setQuery, tabs, time } from "./ui.js";
import "./heat.js";
import "./table.js";

const PAGE = 100;
const WINDOW = 300;

const percent = (share) => `${Math.round((share ?? 0) * 100)}%`;

export function clusterTabs(current, document) {
  return tabs(
    "Cluster",
    [
      ["nodes", "Nodes", "/cluster", document?.nodes ? integer(document.nodes.total) : null],
      ["pods", "Pods", "/cluster/pods", document?.pods ? integer(document.pods.total) : null],
      ["events", "Events", "/cluster/events"],
      ["changes", "Changes", "/cluster/changes"],
      ["browse", "All kinds", "/browse"],
    ],
    current,
  );
}

export class ClusterView extends View {
  title = "Cluster";
  #offset = 0;
  #byIndex = new Map();
  #matching = -1;
  #filterLater = debounce(250, (q) => setQuery({ q }));
  #rangeLater = debounce(120, (offset) => {
    if (offset === this.#offset) return;
    this.#offset = offset;
    this.reopen();
  });

  get tab() {
    return this.route.params.tab || "nodes";
  }

  follows() {
    const nodes = this.tab === "nodes";
    return {
      view: "cluster",
      sort: nodes ? this.query("sort") || "name" : "",
      desc: nodes && this.query("desc"),
      filter: nodes ? this.query("q") : "",
      offset: nodes ? this.#offset || "" : "",
      limit: nodes ? WINDOW : 1,
    };
  }

  changed(property, before) {
    const key = (route) => ["q", "sort", "desc"].map((name) => route?.query.get(name)).join("|");
    if (key(before) !== key(this.route)) {
      this.#offset = 0;
      this.#byIndex = new Map();
    }
    super.changed(property, before);
  }

  received(document) {
    const { offset = 0, names = [] } = document.window ?? {};
    if (this.#matching !== document.nodes?.matching) this.#byIndex = new Map();
    this.#matching = document.nodes?.matching;
    if (this.#byIndex.size > 5000) this.#byIndex = new Map();
    names.forEach((name, i) => {
      const row = document.rows?.[name];
      if (row) this.#byIndex.set(offset + i, { name, ...row });
    });
  }

  #inSight = (first, last) => {
    const { offset = 0, names = [] } = this.document?.window ?? {};
    if (first >= offset && last <= offset + Math.max(names.length, 1)) return;
    this.#rangeLater(Math.max(0, Math.floor((first - PAGE) / PAGE) * PAGE));
  };

  #rowAt = (i) => this.#byIndex.get(i);

  columns = [
    {
      key: "name",
      label: "Node",
      cell: (n) => html`<a class="name" href=${objectHref(n.ref)}>${n.name}</a>`,
    },
    {
      key: "state",
      label: "State",
      width: 132,
      cell: (n) =>
        html`${n.ready ? pill("Ready") : pill("NotReady", "Not ready")}${n.cordoned ? html` <span class="tag">cordoned</span>` : nothing}`,
    },
    { key: "load", label: "CPU", width: 128, cell: (n) => meter(n.load?.cpu, percent(n.load?.cpu), `CPU requested on ${n.name}`) },
    {
      key: "memory",
      label: "Memory",
      width: 128,
      hide: 2,
      sort: false,
      cell: (n) => meter(n.load?.memory, percent(n.load?.memory), `Memory requested on ${n.name}`),
    },
    {
      key: "gpu",
      label: "GPU",
      width: 128,
      hide: 1,
      sort: false,
      cell: (n) =>
        n.load?.["nvidia.com/gpu"] == null
          ? html`<span class="muted">–</span>`
          : meter(n.load["nvidia.com/gpu"], percent(n.load["nvidia.com/gpu"]), `GPUs requested on ${n.name}`),
    },
    {
      key: "pods",
      label: "Pods",
      num: true,
      width: 76,
      hide: 2,
      cell: (n) => html`<a href="/cluster/pods?node=${n.name}">${integer(Object.values(n.pods ?? {}).reduce((a, b) => a + b, 0))}</a>`,
    },
    {
      key: "reasons",
      label: "Conditions",
      width: 190,
      hide: 0,
      sort: false,
      cell: (n) => html`${(n.reasons ?? []).join(", ")}${n.taints ? html` <span class="muted">${n.taints} ${n.taints === 1 ? "taint" : "taints"}</span>` : nothing}`,
    },
    { key: "version", label: "Version", width: 100, hide: 0, sort: false, cell: (n) => n.version ?? "–" },
    { key: "age", label: "Age", num: true, width: 70, hide: 2, sort: false, cell: (n) => time(n.created) },
  ];

  content(document) {
    const tab = this.tab;
    return html`<h1 tabindex="-1">Cluster</h1>
      ${this.#tiles(document)} ${notes(document)} ${clusterTabs(tab, document)}
      ${tab === "pods"
        ? html`<pods-table .counts=${document.pods} .route=${this.route}></pods-table>`
        : tab === "events"
          ? eventsTable(document.events)
          : tab === "changes"
            ? this.#changes(document.changes)
            : this.#nodes(document)}`;
  }

  #tiles(document) {
    const { nodes = {}, pods = {}, resources = {} } = document;
    const phases = ["Running", "Pending", "Succeeded", "Failed", "Unknown"].filter((p) => pods.byPhase?.[p]);
    const total = Math.max(1, pods.total ?? 0);
    let x = 0;
    const bar = phases.map((p) => {
      const width = (pods.byPhase[p] / total) * 100;
      const at = x;
      x += width;
      return { p, at, width };
    });
    const amounts = Object.entries(resources).filter(([, r]) => r.allocatable > 0);
    const amount = (name, value) => (name === "memory" || name.includes("storage") ? bytes(value) : integer(value));
    return html`<div class="tiles">
      <section class="card tile" aria-label="Nodes">
        <h2>Nodes</h2>
        <p class="big num">${integer(nodes.total ?? 0)}</p>
        <p class="sub">
          ${integer(nodes.ready ?? 0)} ready${nodes.notReady ? html`, <b class="t-bad">${integer(nodes.notReady)} not ready</b>` : nothing}${nodes.cordoned
            ? html`, <b class="t-wait">${integer(nodes.cordoned)} cordoned</b>`
            : nothing}
        </p>
      </section>
      <section class="card tile" aria-label="Pods">
        <h2>Pods</h2>
        <p class="big num">${integer(pods.total ?? 0)}</p>
        <svg class="stack" width="100%" height="8" role="img" aria-label="Pods by phase">
          <rect class="bg" width="100%" height="8" />
          ${bar.map(({ p, at, width }) => stackPart(p, at, width))}
        </svg>
        <p class="sub">
          ${phases.map((p) => html`<a class="leg ph-${p}" href="/cluster/pods?phase=${p}"><i aria-hidden="true"></i>${integer(pods.byPhase[p])} ${p.toLowerCase()}</a> `)}
          ${Object.entries(pods.byReason ?? {})
            .slice(0, 4)
            .map(([reason, n]) => html`<a class="t-bad" href="/cluster/pods?q=${reason}">${integer(n)} ${reason}</a> `)}
        </p>
      </section>
      <section class="card tile wide" aria-label="Requested of allocatable">
        <h2>Requested of allocatable</h2>
        <dl class="amounts">
          ${amounts.map(
            ([name, r]) => html`<div>
              <dt>${name === "nvidia.com/gpu" ? "GPU" : name}</dt>
              <dd>
                ${meter(r.requested / r.allocatable, percent(r.requested / r.allocatable), `${name} requested`)}
                <small class="muted num">${amount(name, r.requested)} of ${amount(name, r.allocatable)}</small>
              </dd>
            </div>`,
          )}
        </dl>
      </section>
    </div>`;
  }

  #nodes(document) {
    const matching = document.nodes?.matching ?? document.nodes?.total ?? 0;
    const sort = { key: this.query("sort") || "name", desc: Boolean(this.query("desc")) };
    return html`${document.heat?.cells?.length > 1
        ? html`<node-heat .heat=${document.heat}></node-heat>`
        : nothing}
      <div class="bar">
        <p class="muted num" role="status">${this.query("q") ? `${integer(matching)} of ${integer(document.nodes?.total ?? 0)} nodes` : ""}</p>
        ${filterInput(this.query("q"), this.#filterLater, "Filter nodes")}
      </div>
      ${matching
        ? html`<v-table
            label="Nodes"
            .fill=${true}
            .columns=${this.columns}
            .total=${matching}
            .rowAt=${this.#rowAt}
            .rowKey=${(n) => n.name}
            .href=${(n) => objectHref(n.ref)}
            .sort=${sort}
            .onSort=${({ key, desc }) => setQuery({ sort: key === "name" && !desc ? "" : key, desc })}
            .onRange=${this.#inSight}
            .version=${document}
          ></v-table>`
        : this.query("q")
          ? empty("No node matches", "The filter looks at names, conditions and labels.")
          : empty("No nodes", "Pods stay pending until a node joins the cluster.")}`;
  }

  #changes(changes) {
    if (!changes?.length) return empty("No changes yet", "Objects that are added, modified or deleted while this page is open appear here.");
    return html`<div class="scroll-x"><table class="grid events">
      <caption class="sr">Recent changes</caption>
      <thead>
        <tr>
          <th scope="col" class="num c-age">Age</th>
          <th scope="col" class="c-state">What</th>
          <th scope="col" class="c-object">Object</th>
          <th scope="col">Summary</th>
        </tr>
      </thead>
      <tbody>
        ${changes.map(
          (c) => html`<tr>
            <td class="num">${time(c.time)}</td>
            <td><span class=${c.what === "deleted" ? "t-bad" : c.what === "added" ? "t-ok" : ""}>${c.what}</span></td>
            <td class="clip"><span class="muted">${c.kind}</span> ${refLink(c.ref)}</td>
            <td class="wrap">${c.summary}</td>
          </tr>`,
        )}
      </tbody>
    </table></div>`;
  }
}
ClusterView.define("cluster-view");

const stackPart = (phase, at, width) => svg`<rect class="ph-${phase}" x="${at}%" width="${width}%" height="8"><title>${phase}</title></rect>`;

/** All pods, a window at a time. Property `counts`: pods by phase. */
class PodsTable extends View {
  static properties = ["route", "counts"];

  #offset = 0;
  #byIndex = new Map();
  #total = -1;
  #filterLater = debounce(250, (q) => setQuery({ q }));
  #rangeLater = debounce(120, (offset) => {
    if (offset === this.#offset) return;
    this.#offset = offset;
    this.reopen();
  });

  follows() {
    return {
      view: "pods",
      namespace: this.query("ns"),
      node: this.query("node"),
      phase: this.query("phase"),
      filter: this.query("q"),
      sort: this.query("sort") || "name",
      desc: this.query("desc"),
      offset: this.#offset || "",
      limit: WINDOW,
    };
  }

  changed(property, before) {
    const key = (route) => ["ns", "node", "phase", "q", "sort", "desc"].map((name) => route?.query.get(name)).join("|");
    if (property === "route" && key(before) !== key(this.route)) {
      this.#offset = 0;
      this.#byIndex = new Map();
    }
    super.changed(property, before);
  }

  received(document) {
    const { offset = 0, names = [] } = document.window ?? {};
    if (this.#total !== document.total || this.#byIndex.size > 5000) this.#byIndex = new Map();
    this.#total = document.total;
    names.forEach((ref, i) => {
      const row = document.rows?.[ref];
      if (row) this.#byIndex.set(offset + i, { ref, ...row });
    });
  }

  #inSight = (first, last) => {
    const { offset = 0, names = [] } = this.document?.window ?? {};
    if (first >= offset && last <= offset + Math.max(names.length, 1)) return;
    this.#rangeLater(Math.max(0, Math.floor((first - PAGE) / PAGE) * PAGE));
  };

  #rowAt = (i) => this.#byIndex.get(i);

  columns = [
    {
      key: "name",
      label: "Pod",
      cell: (p) => html`<a class="name" href=${objectHref(p.ref)}>${p.name}</a>`,
    },
    { key: "namespace", label: "Namespace", width: 150, hide: 1, sort: false, cell: (p) => p.namespace },
    { key: "phase", label: "State", width: 170, cell: (p) => pill(p.state || p.reason || p.phase) },
    { key: "ready", label: "Ready", num: true, width: 66, hide: 2, sort: false, cell: (p) => String(p.ready ?? "–") },
    { key: "restarts", label: "Restarts", num: true, width: 86, hide: 2, cell: (p) => p.restarts ?? 0 },
    {
      key: "node",
      label: "Node",
      width: 190,
      hide: 1,
      cell: (p) => (p.node ? html`<a href=${objectHref(`core/v1/nodes/_/${p.node}`)}>${p.node}</a>` : html`<span class="muted">–</span>`),
    },
    { key: "created", label: "Age", num: true, width: 70, hide: 2, cell: (p) => (p.created ? duration((serverNow() - millis(p.created)) / 1000) : "–") },
  ];

  heading() {
    return nothing;
  }

  content(document) {
    const phase = this.query("phase");
    const sort = { key: this.query("sort") || "name", desc: Boolean(this.query("desc")) };
    const counts = this.counts ?? {};
    const narrowed = this.query("q") || this.query("node") || this.query("ns");
    return html`<div class="bar">
        ${chips(
          "Phase",
          [
            ["", "All", integer(counts.total ?? 0)],
            ...["Running", "Pending", "Succeeded", "Failed"].map((p) => [p, p, integer(counts.byPhase?.[p] ?? 0), p === "Failed" && counts.byPhase?.Failed ? "bad" : ""]),
          ],
          phase,
          (p) => setQuery({ phase: p === phase ? "" : p }),
        )}
        ${this.query("node")
          ? html`<span class="token">on ${this.query("node")}<button type="button" aria-label="Pods of all nodes" @click=${() => setQuery({ node: "" })}>×</button></span>`
          : nothing}
        ${filterInput(this.query("q"), this.#filterLater, "Filter pods")}
      </div>
      ${problemNote(this.problem)}
      ${narrowed ? html`<p class="muted num" role="status">${integer(document.total)} pods match</p>` : nothing}
      ${document.total
        ? html`<v-table
            label="Pods"
            .fill=${true}
            .columns=${this.columns}
            .total=${document.total}
            .rowAt=${this.#rowAt}
            .rowKey=${(p) => p.ref}
            .href=${(p) => objectHref(p.ref)}
            .sort=${sort}
            .onSort=${({ key, desc }) => setQuery({ sort: key === "name" && !desc ? "" : key, desc })}
            .onRange=${this.#inSight}
            .version=${document}
          ></v-table>`
        : empty("No pods", narrowed || phase ? "Change the filter or the phase." : "Nothing has been started yet.")}`;
  }
}
PodsTable.define("pods-table");
