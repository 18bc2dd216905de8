// Numbers, durations and names as text. Pure functions.

/** A duration as kubectl prints ages: 45s, 12m, 3h20m, 4d. */
export function duration(seconds) {
  if (seconds == null || !Number.isFinite(seconds)) return "–";
  const s = Math.max(0, Math.round(seconds));
  if (s < 120) return `${s}s`;
  const m = Math.floor(s / 60);
  if (m < 10) return s % 60 ? `${m}m${s % 60}s` : `${m}m`;
  if (m < 180) return `${m}m`;
  const h = Math.floor(m / 60);
  if (h < 8) return m % 60 ? `${h}h${m % 60}m` : `${h}h`;
  if (h < 48) return `${h}h`;
  const d = Math.floor(h / 24);
  if (d < 8) return h % 24 ? `${d}d${h % 24}h` : `${d}d`;
  if (d < 730) return `${d}d`;
  return `${Math.floor(d / 365)}y`;
}

export const millis = (time) =>
  time == null ? null : typeof time === "number" ? time : Date.parse(time);

export function age(time, now = Date.now()) {
  const at = millis(time);
  return at == null || Number.isNaN(at) ? "–" : duration((now - at) / 1000);
}

export function clock(time) {
  const at = millis(time);
  if (at == null || Number.isNaN(at)) return "–";
  return new Date(at).toTimeString().slice(0, 8);
}

export function dateTime(time) {
  const at = millis(time);
  if (at == null || Number.isNaN(at)) return "–";
  const date = new Date(at);
  const two = (n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${date.toTimeString().slice(0, 8)}`;
}

/** A measured value with at most four significant digits. */
export function number(value) {
  if (value == null || value === "") return "–";
  const n = Number(value);
  if (!Number.isFinite(n)) return String(value);
  const a = Math.abs(n);
  if (a !== 0 && (a < 0.001 || a >= 1e7)) return n.toExponential(2);
  if (Number.isInteger(n)) return integer(n);
  return String(Number(n.toPrecision(4)));
}

export function integer(n) {
  return n == null ? "–" : Math.round(n).toLocaleString("en-US");
}

export function bytes(n) {
  if (n == null || !Number.isFinite(n)) return "–";
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  let v = n;
  while (v >= 1024 && i < units.length - 1) {
    v /= 1024;
    i++;
  }
  return `${i === 0 || v >= 100 ? Math.round(v) : v.toFixed(1)} ${units[i]}`;
}

/** Seconds of latency with a fitting unit. */
export function latency(seconds) {
  if (seconds == null || !Number.isFinite(seconds)) return "–";
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  return `${Number(seconds.toPrecision(3))} s`;
}

export const plural = (n, one, many = `${one}s`) => `${integer(n)} ${n === 1 ? one : many}`;

/** Virtual time of a simulation, from nanoseconds. */
export function virtualTime(nanos) {
  const seconds = nanos / 1e9;
  const m = Math.floor(seconds / 60);
  return `${m}:${(seconds - m * 60).toFixed(3).padStart(6, "0")}`;
}

/** CPU cores from a quantity string such as 1500m; memory in bytes from 4Gi. */
export function quantity(text) {
  if (text == null) return null;
  if (typeof text === "number") return text;
  const match = /^([0-9.]+)([a-zA-Z]*)$/.exec(text);
  if (!match) return null;
  const factors = { m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };
  return Number(match[1]) * (match[2] ? factors[match[2]] ?? NaN : 1);
}

/** The class of a state's colour: ok, run, wait, bad or idle. */
export function tone(state) {
  switch (String(state ?? "").toLowerCase()) {
    case "complete":
    case "completed":
    case "succeeded":
    case "ready":
    case "available":
    case "passed":
    case "ok":
    case "true":
      return "ok";
    case "running":
    case "allocated":
    case "mixed":
    case "active":
    case "leader":
    case "mix":
    case "alloc":
      return "run";
    case "pending":
    case "queued":
    case "waiting":
    case "pulling":
    case "scheduled":
    case "containercreating":
    case "created":
    case "draining":
    case "rebooting":
    case "reboot":
    case "maint":
    case "maintenance":
    case "restarting":
    case "restarted":
    case "suspended":
    case "warning":
    case "reserved":
    case "completing":
    case "powering_up":
    case "powering_down":
      return "wait";
    case "failed":
    case "error":
    case "down":
    case "drained":
    case "drain":
    case "fail":
    case "notready":
    case "not_responding":
    case "crashloopbackoff":
    case "imagepullbackoff":
    case "errimagepull":
    case "oomkilled":
    case "evicted":
    case "lost":
    case "false":
    case "deleted":
      return "bad";
    default:
      return "idle";
  }
}
