// <c-tree>: objects below their owners, as a tree that is usable by keyboard.

import { Element, html, nothing, repeat } from "./core.js";
import { refHref } from "./api.js";
import { navigate, pill } from "./ui.js";

const FIRST_CHILDREN = 50;

/** Property `nodes`: {ref: {kind, name, parent, state, detail, order, gone}}; `label`. */
export class ObjectTree extends Element {
  static properties = ["nodes", "label", "root"];

  #closed = new Set();
  #all = new Set();
  #active = null;
  #focus = false;

  #lines() {
    const children = new Map();
    const nodes = this.nodes ?? {};
    for (const [ref, node] of Object.entries(nodes)) {
      const parent = node.parent && (nodes[node.parent] || node.parent === this.root) ? node.parent : "";
      if (!children.has(parent)) children.set(parent, []);
      children.get(parent).push({ ref, ...node });
    }
    for (const list of children.values())
      list.sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name, "en", { numeric: true }));
    const lines = [];
    const add = (list, level, parent, guides) => {
      const shown = this.#all.has(parent) ? list : list.slice(0, FIRST_CHILDREN);
      shown.forEach((node, i) => {
        const below = children.get(node.ref) ?? [];
        const open = !this.#closed.has(node.ref);
        const last = i === shown.length - 1 && shown.length === list.length;
        lines.push({ ...node, level, size: list.length, position: i + 1, below: below.length, open, parent, guides, last });
        if (open && below.length && level < 20) add(below, level + 1, node.ref, [...guides, last ? "  " : "│ "]);
      });
      if (shown.length < list.length)
        lines.push({ ref: `${parent}#more`, more: list.length - shown.length, of: parent, level, guides, last: true });
    };
    const roots = [...(children.get("") ?? []), ...(this.root ? children.get(this.root) ?? [] : [])];
    add(roots, 1, "", []);
    return lines;
  }

  #key(event, lines) {
    const i = Math.max(0, lines.findIndex((line) => line.ref === this.#active));
    const line = lines[i];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case "ArrowDown":
      case "j":
        this.#move(lines[Math.min(lines.length - 1, i + 1)]);
        break;
      case "ArrowUp":
      case "k":
        this.#move(lines[Math.max(0, i - 1)]);
        break;
      case "Home":
        this.#move(lines[0]);
        break;
      case "End":
        this.#move(lines.at(-1));
        break;
      case "ArrowRight":
        if (line.below && !line.open) this.#toggle(line);
        else if (line.below) this.#move(lines[i + 1]);
        break;
      case "ArrowLeft":
        if (line.below && line.open) this.#toggle(line);
        else this.#move(lines.find((other) => other.ref === line.parent));
        break;
      case "Enter":
        if (line.more) this.#showAll(line);
        else navigate(refHref(line.ref));
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #move(line) {
    if (!line) return;
    this.#active = line.ref;
    this.#focus = true;
    this.update();
  }

  #toggle(line) {
    if (!this.#closed.delete(line.ref)) this.#closed.add(line.ref);
    this.#focus = true;
    this.update();
  }

  #showAll(line) {
    this.#all.add(line.of);
    this.update();
  }

  template() {
    const lines = this.#lines();
    if (!lines.some((line) => line.ref === this.#active)) this.#active = lines[0]?.ref ?? null;
    return html`<ul class="tree" role="tree" aria-label=${this.label} @keydown=${(e) => this.#key(e, lines)}>
      ${repeat(
        lines,
        (line) => line.ref,
        (line) =>
          html`<li
            role="treeitem"
            aria-level=${line.level}
            aria-setsize=${line.size ?? nothing}
            aria-posinset=${line.position ?? nothing}
            aria-expanded=${line.below ? String(line.open) : nothing}
            tabindex=${line.ref === this.#active ? 0 : -1}
            data-ref=${line.ref}
            class=${line.gone ? "gone" : ""}
            @focus=${() => (this.#active = line.ref)}
          >
            <span class="guides" aria-hidden="true"
              >${line.guides.join("")}${line.level > 1 ? (line.last ? "└ " : "├ ") : ""}</span
            >${line.more
              ? html`<button type="button" class="quiet" tabindex="-1" @click=${() => this.#showAll(line)}>
                  show ${line.more} more
                </button>`
              : html`${line.below
                    ? html`<button
                        type="button"
                        class="twist"
                        tabindex="-1"
                        aria-hidden="true"
                        @click=${() => this.#toggle(line)}
                      >
                        ${line.open ? "▾" : "▸"}
                      </button>`
                    : html`<span class="twist" aria-hidden="true"></span>`}<span class="kind">${line.kind}</span>
                  <a href=${refHref(line.ref)} tabindex="-1">${line.name}</a>
                  ${line.state ? pill(line.state) : nothing}
                  ${line.detail ? html`<span class="muted">${line.detail}</span>` : nothing}
                  ${line.gone ? html`<span class="muted">deleted</span>` : nothing}`}
          </li>`,
      )}
    </ul>`;
  }

  rendered() {
    if (!this.#focus) return;
    this.#focus = false;
    this.querySelector('li[tabindex="0"]')?.focus();
  }
}
ObjectTree.define("c-tree");
