// <c-chart>: curves over time on a canvas, with zoom by drag or keyboard and a crosshair.

import { Element, html, nothing, onThemeChange, themeColors } from "./core.js";
import { duration, number } from "./format.js";

const PAD = { left: 52, right: 12, top: 10, bottom: 22 };
const COLORS = ["s1", "s2", "s3", "s4", "s5", "s6"];

/** Round numbers that divide a range into about n steps. */
export function ticks(low, high, n) {
  const span = high - low;
  if (!(span > 0)) return [low];
  const raw = span / Math.max(1, n);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw);
  const out = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-9; v += step) out.push(Math.abs(v) < step * 1e-9 ? 0 : v);
  return out;
}

/** Ticks of elapsed seconds at human steps. */
export function timeTicks(low, high, n) {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800];
  const raw = (high - low) / Math.max(1, n);
  if (raw < 1) return ticks(low, high, n);
  const step = steps.find((s) => s >= raw) ?? 604800 * Math.ceil(raw / 604800);
  const out = [];
  for (let v = Math.ceil(low / step) * step; v <= high; v += step) out.push(v);
  return out;
}

function tickText(v) {
  if (v === 0) return "0";
  if (v % 86400 === 0) return `${v / 86400}d`;
  if (v % 3600 === 0) return `${v / 3600}h`;
  if (v % 60 === 0 && v < 36000) return `${v / 60}m`;
  return v < 1 ? `${number(v)}s` : duration(v);
}

/** The index of the last point whose x is not above the given one; -1 if there is none. */
function indexBefore(points, x) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Properties: `label`; `series` [{name, color (0-5), points [[seconds, value]]}]; `range` [from, to] or null;
 * `onZoom(range)`.
 */
export class Chart extends Element {
  static properties = ["label", "series", "range", "onZoom", "log"];

  #hover = null;
  #drag = null;

  connected() {
    this.onDisconnect(onThemeChange(() => this.update()));
    this.observer = new ResizeObserver(() => this.#draw());
    this.onDisconnect(() => this.observer.disconnect());
  }

  #extent() {
    let low = Infinity;
    let high = -Infinity;
    for (const { points } of this.series ?? []) {
      if (!points.length) continue;
      low = Math.min(low, points[0][0]);
      high = Math.max(high, points.at(-1)[0]);
    }
    if (low > high) return [0, 1];
    return low === high ? [low - 1, high + 1] : [low, high];
  }

