// The base of all views: follows one document of the server and shows problems in one way.

import { Element, html } from "./core.js";
import { followView } from "./api.js";
import { loading, problemNote } from "./ui.js";

export class View extends Element {
  static properties = ["route"];

  document = null;
  problem = null;
  #stream = null;
  #search = "";

  /** The parameters of the view's document; null if it needs none. */
  follows() {
    return null;
  }

  connected() {
    this.#open();
  }

  changed() {
    this.#open();
  }

  disconnected() {
    this.#stream?.close();
    this.#stream = null;
    this.#search = "";
  }

  /** Opens another stream if the parameters have changed; the old document stays until it is replaced. */
  #open() {
    const params = this.follows();
    const search = JSON.stringify(params);
    if (search === this.#search) return;
    this.#search = search;
    this.#stream?.close();
    this.#stream = null;
    this.problem = null;
    if (!params) return;
    if (this.document && !this.keeps(params, this.document)) this.document = null;
    this.#stream = followView(params, {
      document: (document) => {
        this.document = document;
        this.problem = null;
        this.received(document);
        this.update();
      },
      problem: (problem) => {
        this.problem = problem;
        this.update();
      },
    });
  }

  reopen() {
    this.#open();
  }

  /** Whether the old document may be shown while the one of the new parameters is loading. */
  keeps() {
    return true;
  }

  received() {}

  template() {
    if (this.problem && !this.document) return html`${this.heading()}${problemNote(this.problem)}`;
    if (!this.document || (this.document.loading && this.isEmpty?.(this.document)))
      return html`${this.heading()}${loading()}`;
    return this.content(this.document);
  }

  heading() {
    return html`<h1 tabindex="-1">${this.title ?? ""}</h1>`;
  }

  query(name) {
    return this.route.query.get(name) ?? "";
  }
}
