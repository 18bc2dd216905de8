// Templates and a small reactive element: what every other module of the console builds on.
export { html, svg, nothing, render } from "/lib/lit-html/lit-html.js";
export { repeat } from "/lib/lit-html/directives/repeat.js";
import { render } from "/lib/lit-html/lit-html.js";

/**
 * A custom element that renders `template()` into itself whenever one of its `properties` changes.
 * `connected()` and `disconnected()` are hooks; what `onDisconnect` registers runs at the end.
 */
export class Element extends HTMLElement {
  static properties = [];

  static define(name) {
    for (const property of this.properties) {
      const field = Symbol(property);
      Object.defineProperty(this.prototype, property, {
        get() {
          return this[field];
        },
        set(value) {
          const before = this[field];
          if (Object.is(before, value)) return;
          this[field] = value;
          if (this.isConnected) {
            this.changed(property, before);
            this.update();
          }
        },
      });
    }
    customElements.define(name, this);
  }

  #queued = false;
  #cleanups = [];

  connectedCallback() {
    this.connected();
    this.update();
  }

  disconnectedCallback() {
    this.disconnected();
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }

  connected() {}
  disconnected() {}
  changed() {}
  rendered() {}
  template() {
    return "";
  }

  onDisconnect(cleanup) {
    this.#cleanups.push(cleanup);
  }

  /** Adds a listener that is removed with the element. */
  listen(target, type, listener, options) {
    target.addEventListener(type, listener, options);
    this.onDisconnect(() => target.removeEventListener(type, listener, options));
  }

  update() {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (!this.isConnected) return;
      render(this.template(), this);
      this.rendered();
    });
  }
}

/** Announces a sentence to screen readers. */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (region) region.textContent = text;
}

/** The colours of the theme as the canvas needs them: resolved values of custom properties. */
export function themeColors(...names) {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const colors = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colors;
}

/** Calls back when light and dark are switched, by the system or by the toggle. */
export function onThemeChange(callback) {
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", callback);
  window.addEventListener("coxswain-theme", callback);
  return () => {
    media.removeEventListener("change", callback);
    window.removeEventListener("coxswain-theme", callback);
  };
}
