// <c-lanes>: a recorded run as one lane per process, drawn on a canvas: writes, watch events, faults.

import { Element, html, onThemeChange, themeColors } from "./core.js";
import { integer } from "./format.js";
import { isFault } from "./recording.js";

const LANE = 26;
const LABEL = 132;
const NARROW_LABEL = 84;
const TOP = 18;
const OVERVIEW = 30;
const SLOT = 9;

/** Properties: `recording`, `step` (index), `onStep(i)`, `mark` (index of the first difference). */
export class Lanes extends Element {
  static properties = ["recording", "step", "onStep", "mark"];

  #drag = false;

  connected() {
    this.onDisconnect(onThemeChange(() => this.#draw()));
    this.observer = new ResizeObserver(() => this.#draw());
    this.onDisconnect(() => this.observer.disconnect());
  }

  template() {
    const steps = this.recording.steps;
    const step = steps[this.step];
    return html`<canvas
      role="img"
      aria-label="Lanes of ${integer(this.recording.processes.length)} processes, step ${this.step + 1} of ${steps.length}: ${step?.text ?? ""}"
      @pointerdown=${(e) => this.#press(e)}
      @pointermove=${(e) => this.#drag && this.#scrub(e)}
      @pointerup=${() => (this.#drag = false)}
      @pointercancel=${() => (this.#drag = false)}
    ></canvas>`;
  }

  rendered() {
    this.canvas = this.querySelector("canvas");
    this.observer.observe(this);
    this.#draw();
  }

  get #label() {
    return this.clientWidth < 600 ? NARROW_LABEL : LABEL;
  }

  /** The steps in sight: as many as fit, with the current one inside. */
  #window() {
    const fit = Math.max(10, Math.floor((this.clientWidth - this.#label - 8) / SLOT));
    const count = this.recording.steps.length;
    if (count <= fit) return [0, count];
    const first = Math.max(0, Math.min(count - fit, this.step - Math.floor(fit * 0.6)));
    return [first, first + fit];
  }

  #press(event) {
    const box = this.canvas.getBoundingClientRect();
    const y = event.clientY - box.top;
    if (y > this.#lanesBottom()) {
      this.#drag = true;
      this.canvas.setPointerCapture(event.pointerId);
      this.#scrub(event);
      return;
    }
    const [first, last] = this.#window();
    const x = event.clientX - box.left - this.#label;
    const width = (box.width - this.#label - 8) / (last - first);
    const lane = Math.floor((y - TOP) / LANE);
    const near = Math.floor(x / width) + first;
    let best = -1;
    for (let i = Math.max(first, near - 3); i <= Math.min(last - 1, near + 3); i++) {
      const same = this.recording.processes.indexOf(this.recording.steps[i].process) === lane;
      const distance = Math.abs(i - near) + (same ? 0 : 3);
      if (best < 0 || distance < best.distance) best = { i, distance };
    }
    if (best.i >= 0) this.onStep?.(best.i);
  }

  #scrub(event) {
    const box = this.canvas.getBoundingClientRect();
    const share = (event.clientX - box.left - this.#label) / (box.width - this.#label - 8);
    const count = this.recording.steps.length;
    this.onStep?.(Math.max(0, Math.min(count - 1, Math.round(share * (count - 1)))));
  }

  #lanesBottom() {
    return TOP + this.recording.processes.length * LANE + 4;
  }

  #draw() {
    const canvas = this.canvas;
    if (!canvas?.isConnected) return;
    const { steps, processes } = this.recording;
    const width = this.clientWidth;
    const height = this.#lanesBottom() + OVERVIEW;
    if (!width) return;
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    const [text, muted, line, accent, bad, wait, panel] = themeColors("text", "muted", "line", "accent", "bad", "wait", "sunken");
    const label = this.#label;
    const [first, last] = this.#window();
    const slot = Math.min(28, (width - label - 8) / Math.max(1, last - first));
    const x = (i) => label + (i - first + 0.5) * slot;
    const lane = new Map(processes.map((name, i) => [name, TOP + i * LANE + LANE / 2]));
    context.textBaseline = "middle";
    context.font = "12px system-ui, sans-serif";
    const current = steps[this.step];
    processes.forEach((name) => {
      const y = lane.get(name);
      context.strokeStyle = line;
      context.beginPath();
      context.moveTo(label, Math.round(y) + 0.5);
      context.lineTo(width - 8, Math.round(y) + 0.5);
      context.stroke();
      context.fillStyle = current?.process === name ? text : muted;
      context.fillText(fit(context, name, label - 14), 0, y);
    });
    // virtual time above the lanes, where it changes
    context.font = "10.5px system-ui, sans-serif";
    context.fillStyle = muted;
    let free = label;
    for (let i = first; i < last; i++) {
      if (i > first && steps[i].t === steps[i - 1].t) continue;
      if (x(i) < free) continue;
      const at = seconds(steps[i].t);
      context.fillText(at, x(i) - 2, 7);
      free = x(i) + context.measureText(at).width + 14;
    }
    if (this.mark != null && this.mark >= first && this.mark < last) {
      context.fillStyle = wait;
      context.globalAlpha = 0.16;
      context.fillRect(x(this.mark) - slot / 2, TOP - 4, width - 8 - x(this.mark) + slot / 2, processes.length * LANE + 4);
      context.globalAlpha = 1;
    }
    if (this.step >= first && this.step < last) {
      context.fillStyle = accent;
      context.globalAlpha = 0.14;
      context.fillRect(x(this.step) - slot / 2, TOP - 4, slot, processes.length * LANE + 4);
      context.globalAlpha = 1;
      context.fillRect(Math.round(x(this.step)), TOP - 4, 1, processes.length * LANE + 4);
    }
    for (let i = first; i < last; i++) {
      const step = steps[i];
      mark(context, step, x(i), lane.get(step.process) ?? TOP, { accent, bad, wait, muted, panel, same: step.object && step.object === current?.object });
    }
    this.#overview(context, width, label, { line, muted, accent, bad, panel, first, last });
  }

  /** The whole run as a strip below the lanes: density of steps, faults, and what is in sight. */
  #overview(context, width, label, { muted, accent, bad, panel, first, last }) {
    const { steps } = this.recording;
    const top = this.#lanesBottom() + 6;
    const high = OVERVIEW - 10;
    const inner = width - label - 8;
    const x = (i) => label + (i / Math.max(1, steps.length - 1)) * inner;
    context.fillStyle = panel;
    context.fillRect(label, top, inner, high);
    context.fillStyle = muted;
    context.fillText("whole run", 0, top + high / 2);
    const columns = new Uint16Array(Math.ceil(inner) + 1);
    steps.forEach((step, i) => {
      if (step.type === "write") columns[Math.floor(x(i) - label)]++;
    });
    const highest = Math.max(1, ...columns);
    context.globalAlpha = 0.5;
    columns.forEach((n, i) => {
      if (n) context.fillRect(label + i, top + high, 1, -Math.max(2, (n / highest) * (high - 3)));
    });
    context.globalAlpha = 1;
    context.fillStyle = bad;
    steps.forEach((step, i) => {
      if (isFault(step)) context.fillRect(Math.round(x(i)) - 1, top, 2.5, high);
    });
    context.strokeStyle = accent;
    context.strokeRect(Math.round(x(first)) + 0.5, top + 0.5, Math.max(3, Math.round(x(last - 1) - x(first))), high - 1);
    context.fillStyle = accent;
    context.fillRect(Math.round(x(this.step)) - 1, top - 2, 2.5, high + 4);
  }
}
Lanes.define("c-lanes");

const seconds = (t) => `${Number((t ?? 0).toFixed(3))}s`;

function fit(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 3 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}

function mark(context, step, x, y, { accent, bad, wait, muted, panel, same }) {
  const failed = step.status >= 400;
  if (isFault(step)) {
    context.fillStyle = bad;
    context.beginPath();
    context.moveTo(x, y - 7);
    context.lineTo(x + 6, y + 5);
    context.lineTo(x - 6, y + 5);
    context.fill();
    return;
  }
  switch (step.type) {
    case "write":
      context.fillStyle = failed ? wait : accent;
      context.globalAlpha = same || failed ? 1 : 0.8;
      context.fillRect(x - 3.5, y - 5, 7, 10);
      context.globalAlpha = 1;
      break;
    case "event":
      context.strokeStyle = same ? accent : muted;
      context.fillStyle = panel;
      context.lineWidth = 1.4;
      context.beginPath();
      context.arc(x, y, 3.2, 0, 7);
      context.fill();
      context.stroke();
      context.lineWidth = 1;
      break;
    case "start":
    case "restart":
      context.strokeStyle = accent;
      context.lineWidth = 1.6;
      context.beginPath();
      context.moveTo(x - 3, y - 5);
      context.lineTo(x + 3, y);
      context.lineTo(x - 3, y + 5);
      context.stroke();
      context.lineWidth = 1;
      break;
    default:
      context.fillStyle = muted;
      context.fillRect(x - 1.2, y - 1.2, 2.4, 2.4);
  }
  if (same) {
    context.fillStyle = accent;
    context.fillRect(x - 3, y + 8, 6, 1.5);
  }
}
