import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { shouldRevalidate } from "~/ui/form/keepFormOnFailure";
import { isAfterPost } from "~/ui/form/postInBackground";

/**
 * For routes whose data depends on the session only, not on the address: a filter or page of a list leaves them alone.
 * Posts, reloads and explicit revalidations still read them.
 */
export function shouldRevalidateFrame(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod = "GET" } = args;
  const isPlainNavigation = formMethod === "GET" && currentUrl.search !== nextUrl.search && !isAfterPost(nextUrl);
  return !isPlainNavigation && shouldRevalidate(args);
}
