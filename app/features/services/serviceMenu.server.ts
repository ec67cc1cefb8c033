import type { Context } from "~/domain/context";
import { pageOpens } from "~/features/frame/menu.server";
import { paths } from "~/paths";

/** What the actions in the head of a service need, on each of its tabs. */
export const serviceMenu = (ctx: Context, serviceId: string) => ({
  checkoutUrl: ctx.siteUrl + paths.checkout(serviceId),
  invoices: pageOpens(ctx.actor, "/services/:serviceId/invoice"),
});
