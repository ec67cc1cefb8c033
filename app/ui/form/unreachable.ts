import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { paths } from "~/paths";

const UNREACHABLE = "We could not reach the server. Check your connection and try again. What you typed is still here.";
const SIGNED_OUT =
  "You have been signed out. Sign in in another tab, then send this again. What you typed is still here.";
const GONE = "This no longer exists. Someone may have deleted it. What you typed is still here.";

/** What a post that changed nothing is answered with; `result` and `errors` for the forms that show it at their place. */
export interface KeptAnswer {
  kept: string;
  result: { error: Record<string, string[]> };
  errors: Record<string, string[]>;
}

/**
 * Route export, with `shouldRevalidate`, of every page with a form: when no answer comes at all, when the session is over
 * by now, or when what the form is about was deleted meanwhile, the page stays as it was typed and says so.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    const kept = reasonToKeep(error, new URL(request.url).pathname);
    if (!kept) throw error;
    const errors = { "": [kept] };
    return { kept, result: { error: errors }, errors } satisfies KeptAnswer;
  }
}

function reasonToKeep(error: unknown, path: string) {
  // What fetch throws when nobody answered.
  if (error instanceof TypeError) return UNREACHABLE;
  if (!(error instanceof Response)) return null;
  if (error.status === 404) return GONE;
  // The way to the sign-in that leads back here; other redirects are where the post has led.
  return error.headers.get("Location")?.startsWith(paths.signIn(path)) ? SIGNED_OUT : null;
}

/** Nothing has changed, and a read that fails as well would put an error page in the form's place. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult?.kept ? false : defaultShouldRevalidate;
