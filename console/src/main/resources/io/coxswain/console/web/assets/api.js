// Requests to the console's server, live documents and references to objects.

let session = { authenticated: false };

export const currentSession = () => session;

/** What the server reported instead of a result: code, reason and a sentence. */
export class ApiError extends Error {
  constructor(error) {
    super(error.message || error.reason || "The server could not be reached.");
    this.code = error.code ?? 0;
    this.reason = error.reason ?? "";
  }
}

export async function loadSession() {
  session = await get("/api/session");
  return session;
}

export async function get(path) {
  return read(await attempt(path, { headers: { Accept: "application/json" } }));
}

export async function post(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  if (session.csrf) headers["X-Coxswain-Csrf"] = session.csrf;
  return read(await attempt(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function attempt(path, options) {
  try {
    return await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new ApiError({ reason: "Unreachable", message: "The console's server cannot be reached." });
  }
}

async function read(response) {
  if (response.status === 204) return {};
  let body;
  try {
    body = await response.json();
  } catch {
    body = {};
  }
  if (!response.ok)
    throw new ApiError(
      body.error ?? { code: response.status, message: `The server responded with status ${response.status}.` },
    );
  return body;
}

/** The query string of the parameters that have a value. */
export function query(params) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value != null && value !== "" && value !== false) search.set(name, String(value));
  return search.toString();
}

/** RFC 7386, without changing the target: what did not change stays the same object. */
export function mergePatch(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const out = target && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete out[key];
    else out[key] = mergePatch(out[key], value);
  }
  return out;
}

let skew = 0;

/** The time of the server, as far as it is known. */
export const serverNow = () => Date.now() + skew;

function learnTime(now) {
  const at = Date.parse(now);
  if (!Number.isNaN(at)) skew = at - Date.now();
}

/** Reports "live", "connecting", "lost" or "ended" of the open streams to the shell. */
export const connection = new EventTarget();

function report(state, message = "") {
  connection.dispatchEvent(new CustomEvent("state", { detail: { state, message } }));
}

/** Streams that this page has closed since it opened one; the server would notice only at its next event. */
const closedStreams = [];
const MOST_CLOSED = 12;
let streams = 0;
const pageId = Math.random().toString(36).slice(2, 12);

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 15000;

/**
 * Follows server-sent events at a path and survives disconnects: the browser resumes with
 * Last-Event-ID by itself; after a rejected request the stream is opened again with a growing delay.
 * Ends for good when the server says so or when the session has ended.
 */
export class Stream {
  #path;
  #probe;
  #on;
  #source;
  #timer;
  #delay = FIRST_DELAY;
  #closed = false;
  #main;
  #id = "";

  /**
   * @param on handlers by event name; `problem` gets an ApiError
   * @param options.probe a path that responds with the error of a stream that cannot be opened
   * @param options.main whether the shell shows the state of this stream
   */
  constructor(path, on, { probe = null, main = false } = {}) {
    this.#path = path;
    this.#probe = probe;
    this.#on = on;
    this.#main = main;
    this.#open();
  }

  close() {
    this.#state("none");
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#forget();
  }

  /** Has the next stream report that this one is closed. */
  #forget() {
    if (this.#id) closedStreams.push(this.#id);
    if (closedStreams.length > MOST_CLOSED) closedStreams.shift();
    this.#id = "";
  }

  #state(state, message) {
    if (this.#main) report(state, message);
  }

  #open() {
    this.#state("connecting");
    this.#forget();
    this.#id = `${pageId}-${++streams}`;
    const search = query({ stream: this.#id, closed: closedStreams.splice(0).join(",") });
    const source = new EventSource(`${this.#path}${this.#path.includes("?") ? "&" : "?"}${search}`);
    this.#source = source;
    source.onopen = () => {
      this.#delay = FIRST_DELAY;
      this.#state("live");
      this.#on.open?.();
    };
    for (const [name, handler] of Object.entries(this.#on)) {
      if (name === "problem" || name === "open") continue;
      source.addEventListener(name, (event) => handler(JSON.parse(event.data)));
    }
    source.addEventListener("ping", (event) => learnTime(JSON.parse(event.data).now));
    source.addEventListener("problem", (event) => {
      const problem = JSON.parse(event.data);
      if (problem.final) {
        this.close();
        this.#state("ended", problem.message);
      }
      this.#on.problem?.(new ApiError(problem), Boolean(problem.final));
    });
    source.addEventListener("bye", () => {
      source.close();
      this.#state("lost");
      this.#retry();
    });
    source.onerror = () => {
      this.#state("lost");
      if (source.readyState === EventSource.CLOSED) this.#retry();
    };
  }

  #retry() {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#again(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  async #again() {
    try {
      const now = await loadSession();
      if (this.#closed) return;
      if (!now.authenticated) {
        this.close();
        window.dispatchEvent(new Event("coxswain-session"));
        return;
      }
      if (this.#probe) await get(this.#probe);
    } catch (error) {
      if (this.#closed) return;
      if (error.code >= 400 && error.code < 500 && error.code !== 429) {
        this.close();
        this.#state("ended", error.message);
        this.#on.problem?.(error, true);
        return;
      }
      if (error.code) this.#on.problem?.(error, false);
      this.#retry();
      return;
    }
    if (!this.#closed) this.#open();
  }
}

/** Follows one view: calls `on.document` with each new state of its document. */
export function followView(params, on, { main = true } = {}) {
  let current;
  const search = query(params);
  return new Stream(
    `/api/stream?${search}`,
    {
      snapshot(next) {
        current = next;
        if (next.now) learnTime(next.now);
        on.document(current);
      },
      delta(patch) {
        current = mergePatch(current, patch);
        if (patch.now) learnTime(patch.now);
        on.document(current);
      },
      problem: on.problem,
    },
    { probe: `/api/view?${search}`, main },
  );
}

/** The parts of a reference GROUP/VERSION/PLURAL/NAMESPACE/NAME. */
export function parseRef(ref) {
  const [group, version, plural, namespace, ...name] = String(ref).split("/");
  return {
    group: group === "core" ? "" : group,
    version,
    plural,
    namespace: namespace === "_" ? "" : namespace,
    name: name.join("/"),
  };
}

const path = (...segments) => `/${segments.map(encodeURIComponent).join("/")}`;

export const objectHref = (ref) => path("object", ...String(ref).split("/"));

/** The best page for an object: trainings have their own. */
export function refHref(ref) {
  const { plural, namespace, name } = parseRef(ref);
  return plural === "trainjobs" ? path("trainings", namespace, name) : objectHref(ref);
}

export const trainingHref = (id) => path("trainings", ...id.split("/"));
export const kindHref = (kind) => path("browse", kind.group || "core", kind.version, kind.plural);
