// The shell: session, navigation, keyboard, theme, state of the connection.

import { html, nothing, render, announce } from "./core.js";
import { connection, currentSession, loadSession, post } from "./api.js";
import { navigate, problemNote } from "./ui.js";
import "./trainings.js";
import "./training.js";
import "./slurm.js";
import "./cluster.js";
import "./browse.js";
import "./object.js";
import "./controllers.js";
import "./replay-view.js";

const ROUTES = [
  [/^\/(?:trainings)?$/, [], "trainings", "Trainings", (r) => html`<trainings-view .route=${r}></trainings-view>`],
  [/^\/trainings\/([^/]+)\/([^/]+)$/, ["namespace", "name"], "trainings", "Training", (r) => html`<training-view .route=${r}></training-view>`],
  [/^\/slurm(?:\/([^/]+)\/([^/]+))?$/, ["namespace", "name"], "slurm", "Slurm", (r) => html`<slurm-view .route=${r}></slurm-view>`],
  [/^\/cluster(?:\/(pods|events|changes))?$/, ["tab"], "cluster", "Cluster", (r) => html`<cluster-view .route=${r}></cluster-view>`],
  [/^\/browse$/, [], "cluster", "All kinds", (r) => html`<kinds-view .route=${r}></kinds-view>`],
  [/^\/browse\/([^/]+)\/([^/]+)\/([^/]+)$/, ["group", "version", "plural"], "cluster", "Objects", (r) => html`<kind-view .route=${r}></kind-view>`],
  [
    /^\/object\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)$/,
    ["group", "version", "plural", "namespace", "name"],
    "cluster",
    "Object",
    (r) => html`<object-view .route=${r}></object-view>`,
  ],
  [/^\/controllers$/, [], "controllers", "Controllers", (r) => html`<controllers-view .route=${r}></controllers-view>`],
  [/^\/replay$/, [], "replay", "Replay", (r) => html`<replay-view .route=${r}></replay-view>`],
];

const NAV = [
  ["trainings", "Trainings", "/trainings", "t", "M3 17l5-6 4 3 8-9M15 5h5v5"],
  ["slurm", "Slurm", "/slurm", "s", "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z"],
  ["cluster", "Cluster", "/cluster", "c", "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5"],
  ["controllers", "Controllers", "/controllers", "o", "M20 12a8 8 0 1 1-2.3-5.700M20 3v4h-4"],
  ["replay", "Replay", "/replay", "r", "M4 5v14M8 12l11-7v14z"],
];

const KEYS = [
  ["g then t, s, c, o, r", "Trainings, Slurm, Cluster, Controllers, Replay"],
  ["/", "Filter the current list"],
  ["j k or ↓ ↑", "Next and previous row, once the list has the focus"],
  ["Enter", "Open the row"],
  ["Esc", "Leave the filter; close a dialog"],
  ["← →, w, f, o, space", "Replay: step, next write, next fault, same object, play"],
  ["+ − 0", "Zoom of the focused curve"],
  ["d", "Light or dark"],
  ["?", "This help"],
];

const app = document.getElementById("app");
let route = null;
let fatal = null;
let state = { state: "none", message: "" };
let stateTimer = 0;

function resolve() {
  const path = location.pathname.length > 1 ? location.pathname.replace(/\/+$/, "") : "/";
  for (const [pattern, names, section, title, template] of ROUTES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const params = {};
    try {
      names.forEach((name, i) => {
        if (match[i + 1] != null) params[name] = decodeURIComponent(match[i + 1]);
      });
    } catch {
      break;
    }
    return { path, params, query: new URLSearchParams(location.search), section, title, template };
  }
  return { path, params: {}, query: new URLSearchParams(location.search), section: "", title: "Not found", template: notFound };
}

function notFound() {
  return html`<h1 tabindex="-1">Not found</h1>
    <p>The console has no page at this address. <a href="/trainings">Show the trainings</a></p>`;
}

