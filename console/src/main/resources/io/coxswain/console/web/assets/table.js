// <v-table>: a table that renders only the rows in sight; sortable, usable by keyboard and screen reader.

import { Element, html, nothing, repeat } from "./core.js";
import { navigate } from "./ui.js";

const OVERSCAN = 8;

/**
 * Rows come either as an array (`rows`, sorted here by the value of a column) or, for lists that the
 * server windows, as `total` and `rowAt(i)`; `onRange(first, last)` then reports what is in sight.
 *
 * Columns: {key, label, width, num, hide (0: below 1500 px, 1: below 1100 px, 2: below 760 px), cell(row), value(row), sort: false}.
 */
export class VirtualTable extends Element {
  static properties = [
    "columns",
    "rows",
    "total",
    "rowAt",
    "rowKey",
    "rowHeight",
    "rowClass",
    "href",
    "label",
    "sort",
    "onSort",
    "onRange",
    "fill",
    "whenEmpty",
    "current",
    "onPick",
    "version",
  ];

  #top = 0;
  #height = 600;
  #active = 0;
  #focus = false;
  #sorted = [];
  #sortedFrom = null;
  #sortedBy = "";
  #own = { key: "", desc: false };
  #range = "";
  #first = true;

  connected() {
    this.observer = new ResizeObserver(() => this.#measure());
    this.onDisconnect(() => this.observer.disconnect());
  }

  get #order() {
    return this.sort ?? this.#own;
  }

