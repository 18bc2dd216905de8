// Actions: each asks in a dialog, shows the equivalent kubectl command and the server's response.

import { html, nothing, render, announce } from "./core.js";
import { currentSession, parseRef, post } from "./api.js";

const TEXTS = {
  suspend: ["Suspend", "Its pods are deleted; the training continues when it is resumed."],
  resume: ["Resume", "Its pods are created again."],
  delete: ["Delete", "The object and everything that it owns are deleted. This cannot be undone."],
  scale: ["Scale", "Sets the number of replicas."],
  cordon: ["Cordon", "No new pods are scheduled to the node. Running pods stay."],
  uncordon: ["Uncordon", "Pods can be scheduled to the node again."],
  drain: ["Drain", "The node is cordoned and its pods are evicted. DaemonSet and mirror pods stay."],
};

export const actionsAllowed = () => Boolean(currentSession().actions);

/** The buttons of the actions that the session allows for an object; nothing if it allows none. */
export function actionButtons(ref, names, { uid, replicas } = {}) {
  if (!actionsAllowed() || !names?.length) return nothing;
  return html`<div class="actions" role="group" aria-label="Actions">
    ${names
      .filter((name) => TEXTS[name])
      .map(
        (name) =>
          html`<button
            type="button"
            class=${name === "delete" || name === "drain" ? "danger" : ""}
            data-action=${name}
            @click=${() => ask(name, ref, { uid, replicas })}
          >
            ${TEXTS[name][0]}…
          </button>`,
      )}
  </div>`;
}

async function ask(action, ref, { uid, replicas }) {
  const { plural, namespace, name } = parseRef(ref);
  const [title, text] = TEXTS[action];
  const dialog = document.createElement("dialog");
  dialog.className = "ask";
  dialog.setAttribute("aria-labelledby", "ask-title");
  const state = { replicas: replicas ?? 1, command: "", error: "", response: null, busy: false };
  const body = (dryRun) => {
    const out = { ref };
    if (action === "delete" && uid) out.uid = uid;
    if (action === "scale") out.replicas = state.replicas;
    if (dryRun) out.dryRun = true;
    return out;
  };
  const preview = async () => {
    try {
      state.command = (await post(`/api/actions/${action}`, body(true))).command;
      state.error = "";
    } catch (error) {
      state.error = error.message;
    }
    show();
  };
  const confirm = async (event) => {
    event.preventDefault();
    if (state.busy) return;
    state.busy = true;
    show();
    try {
      state.response = await post(`/api/actions/${action}`, body(false));
      announce(state.response.message ?? "");
    } catch (error) {
      state.error = error.message;
    }
    state.busy = false;
    show();
    dialog.querySelector("[data-close]")?.focus();
  };
  const show = () => {
    const { response } = state;
    render(
      html`<form @submit=${confirm}>
        <h2 id="ask-title">${title} ${plural.replace(/s$/, "")} ${name}?</h2>
        <p>${text}${namespace ? html` Namespace <b>${namespace}</b>.` : nothing}</p>
        ${action === "scale" && !response
          ? html`<label class="field"
              >Replicas
              <input
                type="number"
                min="0"
                max="100000"
                required
                .value=${String(state.replicas)}
                @input=${(e) => {
                  state.replicas = Number(e.target.value);
                  preview();
                }}
            /></label>`
          : nothing}
        ${state.command
          ? html`<p class="label" id="command-label">The same with kubectl</p>
              <pre class="command" tabindex="0" aria-labelledby="command-label">${state.command}</pre>`
          : nothing}
        ${state.error ? html`<p class="note bad" role="alert">${state.error}</p>` : nothing}
        ${response
          ? html`<div class="note ${response.done ? "ok" : "bad"}" role="status">
              <p><b class="num">${response.code ?? ""}</b> ${response.message}</p>
              ${response.pods?.length
                ? html`<ul>
                    ${response.pods.map((pod) => html`<li>${parseRef(pod.ref).name}: ${pod.message ?? (pod.done ? "evicted" : "not evicted")}</li>`)}
                  </ul>`
                : nothing}
            </div>`
          : nothing}
        <div class="buttons">
          <button type="button" data-close @click=${() => dialog.close()}>${response ? "Close" : "Cancel"}</button>
          ${response
            ? nothing
            : html`<button type="submit" class=${action === "delete" || action === "drain" ? "danger strong" : "strong"} ?disabled=${state.busy}>
                ${title}
              </button>`}
        </div>
      </form>`,
      dialog,
    );
  };
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  show();
  dialog.showModal();
  dialog.querySelector(action === "scale" ? "input" : "[data-close]")?.focus();
  await preview();
}
