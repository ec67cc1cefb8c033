import { paths } from "~/paths";
import { failureText, statusText } from "./postFailures";

/** The redirect target of a post. `document`: the browser itself must open it, e.g. a file. */
export interface PostedTo {
  href: string;
  document: boolean;
}

/** The post failed. The UI shows `message`. */
export class PostFailed extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

let changed: string | undefined;

/** True for the page opened after a background post, which makes the frame revalidate too. */
export const isAfterPost = ({ pathname, search }: URL) => changed === pathname + search;

/**
 * Posts by script to an action that redirects, and returns the target. Uses fetch, because the router would replace
 * the page with an error page on failure. `safe`: the action is idempotent. Throws PostFailed.
 */
export async function postInBackground(action: string, body: URLSearchParams, { safe = true } = {}): Promise<PostedTo> {
  const offline = !navigator.onLine;
  const address = `${action}${action.includes("?") ? "&" : "?"}redirect=json`;
  const response = await fetch(address, { method: "POST", body }).catch(() => null);
  const status = response?.status ?? 0;
  const answer = (response?.ok ? await response.json().catch(() => null) : null) as Partial<PostedTo> | null;
  if (!answer?.href) {
    const retryAfter = response?.headers.get("Retry-After");
    throw new PostFailed(statusText({ status, offline, retryAfter }, safe), status);
  }
  const { pathname } = new URL(action, window.location.href);
  // Logout accepts being signed out already.
  if (pathname !== paths.signOut() && answer.href.startsWith(paths.signIn(pathname)))
    throw new PostFailed(failureText("signedOut"), status);
  changed = answer.href;
  return { href: answer.href, document: answer.document === true };
}

/** The form data of a form submitted by this button. */
export function postedBy(form: HTMLFormElement, button: HTMLElement | null): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  if (button instanceof HTMLButtonElement && button.name) body.append(button.name, button.value);
  return body;
}
