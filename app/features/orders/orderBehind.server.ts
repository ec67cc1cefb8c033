import { paths, samePlace } from "~/paths";

/** The order's page behind a dialog or form, at the tab and thread of the request's address. */
export const orderBehind = (request: Request, orderId: string) =>
  samePlace(paths.order(orderId), new URL(request.url).search);
