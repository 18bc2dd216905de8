// <c-lines>: any number of text lines, of which only those in sight are rendered. For logs and YAML.

import { Element, html, repeat } from "./core.js";

const OVERSCAN = 20;

/**
 * Properties: `count`; `lineAt(i)` gives the template of a line; `keyAt(i)`; `follow` keeps the end in
 * sight; `onFollow(boolean)` reports that the user scrolled away from the end or back to it;
 * `columns`: the length of the longest line, which sets the width of the content.
 */
export class Lines extends Element {
  static properties = ["count", "lineAt", "keyAt", "follow", "onFollow", "label", "columns", "version"];

  #top = 0;
  #height = 400;
  #frame = 0;
  lineHeight = 18;

  connected() {
    this.observer = new ResizeObserver(() => {
      const scroller = this.firstElementChild;
      if (scroller && Math.abs(scroller.clientHeight - this.#height) > 1) {
        this.#height = scroller.clientHeight;
        this.update();
      }
    });
    this.onDisconnect(() => this.observer.disconnect());
  }

  #scrolled(event) {
    const scroller = event.currentTarget;
    const up = scroller.scrollTop < this.#top - 2;
    this.#top = scroller.scrollTop;
    const atEnd = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < this.lineHeight * 1.5;
    if (up && this.follow && !atEnd) this.onFollow?.(false);
    else if (!this.follow && atEnd && this.onFollow && scroller.scrollTop > 0) this.onFollow(true);
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.update();
    });
  }

  template() {
    const count = this.count ?? 0;
    if (this.follow) this.#top = Math.max(0, count * this.lineHeight - this.#height);
    const first = Math.max(0, Math.min(Math.floor(this.#top / this.lineHeight) - OVERSCAN, count - 1));
    const last = Math.min(count, Math.ceil((this.#top + this.#height) / this.lineHeight) + OVERSCAN);
    const visible = [];
    for (let i = first; i < last; i++) visible.push(i);
    this.first = first;
    return html`<div class="lines" tabindex="0" role="log" aria-live="off" aria-label=${this.label} @scroll=${(e) => this.#scrolled(e)}>
      <div class="lines-size">
        <div class="lines-window">
          ${repeat(
            visible,
            (i) => this.keyAt?.(i) ?? i,
            (i) => this.lineAt(i),
          )}
        </div>
      </div>
    </div>`;
  }

  rendered() {
    const scroller = this.firstElementChild;
    const size = scroller.firstElementChild;
    size.style.height = `${(this.count ?? 0) * this.lineHeight + 8}px`;
    size.style.minWidth = this.columns ? `${this.columns}ch` : "";
    size.firstElementChild.style.transform = `translateY(${this.first * this.lineHeight}px)`;
    this.observer.observe(scroller);
    if (this.follow) {
      scroller.scrollTop = scroller.scrollHeight;
      this.#top = scroller.scrollTop;
    }
  }
}
Lines.define("c-lines");
