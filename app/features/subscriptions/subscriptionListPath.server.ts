import { pagePath } from "~/http/pageContext.server";
import { paths, safePath } from "~/paths";

/**
 * The page behind a subscription dialog: `returnTo` (a client's page), else the list with the filters and page from
 * the dialog's URL.
 */
export function subscriptionListPath(request: Request) {
  const search = pagePath(request).split("?")[1] ?? "";
  const returnTo = new URLSearchParams(search).get("returnTo");
  if (returnTo) return safePath(returnTo, paths.subscriptions());
  return search ? `${paths.subscriptions()}?${search}` : paths.subscriptions();
}