/** The content of a view whose kinds the cluster does not have. */
function missing() {
  return html`<h1 tabindex="-1">${route.title}</h1>
    <p class="note lock">${
      route.section === "slurm" || route.section === "trainings"
        ? "The kinds of this view are not installed on this cluster, or you may not discover them."
        : "This console does not serve this view."
    }</p>`;
}

const hasFeature = () => currentSession().features?.[route.section] !== false;

function arrive({ focus }) {
  const before = route;
  route = resolve();
  // Kinds may have been installed since the page was opened.
  if (before && before.section !== route.section && !hasFeature()) loadSession().then(show, () => {});
  const name = route.params.name ?? route.params.plural;
  document.title = `${name ? `${name} · ` : ""}${route.title} · Coxswain`;
  show();
  if (focus && before?.path !== route.path) {
    window.scrollTo(0, 0);
    announce(`${route.title}${name ? ` ${name}` : ""}`);
    requestAnimationFrame(() => document.querySelector("#main")?.focus({ preventScroll: true }));
  }
}

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("coxswain-theme", root.dataset.theme);
  } catch {
    // The choice lasts until the page is closed.
  }
  window.dispatchEvent(new Event("coxswain-theme"));
  announce(dark ? "Light theme" : "Dark theme");
}

function help() {
  const dialog = document.createElement("dialog");
  dialog.className = "help";
  dialog.setAttribute("aria-labelledby", "help-title");
  render(
    html`<h2 id="help-title">Keyboard</h2>
      <dl>
        ${KEYS.map(([keys, text]) => html`<dt><kbd>${keys}</kbd></dt><dd>${text}</dd>`)}
      </dl>
      <div class="buttons"><button type="button" class="strong" @click=${() => dialog.close()}>Close</button></div>`,
    dialog,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

let afterG = 0;

function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const field = event.target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea");
  if (field) {
    if (event.key === "Escape" && field.matches("[data-filter]")) {
      const table = document.querySelector("v-table");
      if (field.value) {
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      } else field.blur();
      table?.focusRows();
    } else if ((event.key === "ArrowDown" || event.key === "Enter") && field.matches("[data-filter]")) {
      document.querySelector("v-table")?.focusRows();
      event.preventDefault();
    }
    return;
  }
  if (document.querySelector("dialog[open]")) return;
  if (performance.now() < afterG) {
    afterG = 0;
    const to = NAV.find(([, , , key]) => key === event.key);
    if (to) {
      event.preventDefault();
      event.stopImmediatePropagation();
      navigate(to[2]);
      return;
    }
  }
  switch (event.key) {
    case "g":
      afterG = performance.now() + 1500;
      break;
    case "/": {
      const filter = document.querySelector("[data-filter]");
      if (!filter) return;
      event.preventDefault();
      filter.focus();
      filter.select();
      break;
    }
    case "j":
    case "ArrowDown":
      if (event.target === document.body || event.target.id === "main") {
        const table = document.querySelector("v-table");
        if (table) {
          event.preventDefault();
          table.focusRows();
        }
      }
      break;
    case "d":
      theme();
      break;
    case "?":
      help();
      break;
    default:
  }
}

const STATE_TEXT = { live: "live", connecting: "connecting…", lost: "reconnecting…", ended: "stopped", none: "" };

function shell(content) {
  const session = currentSession();
  const features = session.features ?? {};
  return html`<a class="skip" href="#main" @click=${skip}>Skip to the content</a>
    <header class="top">
      <a class="brand" href="/trainings"><img src="/assets/icon.svg" alt="" width="22" height="22" />Coxswain</a>
      <p class="where" title=${session.server?.url ?? ""}>${session.server?.url?.replace(/^https?:\/\//, "") ?? ""} <span class="muted">${session.server?.version ?? ""}</span></p>
      <p class="state ${state.state}" role="status" title=${state.message}><i aria-hidden="true"></i>${STATE_TEXT[state.state]}</p>
      ${session.actions ? nothing : html`<span class="tag ro" title="Start the console with --allow-actions to change objects">read-only</span>`}
      <p class="who" title=${(session.user?.groups ?? []).join(", ")}>${session.user?.name ?? ""}</p>
      ${session.mode === "token" ? html`<button type="button" class="quiet" @click=${logout}>Log out</button>` : nothing}
      <button type="button" class="icon" aria-label="Light or dark" title="Light or dark (d)" @click=${theme}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18" class="half" /></svg>
      </button>
      <button type="button" class="icon" aria-label="Keyboard help" title="Keyboard (?)" @click=${help}>?</button>
    </header>
    <nav class="side-nav" aria-label="Views">
      ${NAV.map(
        ([id, text, href, key, icon]) =>
          html`<a
            href=${href}
            class=${features[id] === false ? "off" : ""}
            title=${features[id] === false ? `${text}: not installed on this cluster` : `g ${key}`}
            aria-current=${route?.section === id ? "page" : "false"}
            ><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d=${icon} /></svg><span>${text}</span></a
          >`,
      )}
    </nav>
    <main id="main" tabindex="-1">${content}</main>
    <div id="announcer" class="sr" aria-live="polite"></div>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

async function logout() {
  try {
    await post("/api/logout", {});
  } finally {
    await start();
  }
}

function login() {
  const session = currentSession();
  if (session.mode !== "token")
    return html`<main id="main" class="login" tabindex="-1">
      <h1><img src="/assets/icon.svg" alt="" width="28" height="28" /> Coxswain</h1>
      <p>You are not logged in.</p>
      <p>Open the link that the console printed in its terminal. It works once; start the console again for another one.</p>
    </main>`;
  return html`<main id="main" class="login" tabindex="-1">
    <h1><img src="/assets/icon.svg" alt="" width="28" height="28" /> Coxswain</h1>
    <form @submit=${submitToken}>
      <label for="token">Bearer token for the Kubernetes API</label>
      <input id="token" type="password" name="token" required autocomplete="off" spellcheck="false" />
      ${fatal ? html`<p class="note bad" role="alert">${fatal.message}</p>` : nothing}
      <p class="hint">You see what this token may see. The token stays in the console's memory, never in the browser.</p>
      <button type="submit" class="strong">Log in</button>
    </form>
  </main>`;
}

async function submitToken(event) {
  event.preventDefault();
  const input = event.target.elements.token;
  try {
    await post("/api/login", { token: input.value.trim() });
    fatal = null;
    input.value = "";
    await start();
  } catch (error) {
    fatal = error;
    show();
  }
}

function show() {
  const session = currentSession();
  const loggedOut = session.authenticated === false && !fatal?.reason;
  document.body.classList.toggle("plain", Boolean(loggedOut || (session.authenticated === false && session.mode === "token")));
  if (session.authenticated) render(shell(hasFeature() ? route.template(route) : missing()), app);
  else if (fatal && !session.mode) render(html`<main class="login"><h1>Coxswain</h1>${problemNote(fatal)}</main>`, app);
  else render(login(), app);
}

async function start() {
  try {
    await loadSession();
    fatal = null;
  } catch (error) {
    fatal = error;
    setTimeout(start, 3000);
  }
  arrive({ focus: false });
}

connection.addEventListener("state", ({ detail }) => {
  clearTimeout(stateTimer);
  // A change of view reconnects within milliseconds: do not flicker.
  const wait = detail.state === "live" ? 0 : detail.state === "none" ? 150 : 600;
  stateTimer = setTimeout(() => {
    if (detail.state === "lost" && state.state === "live") announce("The connection was lost, reconnecting.");
    state = detail;
    if (currentSession().authenticated) show();
  }, wait);
});
window.addEventListener("coxswain-navigate", ({ detail }) => arrive({ focus: !detail.replace }));
window.addEventListener("coxswain-session", start);
window.addEventListener("popstate", () => arrive({ focus: true }));
window.addEventListener("keydown", shortcut);
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.("a[href]");
  if (!link || link.target || link.origin !== location.origin || link.getAttribute("href").startsWith("#")) return;
  if (/^\/(?:api|assets|lib|login)\b/.test(link.pathname)) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
});

app.replaceChildren();
start();
