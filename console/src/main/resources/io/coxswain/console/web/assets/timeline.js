// Bars over time as SVG: phases of pods, maintenance of nodes. Percentages, so nothing is measured.

import { html, svg } from "./core.js";
import { clock, duration, millis } from "./format.js";
import { serverNow } from "./api.js";

/** The time range of spans {from, to}, from the first start to the last end or now. */
export function extent(spans) {
  let from = Infinity;
  let to = -Infinity;
  let open = false;
  for (const span of spans) {
    const start = millis(span.from);
    if (!Number.isFinite(start)) continue;
    from = Math.min(from, start);
    if (span.to) to = Math.max(to, millis(span.to));
    else {
      open = true;
      to = Math.max(to, start);
    }
  }
  if (open) to = Math.max(to, serverNow());
  if (!Number.isFinite(from)) return null;
  return [from, Math.max(to, from + 1000)];
}

export function describe(spans, end) {
  return spans
    .map((s) => {
      const took = duration(((s.to ? millis(s.to) : end) - millis(s.from)) / 1000);
      return s.phase === "succeeded" || s.phase === "failed" ? s.phase + (s.note ? ` (${s.note})` : "") : `${s.phase} ${took}`;
    })
    .join(", ");
}

/** One lane: each span is {phase, from, to, note}. */
export function lane(spans, [from, to], label) {
  const x = (at) => ((millis(at) - from) / (to - from)) * 100;
  return html`<svg class="lane" width="100%" height="16" role="img" aria-label=${label ?? describe(spans, to)}>
    ${spans.map((s) => {
      const left = Math.max(0, x(s.from));
      const terminal = s.phase === "succeeded" || s.phase === "failed";
      const right = terminal ? left : Math.min(100, s.to ? x(s.to) : 100);
      const title = `${s.phase} ${clock(s.from)}${s.to ? ` – ${clock(s.to)}` : ""}${s.note ? `: ${s.note}` : ""}`;
      if (terminal)
        return svg`<g class="end ph-${s.phase}"><title>${title}</title><rect x="${Math.min(left, 99.3)}%" y="1" width="4" height="14" /></g>`;
      return svg`<g class="ph-${s.phase}"><title>${title}</title><rect x="${left}%" y="3" width="${Math.max(0.15, right - left)}%" height="10" /></g>`;
    })}
  </svg>`;
}

/** The axis over the lanes: the start as a time of day, then elapsed time. */
export function axis([from, to], count = 5) {
  const span = (to - from) / 1000;
  const marks = Array.from({ length: count }, (_, i) => i / (count - 1));
  return html`<span class="axis num" aria-hidden="true"
    >${marks.map((share) => html`<span>${share === 0 ? clock(from) : `+${duration(span * share)}`}</span>`)}</span
  >`;
}

export function legend(phases) {
  return html`<p class="legend" aria-hidden="true">
    ${phases.map(
      ([phase, text]) =>
        html`<span><svg width="12" height="10" class="lane"><g class="ph-${phase}"><rect width="12" height="10" /></g></svg>${text ?? phase}</span>`,
    )}
  </p>`;
}

