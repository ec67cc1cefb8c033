import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { orderableServices } from "~/domain/catalogue/orderableServices";
import { type Context, isStaff, userOf } from "~/domain/context";
import { dashboard } from "~/domain/dashboard/dashboard";
import { DashboardQuery } from "~/domain/dateRange";
import { customerHome } from "~/domain/home/customerHome";
import { ordersToWorkOn, workStatuses } from "~/domain/orders/ordersToWorkOn";
import { findBillingPause } from "~/domain/recovery/billingPause";
import { unpaidSubscriptions } from "~/domain/subscriptions/ownSubscriptions";
import { pageOpens } from "~/features/frame/menu.server";
import { CustomerHome } from "~/features/home/CustomerHome";
import { StaffHome } from "~/features/home/StaffHome";
import { rangePickerOf, staffFigures } from "~/features/home/staffFigures.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export const meta = () => [{ title: `Dashboard | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "home.view");
  if (!isStaff(ctx.actor)) return await ownHome(ctx, args.context.portal.session?.subscribed === 1);
  const home = await staffHome(ctx, new URL(args.request.url).searchParams);
  return withStatus(home, home.figures === "refused" ? 400 : home.figures === "failed" ? 500 : 200);
}

async function staffHome(ctx: Context, search: URLSearchParams) {
  const query = DashboardQuery.safeParse(Object.fromEntries(search));
  const [shown, waiting, billingPausedSince] = await Promise.all([
    query.success ? nullOnFault(dashboard(ctx, query.data)) : null,
    nullOnFault(ordersToWorkOn(ctx)),
    nullOnFault(findBillingPause(ctx)),
  ]);
  return {
    view: "staff" as const,
    picker: rangePickerOf(ctx.now, search, query),
    figures: shown ? staffFigures(shown) : query.success ? ("failed" as const) : ("refused" as const),
    waiting,
    waitingFor: workStatuses,
    billingPausedSince,
    services: waiting?.totalElements === 0 ? ((await nullOnFault(orderableServices(ctx)))?.length ?? null) : null,
    opens: {
      reports: pageOpens(ctx.actor, "/reports/:reportType"),
      client: pageOpens(ctx.actor, "/clients/:clientId"),
    },
  };
}

async function ownHome(ctx: Context, subscribed: boolean) {
  const [home, toPay] = await Promise.all([
    nullOnFault(customerHome(ctx)),
    subscribed ? nullOnFault(unpaidSubscriptions(ctx)) : null,
  ]);
  return {
    view: "customer" as const,
    firstName: userOf(ctx.actor)?.firstName ?? "",
    announcements: home?.announcements ?? [],
    dismissible: pageOpens(ctx.actor, "/announcements/:announcementId/dismiss"),
    toAnswer: home?.toAnswer ?? null,
    orders: home?.orders ?? null,
    toPay: toPay ?? [],
    cards: pageOpens(ctx.actor, "/subscriptions/mine/:subscriptionId/card"),
    strategy: brand.strategy,
  };
}

export default function Home() {
  const data = useLoaderData<typeof loader>();
  return data.view === "staff" ? <StaffHome {...data} /> : <CustomerHome {...data} />;
}
