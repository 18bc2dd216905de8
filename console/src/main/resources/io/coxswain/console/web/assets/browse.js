// Every kind of the cluster: the list of kinds, and the objects of one kind with the server's columns.

import { Element, html, nothing } from "./core.js";
import { View } from "./view.js";
import { integer } from "./format.js";
import { get, kindHref, objectHref } from "./api.js";
import { clusterTabs } from "./cluster.js";
import { debounce, empty, filterInput, loading, pill, problemNote, setQuery } from "./ui.js";
import "./table.js";

let kinds = null;

async function loadKinds() {
  kinds = (await get("/api/kinds")).kinds;
  return kinds;
}

/** All kinds by API group. */
export class KindsView extends Element {
  static properties = ["route"];

  #problem = null;

  async connected() {
    try {
      await loadKinds();
    } catch (problem) {
      this.#problem = problem;
    }
    this.update();
  }

  template() {
    const q = (this.route.query.get("q") ?? "").toLowerCase();
    const groups = new Map();
    for (const kind of kinds ?? []) {
      if (q && !`${kind.kind} ${kind.plural} ${kind.group}`.toLowerCase().includes(q)) continue;
      const name = kind.group || "core";
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(kind);
    }
    return html`<h1 tabindex="-1">Cluster</h1>
      ${clusterTabs("browse")} ${problemNote(this.#problem)}
      ${kinds
        ? html`<div class="bar">
              <p class="muted">Kinds that you may not list are grey.</p>
              ${filterInput(q, (text) => setQuery({ q: text }), "Filter kinds")}
            </div>
            <div class="kinds">
              ${[...groups].map(
                ([group, members]) => html`<section aria-label="API group ${group}">
                  <h2>${group}</h2>
                  <ul>
                    ${members.map((kind) =>
                      kind.allowed === false
                        ? html`<li><span class="off" title="You may not list ${kind.plural}">${kind.kind}</span> <small class="muted">${kind.version}</small></li>`
                        : html`<li><a href=${kindHref(kind)}>${kind.kind}</a> <small class="muted">${kind.version}</small></li>`,
                    )}
                  </ul>
                </section>`,
              )}
            </div>
            ${groups.size ? nothing : empty("No kind matches", "Change the filter.")}`
        : this.#problem
          ? nothing
          : loading()}`;
  }
}
KindsView.define("kinds-view");

/** The objects of one kind. */
export class KindView extends View {
  #filterLater = debounce(250, (q) => setQuery({ q }));
  #rows = [];
  #rowsFrom = null;

  get kind() {
    const { group, version, plural } = this.route.params;
    return `${group}/${version}/${plural}`;
  }

  connected() {
    super.connected();
    if (!kinds) loadKinds().then(() => this.update(), () => {});
  }

  follows() {
    return { view: "table", kind: this.kind, namespace: this.query("ns"), filter: this.query("q"), limit: 500, continue: this.query("continue") };
  }

  keeps() {
    return this.kind === this.shownKind;
  }

  received() {
    this.shownKind = this.kind;
  }

  heading() {
    const { group, version, plural } = this.route.params;
    const kind = kinds?.find((k) => (k.group || "core") === group && k.version === version && k.plural === plural);
    return html`<p class="crumbs"><a href="/browse">All kinds</a> <span aria-hidden="true">/</span> ${group}/${version}</p>
      <h1 tabindex="-1">${kind?.kind ?? plural}</h1>`;
  }

  content(document) {
    if (document.error) return html`${this.heading()}${problemNote(document.error)}`;
    if (this.#rowsFrom !== document.rows) {
      this.#rowsFrom = document.rows;
      const rows = Array.isArray(document.rows)
        ? document.rows
        : Object.entries(document.rows ?? {}).map(([ref, row]) => ({ ref, ...row }));
      this.#rows = rows.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    }
    const namespaced = kinds?.find((k) => `${k.group || "core"}/${k.version}/${k.plural}` === this.kind)?.namespaced ?? this.#rows.some((r) => r.namespace);
    const shown = (document.columns ?? []).map((c, i) => ({ ...c, i })).filter((c) => (c.priority ?? 0) === 0);
    const width = { name: undefined, age: 80 };
    const columns = [
      ...(namespaced
        ? [{ key: "ns", label: "Namespace", width: 170, hide: 2, value: (r) => r.namespace, cell: (r) => r.namespace }]
        : []),
      ...shown.map((c, n) => ({
        key: `c${c.i}`,
        label: c.name,
        hide: n > 3 ? 1 : n > 1 ? 2 : undefined,
        num: c.type === "integer" || c.type === "number" || c.name === "Age",
        width: c.i === 0 ? undefined : width[c.name.toLowerCase()] ?? (shown.length > 6 ? 110 : 150),
        value: (r) => sortable(r.cells[c.i], c),
        cell: (r) =>
          c.i === 0
            ? html`<a class="name" href=${objectHref(r.ref)}>${r.cells[0] ?? r.name}</a>`
            : /^(status|phase|state|ready)$/i.test(c.name) && /^[A-Z]/.test(String(r.cells[c.i] ?? ""))
              ? pill(String(r.cells[c.i]))
              : String(r.cells[c.i] ?? ""),
      })),
    ];
    return html`<div class="head">
        <div>${this.heading()}</div>
        <div class="tools">
          ${filterInput(this.query("q"), this.#filterLater, "Filter objects")}
          ${namespaced
            ? html`<input
                class="ns"
                aria-label="Namespace"
                placeholder="namespace"
                autocomplete="off"
                .value=${this.query("ns")}
                @change=${(e) => setQuery({ ns: e.target.value.trim() })}
              />`
            : nothing}
        </div>
      </div>
      ${problemNote(this.problem)}
      ${this.#rows.length
        ? html`<v-table
            label="Objects"
            .fill=${true}
            .columns=${columns}
            .rows=${this.#rows}
            .rowKey=${(r) => r.ref}
            .href=${(r) => objectHref(r.ref)}
            .version=${document}
          ></v-table>`
        : this.query("q") && document.continue
          ? empty("Nothing on this page", "No object of this page matches the filter; there are more pages.")
          : empty("No objects", this.query("q") || this.query("ns") ? "Nothing matches the filter and namespace." : "None of this kind exist.")}
      ${document.continue || this.query("continue")
        ? html`<p class="more-rows">
            ${this.query("continue") ? html`<button type="button" @click=${() => setQuery({ continue: "" }, { replace: false })}>First page</button>` : nothing}
            ${document.continue
              ? html`<button type="button" @click=${() => setQuery({ continue: document.continue }, { replace: false })}>
                  Next page${document.remaining ? ` (${integer(document.remaining)} more)` : ""}
                </button>`
              : nothing}
          </p>`
        : nothing}`;
  }
}
KindView.define("kind-view");

const UNITS = { s: 1, m: 60, h: 3600, d: 86400, y: 31536000 };

/** Ages sort by length, numbers as numbers. */
function sortable(cell, column) {
  if (column.name === "Age" && typeof cell === "string") {
    let seconds = 0;
    for (const [, n, unit] of cell.matchAll(/(\d+)([smhdy])/g)) seconds += Number(n) * UNITS[unit];
    return seconds;
  }
  return cell;
}
