import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { paths } from "~/paths";
import { isRouteAnswer } from "~/remixInternals";
import type { FormAnswer } from "./formAnswer";
import { failureOfStatus, failureText, type PostFailure } from "./postFailures";
import { isAfterPost } from "./postInBackground";

/**
 * What the page gets for a post that its action did not answer; `result` is for forms that show the failure in place.
 * `scrollY` is where the page was scrolled to, in CSS pixels: the router scrolls to the top.
 */
export type FailedPostAnswer = FormAnswer<Record<string, unknown>, { scrollY: number }>;

/**
 * Route export, with `shouldRevalidate`, of every page with a form: a post that its own action did not answer leaves
 * the page as it was and says why. Without it the router replaces the page by an error page.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const offline = !navigator.onLine;
  const safe = await isSafeToRepeat(request.clone() as Request);
  try {
    return await serverAction();
  } catch (error) {
    const { pathname } = new URL(request.url);
    const failure = await reasonToKeep(error, { pathname, offline, safe });
    if (!failure) throw error;
    return { failure, scrollY: window.scrollY, result: { error: { "": [failure] } } } satisfies FailedPostAnswer;
  }
}

/**
 * Reads nothing after a failed post or before a page that is about to be left: a read that fails would put an error
 * page in the form's place.
 */
export const shouldRevalidate = ({ actionResult, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !actionResult?.failure && !actionResult?.leaving && (defaultShouldRevalidate || isAfterPost(nextUrl));

/** Fields that make a repeated post harmless: keys, a version, and a password, as an account is made once. */
const REPEAT_KEYS = ["key", "checkoutKey", "formKey", "version", "password"];

async function isSafeToRepeat(request: Request) {
  const form = await request.formData().catch(() => null);
  return REPEAT_KEYS.some((name) => form?.get(name));
}

interface Post {
  pathname: string;
  /** The browser had no connection before the post was sent. */
  offline: boolean;
  safe: boolean;
}

async function reasonToKeep(error: unknown, { pathname, offline, safe }: Post): Promise<string | null> {
  const say = (failure: PostFailure, retryAfter?: string | null) => failureText(failure, { safe, retryAfter });
  if (error instanceof ForeignAnswer)
    return say(failureOfStatus(error.response.status), error.response.headers.get("Retry-After"));
  if (error instanceof Response) {
    const location = error.headers.get("Location");
    // Any other redirect is the action's own answer.
    if (location !== null) return location.startsWith(paths.signIn(pathname)) ? say("signedOut") : null;
    return (await answerText(error)) ?? say(failureOfStatus(error.status), error.headers.get("Retry-After"));
  }
  // The person went elsewhere while the post was under way.
  if (error instanceof DOMException && error.name === "AbortError") return null;
  // fetch throws a TypeError without an answer; a torn answer cannot be parsed.
  if (error instanceof TypeError || error instanceof SyntaxError) return say(offline ? "offline" : "lost");
  return error instanceof Error ? say("fault") : null;
}

/** What an action threw for the person to read (`json({ message }, 400)`). */
async function answerText(response: Response): Promise<string | null> {
  if (response.status >= 500) return null;
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null;
  return typeof body?.message === "string" ? body.message : null;
}

class ForeignAnswer extends Error {
  constructor(readonly response: Response) {
    super(`The post was answered ${response.status} by something other than its action`);
  }
}

/**
 * Throws for a form's post that was not answered by its action. Remix hides status and Retry-After of such an answer,
 * and takes a foreign page with status 200 for the action's data.
 */
export async function rejectForeignAnswer(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  if (!isRouteAnswer(response)) throw new ForeignAnswer(response);
  return response;
}
