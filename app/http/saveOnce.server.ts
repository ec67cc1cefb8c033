import { json, redirect, redirectDocument } from "@remix-run/cloudflare";
import { type Context, userOf } from "~/domain/context";
import { Conflict } from "~/domain/errors";
import { type FormAnswer, findSavedForm, keepFormAnswer, releaseForm, type SavedForm } from "~/domain/forms/savedForms";
import { FORM_KEY, FORM_OWNER } from "~/formNames";
import { type PortalRequest, setToast } from "./portalRequest.server";

const SAVED_BEFORE = "This form was already saved. Open the page again to see what was saved and to change it.";

/** A request that saves the same form at the same time is given this long to answer. */
const TWIN_TRIES = 20;
const TWIN_WAIT_MS = 100;

/**
 * Saves a form once, however often it is sent: pressed twice, or sent again because the answer was lost. The key that
 * the page gave it stands on the history entry of its save, in the same batch, and its redirect is kept. The same form
 * sent again gets that answer. Throws Conflict when it says something else this time, and as `save` does.
 */
export async function saveOnce(
  portal: PortalRequest,
  form: FormData,
  save: () => Promise<Response>,
  keepsJson = false,
): Promise<Response> {
  const { ctx } = portal;
  const key = formKeyOf(ctx, form);
  if (!key || ctx.form) return await save();
  const digest = await digestOf(form);
  const earlier = await findSavedForm(ctx, key);
  if (earlier) return await answerAgain(portal, key, digest, earlier);

  ctx.form = { key, historyId: null };
  let failure: { error: unknown } | undefined;
  const response = await save().catch((error: unknown) => {
    failure = { error };
    return null;
  });
  if (response && response.status < 400) {
    const answer = await answerOf(portal, response, keepsJson);
    if (answer) await keepFormAnswer(ctx, key, digest, answer);
    return response;
  }
  const saved = await findSavedForm(ctx, key);
  if (saved && (saved.stored || saved.historyId !== ctx.form.historyId))
    return await answerAgain(portal, key, digest, saved);
  if (saved) await releaseForm(ctx, key);
  if (response) return response;
  throw failure?.error;
}

/** The key of a form that a signed-in person sent; visitors have none. */
export function formKeyOf({ actor }: Context, form: FormData): string | null {
  const user = userOf(actor);
  const sent = form.get(FORM_KEY);
  return user && typeof sent === "string" && /^[\w:-]{16,80}$/.test(sent) ? `${user.id}:${sent}` : null;
}

/** Redirects within the portal are kept; JSON only where the caller says so, because it can hold secrets. */
async function answerOf({ toast }: PortalRequest, response: Response, keepsJson: boolean): Promise<FormAnswer | null> {
  const path = response.headers.get("Location");
  if (path?.startsWith("/")) {
    const document = response.headers.has("X-Remix-Reload-Document");
    return { path, toast, ...(document ? { document } : {}) };
  }
  return keepsJson && !path ? { body: await response.clone().json() } : null;
}

async function answerAgain(portal: PortalRequest, key: string, digest: string, saved: SavedForm): Promise<Response> {
  let { stored } = saved;
  for (let tries = 0; !stored && tries < TWIN_TRIES; tries++) {
    await new Promise((done) => setTimeout(done, TWIN_WAIT_MS));
    stored = (await findSavedForm(portal.ctx, key))?.stored ?? null;
  }
  if (stored?.digest !== digest) throw new Conflict(SAVED_BEFORE);
  if ("body" in stored.answer) return json(stored.answer.body);
  const { path, document, toast } = stored.answer;
  if (toast) await setToast(portal, toast);
  return document ? redirectDocument(path, 303) : redirect(path, 303);
}

/** SHA-256 of everything the form says, files by their content. */
async function digestOf(form: FormData): Promise<string> {
  const said: unknown[] = [];
  for (const [name, value] of form) {
    if (name === FORM_KEY || name === FORM_OWNER) continue;
    said.push([name, typeof value === "string" ? value : [value.name, await sha256(await value.arrayBuffer())]]);
  }
  return await sha256(new TextEncoder().encode(JSON.stringify(said)));
}

async function sha256(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
