import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { type Context, isStaff, userOf } from "~/domain/context";
import { orderStatusCounts } from "~/domain/orders/orderStatusCounts";
import { ordersToWorkOn, workStatuses } from "~/domain/orders/ordersToWorkOn";
import { recentOrders } from "~/domain/orders/recentOrders";
import { CustomerHome } from "~/features/home/CustomerHome";
import { StaffHome } from "~/features/home/StaffHome";
import { logFault } from "~/http/logFault.server";
import { pageOpens } from "~/http/menu.server";
import { pageContext } from "~/http/pageContext.server";
import "~/features/home/home.css";

export const meta = () => [{ title: `Dashboard | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "home.view");
  return isStaff(ctx.actor) ? json(await staffHome(ctx)) : json(await customerHome(ctx));
}

/** A home whose figures cannot be read still leads to everything else. */
const orNothing = <Result,>(ctx: Context, work: Promise<Result>) =>
  work.catch((error) => {
    logFault(error, ctx.requestId);
    return null;
  });

async function staffHome(ctx: Context) {
  const figures = Promise.all([orderStatusCounts(ctx), ordersToWorkOn(ctx)]);
  const dashboard = await orNothing(
    ctx,
    figures.then(([counts, waiting]) => ({ counts, waiting })),
  );
  const clientLinks = pageOpens(ctx.actor, "/clients/:clientId");
  return { view: "staff" as const, dashboard, waitingFor: workStatuses, clientLinks };
}

async function customerHome(ctx: Context) {
  const orders = await orNothing(ctx, recentOrders(ctx));
  return {
    view: "customer" as const,
    firstName: userOf(ctx.actor)?.firstName ?? "",
    orders,
    strategy: brand.strategy,
  };
}

export default function Home() {
  const data = useLoaderData<typeof loader>();
  return data.view === "staff" ? <StaffHome {...data} /> : <CustomerHome {...data} />;
}