  #summary() {
    const parts = (this.series ?? [])
      .filter((s) => s.points.length)
      .map((s) => {
        const values = s.points.map((p) => p[1]);
        return `${s.name}: first ${number(values[0])}, last ${number(values.at(-1))}, lowest ${number(Math.min(...values))}, highest ${number(Math.max(...values))}`;
      });
    return `${this.label}. ${parts.join("; ") || "no values yet"}.`;
  }

  #zoom(range) {
    const [low, high] = this.#extent();
    if (!range) return this.onZoom?.(null);
    let [from, to] = range;
    const width = Math.max((high - low) / 500, Math.min(to - from, high - low));
    from = Math.max(low, Math.min(from, high - width));
    to = from + width;
    this.onZoom?.(from <= low && to >= high ? null : [from, to]);
  }

  #key(event) {
    const [from, to] = this.range ?? this.#extent();
    const width = to - from;
    const middle = this.#hover ?? (from + to) / 2;
    switch (event.key) {
      case "+":
      case "=":
        this.#zoom([middle - width / 4, middle + width / 4]);
        break;
      case "-":
        this.#zoom([from - width / 2, to + width / 2]);
        break;
      case "0":
      case "Escape":
        if (!this.range) return;
        this.#zoom(null);
        break;
      case "ArrowLeft":
      case "ArrowRight": {
        const sign = event.key === "ArrowLeft" ? -1 : 1;
        if (event.shiftKey) this.#zoom([from + (sign * width) / 4, to + (sign * width) / 4]);
        else {
          this.#hover = Math.max(from, Math.min(to, middle + (sign * width) / 60));
          this.#draw();
        }
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  }

  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    const [from, to] = this.range ?? this.#extent();
    const inner = box.width - PAD.left - PAD.right;
    const share = (event.clientX - box.left - PAD.left) / inner;
    return from + Math.max(0, Math.min(1, share)) * (to - from);
  }

  #pointer(event) {
    const at = this.#at(event);
    switch (event.type) {
      case "pointerdown":
        if (event.button !== 0) return;
        this.canvas.setPointerCapture(event.pointerId);
        this.#drag = [at, at];
        break;
      case "pointermove":
        this.#hover = at;
        if (this.#drag) this.#drag[1] = at;
        break;
      case "pointerup": {
        const drag = this.#drag;
        this.#drag = null;
        const [from, to] = this.range ?? this.#extent();
        if (drag && Math.abs(drag[1] - drag[0]) > (to - from) / 100)
          this.#zoom([Math.min(...drag), Math.max(...drag)]);
        break;
      }
      default:
        this.#hover = null;
        this.#drag = null;
    }
    this.#draw();
  }

  template() {
    const named = (this.series?.length ?? 0) > 1;
    return html`<figure class="chart">
      <figcaption>
        <b>${this.label}</b>
        <span class="last num"
          >${(this.series ?? []).map(
            (s) =>
              html`<span class="key k${s.color}"
                ><i aria-hidden="true"></i>${named ? html`${s.name} ` : nothing}<b
                  >${number(s.points.at(-1)?.[1])}</b
                ></span
              >`,
          )}</span
        >
      </figcaption>
      <div class="plot">
        <canvas
          tabindex="0"
          role="img"
          aria-label=${this.#summary()}
          @pointerdown=${(e) => this.#pointer(e)}
          @pointermove=${(e) => this.#pointer(e)}
          @pointerup=${(e) => this.#pointer(e)}
          @pointerleave=${(e) => this.#pointer(e)}
          @pointercancel=${(e) => this.#pointer(e)}
          @dblclick=${() => this.#zoom(null)}
          @keydown=${(e) => this.#key(e)}
        ></canvas>
        <div class="tip num" hidden></div>
      </div>
    </figure>`;
  }

  rendered() {
    this.canvas = this.querySelector("canvas");
    this.tip = this.querySelector(".tip");
    this.observer.observe(this.canvas);
    this.#draw();
  }

  #draw() {
    const canvas = this.canvas;
    if (!canvas?.isConnected) return;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (!width || !height) return;
    const scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const [muted, line, accent, ...colors] = themeColors("muted", "line", "accent", ...COLORS);
    const [from, to] = this.range ?? this.#extent();
    let low = Infinity;
    let high = -Infinity;
    const visible = (this.series ?? []).map((s) => {
      const first = Math.max(0, indexBefore(s.points, from));
      const last = Math.min(s.points.length - 1, indexBefore(s.points, to) + 1);
      for (let i = first; i <= last; i++) {
        const v = s.points[i][1];
        if (v < low) low = v;
        if (v > high) high = v;
      }
      return { ...s, first, last };
    });
    if (low > high) [low, high] = [0, 1];
    if (low === high) [low, high] = [low - Math.abs(low || 1) * 0.1, high + Math.abs(high || 1) * 0.1];
    else [low, high] = [low - (high - low) * 0.06, high + (high - low) * 0.06];
    const inner = { width: width - PAD.left - PAD.right, height: height - PAD.top - PAD.bottom };
    const x = (v) => PAD.left + ((v - from) / (to - from)) * inner.width;
    const y = (v) => PAD.top + (1 - (v - low) / (high - low)) * inner.height;

    context.font = "11px system-ui, sans-serif";
    context.fillStyle = muted;
    context.strokeStyle = line;
    context.lineWidth = 1;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const v of ticks(low, high, Math.max(2, Math.floor(inner.height / 36)))) {
      const at = Math.round(y(v)) + 0.5;
      context.beginPath();
      context.moveTo(PAD.left, at);
      context.lineTo(width - PAD.right, at);
      context.stroke();
      context.fillText(number(Number(v.toPrecision(6))), PAD.left - 7, at);
    }
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (const v of timeTicks(from, to, Math.max(2, Math.floor(inner.width / 80)))) {
      context.fillText(tickText(v), Math.max(PAD.left, x(v)), height - 6);
    }

    context.save();
    context.beginPath();
    context.rect(PAD.left, 0, inner.width, height - PAD.bottom + 1);
    context.clip();
    if (this.#drag) {
      context.fillStyle = accent;
      context.globalAlpha = 0.12;
      context.fillRect(x(Math.min(...this.#drag)), PAD.top, Math.abs(x(this.#drag[1]) - x(this.#drag[0])), inner.height);
      context.globalAlpha = 1;
    }
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    for (const s of visible) {
      context.strokeStyle = colors[s.color % colors.length];
      context.beginPath();
      this.#trace(context, s, x, y, inner.width);
      context.stroke();
      if (s.last === s.first && s.points.length) {
        context.fillStyle = context.strokeStyle;
        context.beginPath();
        context.arc(x(s.points[s.first][0]), y(s.points[s.first][1]), 2.5, 0, 7);
        context.fill();
      }
    }
    if (this.#hover != null) {
      const at = Math.round(x(this.#hover)) + 0.5;
      context.strokeStyle = muted;
      context.lineWidth = 1;
      context.setLineDash([3, 3]);
      context.beginPath();
      context.moveTo(at, PAD.top);
      context.lineTo(at, PAD.top + inner.height);
      context.stroke();
      context.setLineDash([]);
      for (const s of visible) {
        const i = indexBefore(s.points, this.#hover);
        if (i < 0) continue;
        context.fillStyle = colors[s.color % colors.length];
        context.beginPath();
        context.arc(x(s.points[i][0]), y(s.points[i][1]), 3, 0, 7);
        context.fill();
      }
    }
    context.restore();
    this.#showTip(visible, x, width);
  }

  /** Draws a curve with at most its lowest and highest point per pixel. */
  #trace(context, { points, first, last }, x, y, width) {
    if (last - first < width * 2) {
      for (let i = first; i <= last; i++) context.lineTo(x(points[i][0]), y(points[i][1]));
      return;
    }
    for (let i = first; i <= last; ) {
      const pixel = Math.round(x(points[i][0]));
      let low = i;
      let high = i;
      const start = i;
      while (i <= last && Math.round(x(points[i][0])) === pixel) {
        if (points[i][1] < points[low][1]) low = i;
        if (points[i][1] > points[high][1]) high = i;
        i++;
      }
      for (const j of [...new Set([start, Math.min(low, high), Math.max(low, high), i - 1])])
        context.lineTo(pixel, y(points[j][1]));
    }
  }

  #showTip(visible, x, width) {
    const tip = this.tip;
    if (this.#hover == null || this.#drag) {
      tip.hidden = true;
      return;
    }
    const lines = visible
      .map((s) => [s, s.points[indexBefore(s.points, this.#hover)]])
      .filter(([, point]) => point)
      .map(([s, point]) => `${visible.length > 1 ? `${s.name}  ` : ""}${number(point[1])}`);
    tip.hidden = false;
    tip.textContent = [duration(this.#hover), ...lines].join("\n");
    const at = x(this.#hover);
    tip.style.left = at > width / 2 ? "" : `${at + 10}px`;
    tip.style.right = at > width / 2 ? `${width - at + 10}px` : "";
  }
}
Chart.define("c-chart");
