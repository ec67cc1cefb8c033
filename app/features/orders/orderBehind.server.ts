import { paths, samePlace } from "~/paths";

/**
 * The order's page behind a dialog or form, or its thread in the inbox, at the tab and thread of the request's address.
 */
export function orderBehind(request: Request, orderId: string) {
  const { pathname, search } = new URL(request.url);
  const page = pathname.startsWith(`${paths.inbox()}/`) ? paths.inboxThread(orderId) : paths.order(orderId);
  return samePlace(page, search);
}
