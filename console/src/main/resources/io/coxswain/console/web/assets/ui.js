// Small building blocks of the views: pills, bars, links, notes, and the navigation between views.

import { html, nothing, svg } from "./core.js";
import { age, dateTime, tone } from "./format.js";
import { parseRef, refHref, serverNow } from "./api.js";

/** Goes to another view. `replace` keeps the back button free of filter changes. */
export function navigate(url, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", url);
  window.dispatchEvent(new CustomEvent("coxswain-navigate", { detail: { replace } }));
}

/** Changes parameters of the current URL; empty values are removed. */
export function setQuery(changes, { replace = true } = {}) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value == null || value === "" || value === false) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  navigate(url.pathname + url.search, { replace });
}

export function pill(state, text = state) {
  return html`<span class="pill ${tone(state)}"><i aria-hidden="true"></i>${text}</span>`;
}

export function refLink(ref, label) {
  if (!ref) return label ?? "";
  return html`<a href=${refHref(ref)}>${label ?? parseRef(ref).name}</a>`;
}

export function time(value) {
  if (!value) return html`<span class="muted">–</span>`;
  return html`<time datetime=${value} title=${dateTime(value)}>${age(value, serverNow())}</time>`;
}

export function progress(percent, label) {
  if (percent == null) return html`<span class="muted">–</span>`;
  return html`<span class="progress"
    ><progress max="100" .value=${percent} aria-label=${label ?? "progress"}></progress
    ><span class="num">${percent}%</span></span
  >`;
}

/** A share of a whole, from 0 to 1, with the number next to it. */
export function meter(share, text, label) {
  return html`<span class="progress"
    ><progress
      max="1"
      .value=${Math.min(1, share || 0)}
      aria-label=${label}
    ></progress
    ><span class="num">${text}</span></span
  >`;
}

/** A line of at most a few dozen numbers, without axes. */
export function sparkline(points, { label = "trend", width = 84, height = 22, filled = false, zero = false } = {}) {
  if (!points || points.length < 2) return nothing;
  let low = zero ? 0 : Math.min(...points);
  let high = Math.max(...points);
  if (high === low) {
    high += 0.5;
    if (!zero) low -= 0.5;
  }
  const x = (i) => ((i / (points.length - 1)) * (width - 4) + 2).toFixed(1);
  const y = (v) => (height - 2 - ((v - low) / (high - low)) * (height - 4)).toFixed(1);
  const line = points.map((v, i) => `${x(i)},${y(v)}`).join(" ");
  return html`<svg
    class="spark"
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label=${label}
  >
    ${filled ? svg`<polygon points="2,${height - 1} ${line} ${width - 2},${height - 1}" />` : nothing}
    <polyline points=${line} />
    <circle cx=${x(points.length - 1)} cy=${y(points.at(-1))} r="1.8" />
  </svg>`;
}

/** Why something waits: the cause as a word, the sentence, and the object that causes it. */
export function waitingNote(waiting, { compact = false } = {}) {
  if (!waiting) return nothing;
  if (compact) return html`<span class="why" title=${waiting.sentence}>${waiting.sentence}</span>`;
  return html`<section class="note wait" aria-label="Why it waits">
    <h2><span class="tag">${waiting.cause}</span> Waiting</h2>
    <p id="waiting-sentence">${waiting.sentence}</p>
    ${waiting.ref
      ? html`<p class="more">
          Caused by ${parseRef(waiting.ref).plural.replace(/s$/, "")} ${refLink(waiting.ref)}
        </p>`
      : nothing}
  </section>`;
}

export function empty(title, hint) {
  return html`<div class="empty">
    <svg viewBox="0 0 48 24" width="72" height="36" aria-hidden="true">
      <path d="M2 16c6 5 12 5 18 0s12-5 18 0c3 2.5 5 2.5 8 1" />
      <path d="M10 6l12 8M38 4L20 15" />
    </svg>
    <p class="title">${title}</p>
    ${hint ? html`<p>${hint}</p>` : nothing}
  </div>`;
}

