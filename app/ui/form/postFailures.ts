import { formatWait } from "~/format/wait";

/** Why a post got no response that its form can show. */
export type PostFailure =
  | "offline"
  | "lost"
  | "foreign"
  | "tooMany"
  | "unavailable"
  | "fault"
  | "signedOut"
  | "gone"
  | "conflict"
  | "tooLarge"
  | "refused";

interface Sentences {
  /** What happened and, if the server cannot have acted on the post, that nothing was saved. */
  happened: string;
  /** The server may have acted on the post. */
  unknown?: true;
  /** What to do next. `{retry}` becomes the wait that the server asks for. */
  next?: string;
}

const failures: Record<PostFailure, Sentences> = {
  offline: { happened: "You are offline, so nothing was sent.", next: "Try again when you are back online." },
  lost: { happened: "We got no answer.", unknown: true },
  foreign: {
    happened: "The answer did not come from us. Your network may want you to sign in to it first.",
    unknown: true,
  },
  tooMany: { happened: "Too many requests, so nothing was saved.", next: "Try again {retry}." },
  unavailable: { happened: "We are not available right now.", unknown: true, next: "Try again {retry}." },
  fault: { happened: "Something went wrong on our side.", unknown: true },
  signedOut: {
    happened: "You have been signed out, so nothing was saved.",
    next: "Sign in in another tab, then send this again.",
  },
  gone: { happened: "This no longer exists, so nothing was saved.", next: "Someone may have deleted it." },
  conflict: {
    happened: "Someone else changed this first, so nothing was saved.",
    next: "Copy what you typed, then reload the page.",
  },
  tooLarge: { happened: "This is too large to send, so nothing was saved.", next: "Shorten it or use a smaller file." },
  refused: {
    happened: "We could not accept this, so nothing was saved.",
    next: "Copy what you typed, then reload the page.",
  },
};

/** The failure that a status means when the response is not from the form's own action. */
export function failureOfStatus(status: number): PostFailure {
  if (status === 404 || status === 410) return "gone";
  if (status === 409 || status === 412) return "conflict";
  if (status === 413) return "tooLarge";
  if (status === 429) return "tooMany";
  if (status === 500) return "fault";
  if (status > 500) return "unavailable";
  return status >= 400 ? "refused" : "foreign";
}

interface FailureOptions {
  /** The post is idempotent. */
  safe?: boolean;
  /** The Retry-After header: seconds, or a date. */
  retryAfter?: string | null;
}

/** What happened, whether anything was done, and what to do next. */
export function failureText(failure: PostFailure, { safe = false, retryAfter }: FailureOptions = {}) {
  const { happened, unknown, next } = failures[failure];
  const outcome = unknown
    ? `It may have gone through. ${safe ? "Sending it again is safe." : "Check before you send it again."}`
    : "";
  return [happened, outcome, next?.replace("{retry}", waitText(retryAfter))].filter(Boolean).join(" ");
}

/** The same for a plain request with an unexpected response. `status` 0 means no response. */
export function statusText(
  { status, offline, retryAfter }: { status: number; offline: boolean; retryAfter?: string | null },
  safe: boolean,
) {
  const failure = status > 0 ? failureOfStatus(status) : offline ? "offline" : "lost";
  return failureText(failure, { safe, retryAfter });
}

/** Why a link could not be followed. The page that has it stays open. */
export type PageFailure = "offline" | "away";

const pageFailures: Record<PageFailure, string> = {
  offline: "You are offline, so this page stays open. Try again when you are back online.",
  away: "We cannot show the next page at the moment, so this page stays open. Try again {retry}.",
};

export const pageFailureText = (failure: PageFailure, retryAfter?: string | null) =>
  pageFailures[failure].replace("{retry}", waitText(retryAfter));

function waitText(retryAfter: FailureOptions["retryAfter"]) {
  const given = retryAfter?.trim() ?? "";
  return formatWait(/^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000));
}