  get #count() {
    return this.rowAt ? this.total ?? 0 : this.#sorted.length;
  }

  #row(i) {
    return this.rowAt ? this.rowAt(i) : this.#sorted[i];
  }

  #prepare() {
    if (this.rowAt) return;
    const { key, desc } = this.#order;
    const by = `${key}/${desc}`;
    if (this.#sortedFrom === this.rows && this.#sortedBy === by) return;
    this.#sortedFrom = this.rows;
    this.#sortedBy = by;
    const column = this.columns.find((c) => c.key === key);
    if (!column?.value) {
      this.#sorted = this.rows ?? [];
      return;
    }
    const keyed = this.rows.map((row) => [column.value(row), row]);
    const sign = desc ? -1 : 1;
    keyed.sort(([a], [b]) => {
      if (a == null || b == null) return a == null ? (b == null ? 0 : 1) : -1;
      return sign * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));
    });
    this.#sorted = keyed.map(([, row]) => row);
  }

  #measure() {
    const scroller = this.firstElementChild;
    if (!scroller) return;
    if (Math.abs(scroller.clientHeight - this.#height) > 1) {
      this.#height = scroller.clientHeight;
      this.update();
    }
  }

  #scrolled(event) {
    const top = event.currentTarget.scrollTop;
    if (Math.abs(top - this.#top) < (this.rowHeight ?? 30) / 2) return;
    this.#top = top;
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.update();
    });
  }
  #frame = 0;

  #sortBy(column) {
    const { key, desc } = this.#order;
    const next = { key: column.key, desc: key === column.key ? !desc : Boolean(column.descFirst) };
    if (this.onSort) this.onSort(next);
    else {
      this.#own = next;
      this.update();
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.closest("tbody") || event.target.closest("input, button, select")) return;
    const page = Math.max(1, Math.floor(this.#height / (this.rowHeight ?? 30)) - 1);
    const last = this.#count - 1;
    let next;
    switch (event.key) {
      case "ArrowDown":
      case "j":
        next = this.#active + 1;
        break;
      case "ArrowUp":
      case "k":
        next = this.#active - 1;
        break;
      case "PageDown":
        next = this.#active + page;
        break;
      case "PageUp":
        next = this.#active - page;
        break;
      case "Home":
        next = 0;
        break;
      case "End":
        next = last;
        break;
      case "Enter": {
        const row = this.#row(this.#active);
        if (row !== undefined && (this.href || this.onPick) && event.target.matches("tr")) {
          event.preventDefault();
          this.#open(row, this.#active);
        }
        return;
      }
      default:
        return;
    }
    event.preventDefault();
    this.#moveTo(Math.max(0, Math.min(last, next)));
  }

  #moveTo(i) {
    this.#active = i;
    this.#focus = true;
    this.#reveal(i);
    this.update();
  }

  #clicked(event, row, i) {
    this.#active = i;
    if (event.target.closest("a, button, input, label, select") || String(getSelection())) return;
    this.#open(row, i);
  }

  #open(row, i) {
    if (this.onPick) this.onPick(row, i);
    else if (this.href) navigate(this.href(row));
  }

  changed(property) {
    if (property !== "current" || this.current == null || this.current < 0) return;
    this.#active = this.current;
    this.#reveal(this.current);
  }

  /** Scrolls no further than needed to show a row; to the middle if it is far away. */
  #reveal(i) {
    const height = this.rowHeight ?? 30;
    const scroller = this.firstElementChild;
    if (!scroller) return;
    const visible = scroller.clientHeight - scroller.querySelector("thead").offsetHeight;
    const top = i * height;
    const margin = this.current == null ? 0 : Math.min(visible / 3, 4 * height);
    if (top < scroller.scrollTop - visible || top > scroller.scrollTop + 2 * visible) scroller.scrollTop = Math.max(0, top - visible / 2);
    else if (top < scroller.scrollTop) scroller.scrollTop = top - margin;
    else if (top + height > scroller.scrollTop + visible) scroller.scrollTop = top + height - visible + margin;
    this.#top = scroller.scrollTop;
  }

  template() {
    this.#prepare();
    const height = this.rowHeight ?? 30;
    const count = this.#count;
    if (this.#active >= count) this.#active = Math.max(0, count - 1);
    const first = Math.max(0, Math.min(Math.floor(this.#top / height) - OVERSCAN, count - 1));
    const last = Math.min(count, Math.ceil((this.#top + this.#height) / height) + OVERSCAN);
    const visible = [];
    for (let i = first; i < last; i++) visible.push(i);
    this.first = first;
    this.last = last;
    const { key: sortKey, desc } = this.#order;
    const hide = (c) => (c.hide == null ? "" : `hide${c.hide}`);
    return html`<div class="vt ${this.fill ? "fill" : ""}" @scroll=${(e) => this.#scrolled(e)}>
      <table class="grid" aria-label=${this.label} aria-rowcount=${count + 1} @keydown=${(e) => this.#key(e)}>
        <colgroup>
          ${this.columns.map((c) => html`<col class=${hide(c)} width=${c.width ?? ""} />`)}
        </colgroup>
        <thead>
          <tr>
            ${this.columns.map((c) =>
              c.sort === false || !(c.value || this.onSort)
                ? html`<th scope="col" class="${hide(c)} ${c.num ? "num" : ""}">${c.label}</th>`
                : html`<th
                    scope="col"
                    class="${hide(c)} ${c.num ? "num" : ""}"
                    aria-sort=${sortKey === c.key ? (desc ? "descending" : "ascending") : "none"}
                  >
                    <button type="button" class="sort" @click=${() => this.#sortBy(c)}>
                      ${c.label}<span aria-hidden="true">${sortKey === c.key ? (desc ? "↓" : "↑") : ""}</span>
                    </button>
                  </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          <tr class="pad" aria-hidden="true"><td></td></tr>
          ${repeat(
            visible,
            (i) => {
              const row = this.#row(i);
              return row === undefined ? `row ${i}` : this.rowKey(row);
            },
            (i) => {
              const row = this.#row(i);
              if (row === undefined)
                return html`<tr class="row ghost" aria-rowindex=${i + 2}>
                  <td>…</td>
                </tr>`;
              return html`<tr
                class="row ${this.href || this.onPick ? "link" : ""} ${i === this.current ? "current" : ""} ${this.rowClass?.(row) ?? ""}"
                data-i=${i}
                aria-current=${i === this.current ? "true" : nothing}
                aria-rowindex=${i + 2}
                tabindex=${i === this.#active ? 0 : -1}
                @click=${(e) => this.#clicked(e, row, i)}
                @focus=${() => (this.#active = i)}
              >
                ${this.columns.map(
                  (c) => html`<td class="${hide(c)} ${c.num ? "num" : ""} ${c.class ?? ""}">${c.cell(row)}</td>`,
                )}
              </tr>`;
            },
          )}
          <tr class="pad" aria-hidden="true"><td></td></tr>
        </tbody>
      </table>
      ${count === 0 ? html`<div class="vt-empty">${this.whenEmpty ?? "Nothing to show."}</div>` : nothing}
    </div>`;
  }

  rendered() {
    const height = this.rowHeight ?? 30;
    this.style.setProperty("--row", `${height}px`);
    const [above, below] = this.querySelectorAll("tr.pad");
    const space = (row, rows) => {
      row.hidden = rows <= 0;
      row.firstElementChild.style.height = `${Math.max(0, rows) * height}px`;
    };
    space(above, this.first);
    space(below, this.#count - this.last);
    this.observer.observe(this.firstElementChild);
    if (this.#first && this.current != null) {
      this.#first = false;
      this.changed("current");
      this.update();
    }
    if (this.#focus) {
      this.#focus = false;
      this.querySelector(`tr[data-i="${this.#active}"]`)?.focus({ preventScroll: true });
    }
    const range = `${this.first}-${this.last}`;
    if (this.onRange && range !== this.#range) {
      this.#range = range;
      this.onRange(this.first, this.last);
    }
  }

  /** Gives the keyboard to the list. */
  focusRows() {
    this.querySelector('tr[tabindex="0"]')?.focus();
  }
}
VirtualTable.define("v-table");