export function problemNote(problem) {
  if (!problem) return nothing;
  const forbidden = problem.code === 403;
  return html`<section class="note ${forbidden ? "lock" : "bad"}" role="alert">
    <h2>${forbidden ? "You may not see this" : "This view cannot be shown"}</h2>
    <p>${problem.message}</p>
  </section>`;
}

/** What is missing from a document: kinds that the user may not list, and requests that fail. */
export function notes({ forbidden, failing }) {
  return html`${forbidden?.length
    ? html`<details class="note lock">
        <summary>You may not list ${sentence(forbidden)}; what depends on them is left out.</summary>
        <ul>
          ${forbidden.map((f) => html`<li>${f.message}</li>`)}
        </ul>
      </details>`
    : nothing}${failing?.length
    ? html`<details class="note wait">
        <summary>Reading ${sentence(failing)} from the API server fails; what is shown of them may be old.</summary>
        <ul>
          ${failing.map((f) => html`<li>${f.message}</li>`)}
        </ul>
      </details>`
    : nothing}`;
}

function sentence(list) {
  const names = [...new Set(list.map((f) => f.resource ?? f.kind))];
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
}

/** The seconds that a training still takes: as reported, less what has passed since. */
export function secondsLeft(row) {
  if (row.remainingSeconds == null || row.state !== "Running") return null;
  const since = row.reported ? Math.max(0, (serverNow() - Date.parse(row.reported)) / 1000) : 0;
  return Math.max(0, row.remainingSeconds - since);
}

export function loading(text = "Reading from the API server…") {
  return html`<p class="loading" role="status">${text}</p>`;
}

export function eventsTable(events, { withObject = true, caption = "Events" } = {}) {
  if (!events?.length) return empty("No events", "Kubernetes keeps events for about an hour.");
  return html`<div class="scroll-x"><table class="grid events">
    <caption class="sr">${caption}</caption>
    <thead>
      <tr>
        <th scope="col" class="num c-age">Age</th>
        <th scope="col" class="c-reason">Reason</th>
        ${withObject ? html`<th scope="col" class="c-object">Object</th>` : nothing}
        <th scope="col">Message</th>
      </tr>
    </thead>
    <tbody>
      ${events.map(
        (e) => html`<tr>
          <td class="num">${time(e.time)}</td>
          <td>
            <span class=${e.type === "Warning" ? "t-bad" : ""}>${e.reason}</span>${e.count > 1
              ? html` <span class="muted num">×${e.count}</span>`
              : nothing}
          </td>
          ${withObject
            ? html`<td class="clip"><span class="muted">${e.kind}</span> ${refLink(e.ref, e.name)}</td>`
            : nothing}
          <td class="wrap">${e.message}</td>
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}

/** Links that look like tabs; each is a deep link. */
export function tabs(label, items, current) {
  return html`<nav class="tabs" aria-label=${label}>
    ${items.map(
      ([id, text, href, count]) =>
        html`<a href=${href} aria-current=${id === current ? "page" : "false"}
          >${text}${count != null ? html` <span class="count">${count}</span>` : nothing}</a
        >`,
    )}
  </nav>`;
}

/** Buttons that filter by state and show how many there are. */
export function chips(label, items, current, onPick) {
  return html`<div class="chips" role="group" aria-label=${label}>
    ${items.map(
      ([id, text, count, toneClass]) =>
        html`<button
          type="button"
          class="chip ${toneClass ?? ""}"
          aria-pressed=${String(id === current)}
          @click=${() => onPick(id)}
        >
          ${text} <b class="num">${count ?? 0}</b>
        </button>`,
    )}
  </div>`;
}

export function filterInput(value, onInput, label = "Filter") {
  return html`<input
    type="search"
    class="filter"
    data-filter
    aria-label=${label}
    placeholder="${label}  ( / )"
    autocomplete="off"
    spellcheck="false"
    .value=${value ?? ""}
    @input=${(event) => onInput(event.target.value)}
  />`;
}

/** Delays calls until none came for the given time. */
export function debounce(ms, call) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), ms);
  };
}
