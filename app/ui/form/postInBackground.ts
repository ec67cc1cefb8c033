import { paths } from "~/paths";
import { failureText, statusText } from "./postFailures";

/** Where the server leads after a post. `document`: the browser itself has to open it, e.g. a file. */
export interface PostedTo {
  href: string;
  document: boolean;
}

/** The post was not carried out as asked; `message` is for the person. */
export class PostFailed extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

let changed: string | undefined;

/** Whether this page is opened after a background post, so that the frame around it is read again too. */
export const isAfterPost = ({ pathname, search }: URL) => changed === pathname + search;

/**
 * Posts by script to an action that answers a redirect, and returns where it leads. A plain request: the router would
 * put an error page in place of the page when the post fails. `safe`: the same post again is the same act.
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
  // Signed out already is what Logout asks for.
  if (pathname !== paths.signOut() && answer.href.startsWith(paths.signIn(pathname)))
    throw new PostFailed(failureText("signedOut"), status);
  changed = answer.href;
  return { href: answer.href, document: answer.document === true };
}

/** What a form posts when this button is pressed. */
export function postedBy(form: HTMLFormElement, button: HTMLElement | null): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  if (button instanceof HTMLButtonElement && button.name) body.append(button.name, button.value);
  return body;
}
