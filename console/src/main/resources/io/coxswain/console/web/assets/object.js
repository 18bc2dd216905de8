// One object: YAML, owners and owned, field owners, events, scale, logs of a pod, actions.

import { html, nothing } from "./core.js";
import { View } from "./view.js";
import { parseRef, objectHref, refHref } from "./api.js";
import { empty, eventsTable, notes, problemNote, tabs, time, waitingNote } from "./ui.js";
import { actionButtons } from "./dialog.js";
import "./lines.js";
import "./logs.js";
import "./table.js";
import "./tree.js";

export class ObjectView extends View {
  #lines = [];
  #linesOf = "";
  #longest = 80;

  get ref() {
    const { group, version, plural, namespace, name } = this.route.params;
    return `${group}/${version}/${plural}/${namespace}/${name}`;
  }

  follows() {
    return { view: "object", ref: this.ref };
  }

  keeps() {
    return this.document.ref === this.ref;
  }

  heading() {
    const { group, version, plural, namespace, name } = this.route.params;
    return html`<p class="crumbs">
        <a href="/browse">All kinds</a> <span aria-hidden="true">/</span>
        <a href="/browse/${encodeURIComponent(group)}/${version}/${plural}">${plural}</a>
        ${namespace !== "_" ? html`<span aria-hidden="true">/</span> ${namespace}` : nothing}
      </p>
      <h1 tabindex="-1">${name}</h1>`;
  }

  content(document) {
    const { plural, namespace, name } = parseRef(this.ref);
    if (document.error) return html`${this.heading()}${problemNote(document.error)}`;
    if (document.missing)
      return html`${this.heading()}${empty("This object does not exist", "It may have been deleted. The page follows when it is created again.")}`;
    const isPod = plural === "pods";
    const tab = this.query("tab") || "yaml";
    const at = (t) => (t === "yaml" ? objectHref(this.ref) : `${objectHref(this.ref)}?tab=${t}`);
    const owned = Object.keys(document.owned ?? {}).length;
    return html`<div class="head">
        <div>${this.heading()}</div>
        <div class="tools">
          ${plural === "trainjobs" ? html`<a class="button" href=${refHref(this.ref)}>Open training</a>` : nothing}
          ${actionButtons(this.ref, document.actions, { replicas: document.scale?.spec, uid: document.uid })}
        </div>
      </div>
      <dl class="facts">
        <div><dt>Kind</dt><dd>${document.kind}</dd></div>
        ${document.scale
          ? html`<div><dt>Replicas</dt><dd class="num">${document.scale.status ?? 0} of ${document.scale.spec ?? 0}</dd></div>`
          : nothing}
        <div><dt>Resource version</dt><dd class="num">${document.resourceVersion ?? "–"}</dd></div>
        ${(document.owners ?? []).length
          ? html`<div class="wide">
              <dt>Owned by</dt>
              <dd>
                ${document.owners.map(
                  (level, i) =>
                    html`${i ? html` <span class="muted" aria-label="owned by">←</span> ` : nothing}${level.map(
                      (o, j) => html`${j ? ", " : nothing}<span class="muted">${o.kind}</span> <a href=${refHref(o.ref)}>${o.name}</a>`,
                    )}`,
                )}
              </dd>
            </div>`
          : nothing}
      </dl>
      ${waitingNote(document.waiting)} ${notes(document)}
      ${tabs(
        "Object",
        [
          ["yaml", "YAML", at("yaml")],
          ...(isPod ? [["logs", "Logs", at("logs")]] : []),
          ["owned", "Owned", at("owned"), owned],
          ["fields", "Field owners", at("fields"), (document.fields ?? []).length],
          ["events", "Events", at("events"), (document.events ?? []).length],
        ],
        tab,
      )}
      ${tab === "events"
        ? eventsTable(document.events, { withObject: false })
        : tab === "owned"
          ? owned
            ? html`<section class="card"><c-tree label="Owned objects" .nodes=${document.owned} .root=${this.ref}></c-tree></section>`
            : empty("Owns nothing", "No object names this one as its owner.")
          : tab === "fields"
            ? this.#fields(document.fields)
            : tab === "logs" && isPod
              ? html`<c-logs .namespace=${namespace} .pod=${name}></c-logs>`
              : this.#yaml(document)}`;
  }

  #yaml(document) {
    if (document.yaml !== this.#linesOf) {
      this.#linesOf = document.yaml;
      this.#lines = (document.yaml ?? "").replace(/\n$/, "").split("\n");
      this.#longest = Math.min(4000, this.#lines.reduce((n, line) => Math.max(n, line.length), 40));
    }
    return html`<section class="yaml" aria-label="YAML">
      <div class="tools end">
        <button type="button" @click=${(e) => this.#copy(e.currentTarget, document.yaml)}>Copy</button>
      </div>
      <c-lines
        label="YAML of ${parseRef(this.ref).name}"
        .count=${this.#lines.length}
        .lineAt=${this.#line}
        .columns=${this.#longest + 8}
        .version=${document.yaml}
      ></c-lines>
    </section>`;
  }

  async #copy(button, text) {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed by the browser";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  }

  #line = (i) => {
    const line = this.#lines[i] ?? "";
    const match = /^(\s*(?:- )*)([^\s:][^:]*)(:)( .*)?$/.exec(line);
    return html`<div class="line"><span class="no" aria-hidden="true">${i + 1}</span>${match
        ? html`${match[1]}<span class="yk">${match[2]}</span>:<span class="yv">${match[4] ?? ""}</span>`
        : html`<span class="yv">${line}</span>`}</div>`;
  };

  #fieldColumns = [
    { key: "path", label: "Field", value: (f) => f.path, cell: (f) => html`<code title=${f.path}>${f.path}</code>` },
    { key: "manager", label: "Manager", width: 260, value: (f) => f.manager, cell: (f) => f.manager },
    {
      key: "operation",
      label: "Operation",
      width: 150,
      hide: 2,
      value: (f) => f.operation,
      cell: (f) => html`${f.operation}${f.subresource ? html` <span class="tag">${f.subresource}</span>` : nothing}`,
    },
    { key: "time", label: "Age", num: true, width: 80, hide: 2, value: (f) => f.time, cell: (f) => time(f.time) },
  ];

  #fields(fields) {
    if (!fields?.length) return empty("No field owners", "The object carries no managedFields.");
    return html`<v-table
      label="Field owners"
      .columns=${this.#fieldColumns}
      .rows=${fields}
      .rowKey=${(f) => `${f.path} ${f.manager} ${f.operation} ${f.subresource ?? ""}`}
    ></v-table>`;
  }
}
ObjectView.define("object-view");
