// <node-heat>: one small square per node, coloured by load. A picture; the table next to it holds the same in words.

import { Element, html, onThemeChange, themeColors } from "./core.js";
import { integer } from "./format.js";

/** Property `heat`: {version, cells}: a character per node, 0-9 load, n not ready, c cordoned. */
export class NodeHeat extends Element {
  static properties = ["heat"];

  connected() {
    this.onDisconnect(onThemeChange(() => this.#draw()));
    this.observer = new ResizeObserver(() => this.#draw());
    this.onDisconnect(() => this.observer.disconnect());
  }

  template() {
    const cells = this.heat?.cells ?? "";
    let full = 0;
    let idle = 0;
    let out = 0;
    for (const c of cells) {
      if (c === "n" || c === "c") out++;
      else if (c === "9") full++;
      else if (c === "0") idle++;
    }
    return html`<figure class="heat card">
      <figcaption>
        <b>Load by node</b>
        <span class="scale" aria-hidden="true"
          >idle ${[0, 1, 2, 3, 4].map((i) => html`<i class="h${i}"></i>`)} full <i class="hn"></i> not ready <i class="hc"></i> cordoned</span
        >
      </figcaption>
      <canvas
        role="img"
        aria-label="Load of ${integer(cells.length)} nodes: ${integer(full)} full, ${integer(idle)} nearly idle, ${integer(out)} not ready or cordoned"
      ></canvas>
    </figure>`;
  }

  rendered() {
    this.canvas = this.querySelector("canvas");
    this.observer.observe(this);
    this.#draw();
  }

  #draw() {
    const canvas = this.canvas;
    if (!canvas?.isConnected) return;
    const cells = this.heat?.cells ?? "";
    const width = canvas.parentElement.clientWidth - 24;
    if (width <= 0) return;
    const size = cells.length > 3000 ? 6 : cells.length > 600 ? 9 : cells.length > 100 ? 14 : 20;
    const gap = size > 8 ? 2 : 1;
    const perRow = Math.max(1, Math.floor(width / (size + gap)));
    const height = Math.ceil(cells.length / perRow) * (size + gap);
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    const colors = themeColors("h0", "h1", "h2", "h3", "h4", "bad", "idle");
    for (let i = 0; i < cells.length; i++) {
      const c = cells[i];
      context.fillStyle = c === "n" ? colors[5] : c === "c" ? colors[6] : colors[Math.min(4, Math.floor(Number(c) / 2))];
      context.fillRect((i % perRow) * (size + gap), Math.floor(i / perRow) * (size + gap), size, size);
    }
  }
}
NodeHeat.define("node-heat");
