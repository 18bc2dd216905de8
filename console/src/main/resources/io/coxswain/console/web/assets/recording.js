// A recorded simulation: its steps, and each object as it was at any step. No drawing, no network.

import { mergePatch } from "./api.js";

const FORMAT = "coxswain-recording/1";

export class Recording {
  #versions = new Map();

  constructor(json) {
    if (json === null || typeof json !== "object" || json.format !== FORMAT)
      throw new Error(`This is not a recording: "format" must be "${FORMAT}", found ${JSON.stringify(json?.format ?? null)}.`);
    if (!Array.isArray(json.steps)) throw new Error('The recording has no list "steps".');
    this.title = String(json.title ?? json.scenario ?? "Recording");
    this.seed = json.seed;
    this.faults = json.faults ?? "";
    this.result = json.result ?? "";
    this.failure = json.failure ?? "";
    this.truncated = Boolean(json.truncated);
    this.steps = json.steps;
    this.objects = json.objects ?? {};
    const known = new Set(json.processes ?? []);
    for (const step of this.steps) if (step.process) known.add(step.process);
    this.processes = [...known];
    this.refs = Object.keys(this.objects).sort();
  }

  static parse(text) {
    let json;
    try {
      json = JSON.parse(text);
    } catch (error) {
      throw new Error(`This is not a recording: ${error.message}`);
    }
    return new Recording(json);
  }

  /** All versions of an object, oldest first: {i, rv, object}; a deleted one has no object. */
  versions(ref) {
    let list = this.#versions.get(ref);
    if (list) return list;
    list = [];
    let current;
    for (const entry of this.objects[ref] ?? []) {
      if (entry.deleted) current = undefined;
      else if (entry.object !== undefined) current = entry.object;
      else current = mergePatch(current, entry.patch ?? {});
      list.push({ i: entry.i, rv: entry.rv, object: current, deleted: Boolean(entry.deleted) });
    }
    this.#versions.set(ref, list);
    return list;
  }

  /** The position in `versions(ref)` of what the object was after a step; -1 before it existed. */
  versionIndex(ref, i) {
    const list = this.versions(ref);
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].i <= i) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** What a watch event showed: the version of its resourceVersion, or what was stored at that step. */
  shownIndex(ref, step) {
    const stored = this.versionIndex(ref, step.i);
    if (step.type !== "event" || !step.rv) return stored;
    const list = this.versions(ref);
    for (let at = stored; at >= 0; at--) if (list[at].rv === step.rv) return at;
    return stored;
  }

  /** The next step from `i` in a direction that a predicate accepts; -1 if there is none. */
  find(i, direction, accepts) {
    for (let at = i + direction; at >= 0 && at < this.steps.length; at += direction) if (accepts(this.steps[at])) return at;
    return -1;
  }
}

const identity = (step) => `${step.process}|${step.type}|${step.verb ?? ""}|${step.object ?? ""}|${step.status ?? ""}|${step.text}`;

/** The index of the first step in which two runs differ; -1 if they are the same. */
export function firstDifference(a, b) {
  const length = Math.min(a.steps.length, b.steps.length);
  for (let i = 0; i < length; i++) if (identity(a.steps[i]) !== identity(b.steps[i])) return i;
  return a.steps.length === b.steps.length ? -1 : length;
}

export const isFault = (step) => step?.type === "fault" || step?.type === "kill" || Boolean(step?.fault);
export const isWrite = (step) => step?.type === "write";
