import { redirect, redirectDocument } from "@remix-run/cloudflare";
import { type Context, userOf } from "~/domain/context";
import { Conflict } from "~/domain/errors";
import { findFormActs, keepFormAnswer, releaseForm, type StoredFormAnswer } from "~/domain/forms/formActs";
import { FORM_KEY, FORM_OWNER } from "~/formNames";
import { opensDocument } from "~/remixInternals";
import { type PortalRequest, setToast } from "./portalRequest.server";
import { redirectWithToast } from "./redirectWithToast.server";

const SAVED_BEFORE = "This form was already saved. Open the page again to see what was saved and to change it.";
const ALREADY_SAVED = "Your changes were already saved";

/** How long a concurrent save of the same form may take to answer. */
const TWIN_TRIES = 20;
const TWIN_WAIT_MS = 100;

interface SaveOptions {
  /** The answer for 'already saved', where it is JSON for script or needs its own words. */
  answerSaved?: () => Promise<Response>;
  /** Saving different content would create a second record. Default: the page's address ends in /new. */
  creates?: boolean;
}

/**
 * Saves a form once, however often it is sent. The form's key and a hash of its content name the act; its history
 * entry carries that name, written in the same batch. The same content sent again gets the first answer, or
 * `answerSaved` when that was not kept. Different content under the same key is another save on top of the first.
 * Throws Conflict when that would create a second record, and whatever `save` throws.
 */
export async function saveOnce(
  portal: PortalRequest,
  form: FormData,
  save: () => Promise<Response>,
  { answerSaved, creates = isCreationPage(portal) }: SaveOptions = {},
): Promise<Response> {
  const { ctx } = portal;
  const key = formKeyOf(ctx, form);
  if (!key || ctx.form?.act) return await save();
  const digest = await digestOf(form);
  const acts = await findFormActs(ctx, key);
  const last = acts.at(-1);
  const again = (act: string) => answerAgain(portal, key, act, answerSaved ?? (() => answerElsewhere(portal)));
  if (last?.id.endsWith(digest)) return await again(last.id);
  if (last && creates) throw new Conflict(SAVED_BEFORE);
  // Moves the version on by this person's own saves of the form.
  const own = acts.filter(({ historyId }) => historyId).length;
  if (own > 0 && form.get("version")) form.set("version", String(Number(form.get("version")) + own));

  const act = `${key}/${String(acts.length).padStart(3, "0")}/${digest}`;
  ctx.form = { key, act, historyId: null };
  let failure: { error: unknown } | undefined;
  const response = await save().catch((error: unknown) => {
    failure = { error };
    return null;
  });
  if (response && response.status < 400) {
    const answer = answerOf(portal, response, answerSaved !== undefined);
    if (answer) await keepFormAnswer(ctx, act, answer);
    return response;
  }
  const saved = (await findFormActs(ctx, key)).find(({ id }) => id === act);
  if (saved && (saved.answer || saved.historyId !== ctx.form.historyId)) return await again(act);
  if (saved) await releaseForm(ctx, act);
  if (response) return response;
  throw failure?.error;
}

/** The form key of a signed-in person; visitors have none. */
export function formKeyOf({ actor }: Context, form: FormData): string | null {
  const user = userOf(actor);
  const key = form.get(FORM_KEY);
  return user && typeof key === "string" && /^[\w:-]{16,80}$/.test(key) ? `${user.id}:${key}` : null;
}

const isCreationPage = ({ request }: PortalRequest) => new URL(request.url).pathname.endsWith("/new");

/** Keeps redirects within the portal, but no JSON, which may hold secrets. */
function answerOf({ toast }: PortalRequest, response: Response, withoutPath: boolean): StoredFormAnswer | null {
  const path = response.headers.get("Location");
  if (path?.startsWith("/")) {
    const document = opensDocument(response);
    return { path, toast, ...(document ? { document } : {}) };
  }
  return withoutPath && !path ? { path: null } : null;
}

async function answerAgain(
  portal: PortalRequest,
  key: string,
  act: string,
  answerSaved: () => Promise<Response>,
): Promise<Response> {
  const read = async () => (await findFormActs(portal.ctx, key)).find(({ id }) => id === act)?.answer;
  let answer = await read();
  for (let tries = 0; !answer && tries < TWIN_TRIES; tries++) {
    await new Promise((done) => setTimeout(done, TWIN_WAIT_MS));
    answer = await read();
  }
  // The process that saved it was stopped before it stored an answer.
  if (!answer?.path) return await answerSaved();
  const { path, document, toast } = answer;
  if (toast) await setToast(portal, toast);
  return document ? redirectDocument(path, 303) : redirect(path, 303);
}

/** Redirects to the page above the form's own, which may no longer exist. */
async function answerElsewhere(portal: PortalRequest): Promise<Response> {
  const { pathname } = new URL(portal.request.url);
  return await redirectWithToast(portal, pathname.replace(/\/[^/]+$/, "") || pathname, ALREADY_SAVED);
}

/** SHA-256 of the form's values, files by content. */
async function digestOf(form: FormData): Promise<string> {
  const content: unknown[] = [];
  for (const [name, value] of form) {
    if (name === FORM_KEY || name === FORM_OWNER) continue;
    content.push([name, typeof value === "string" ? value : [value.name, await sha256(await value.arrayBuffer())]]);
  }
  return await sha256(new TextEncoder().encode(JSON.stringify(content)));
}

async function sha256(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
