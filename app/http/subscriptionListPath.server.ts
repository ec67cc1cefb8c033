import { paths, safePath } from "~/paths";
import { pagePath } from "./pageContext.server";

/**
 * What lies behind a dialog about a subscription: the page that it was opened on (`returnTo`, a client's), else the list,
 * whose filters and page its address carries.
 */
export function subscriptionListPath(request: Request) {
  const search = pagePath(request).split("?")[1] ?? "";
  const returnTo = new URLSearchParams(search).get("returnTo");
  if (returnTo) return safePath(returnTo, paths.subscriptions());
  return search ? `${paths.subscriptions()}?${search}` : paths.subscriptions();
}
