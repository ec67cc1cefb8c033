import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { FoundSession } from "~/domain/accounts/findSession";
import { orderableServices } from "~/domain/catalogue/orderableServices";
import { agencyZone, type Context, isStaff, userOf } from "~/domain/context";
import { dashboard } from "~/domain/dashboard/dashboard";
import { DashboardQuery, rangeIn } from "~/domain/dateRange";
import { customerHome } from "~/domain/home/customerHome";
import { workStatuses } from "~/domain/orders/orderStates";
import { ordersToWorkOn } from "~/domain/orders/ordersToWorkOn";
import { findBillingPause } from "~/domain/recovery/billingPause";
import { unpaidSubscriptions } from "~/domain/subscriptions/ownSubscriptions";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { CustomerHome } from "~/features/home/CustomerHome";
import { StaffHome } from "~/features/home/StaffHome";
import { homeRanges, rangePickerOf, staffFigures } from "~/features/home/staffFigures.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export const meta = pageTitle("Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "home.view");
  if (!isStaff(ctx.actor)) return await ownHome(ctx, args.context.portal.session);
  const home = await staffHome(ctx, new URL(args.request.url).searchParams);
  return withStatus(home, home.figures === "refused" ? 400 : home.figures === "failed" ? 500 : 200);
}

async function staffHome(ctx: Context, search: URLSearchParams) {
  const zone = agencyZone(ctx);
  const query = DashboardQuery.safeParse(Object.fromEntries(search));
  const [shown, waiting, billingPausedSince] = await Promise.all([
    query.success ? nullOnFault(dashboard(ctx, rangeIn(query.data, zone), zone)) : null,
    nullOnFault(ordersToWorkOn(ctx)),
    nullOnFault(findBillingPause(ctx)),
  ]);
  return {
    view: "staff" as const,
    picker: rangePickerOf(search, query, homeRanges(ctx.now, zone)),
    figures: shown ? staffFigures(shown, zone) : query.success ? ("failed" as const) : ("refused" as const),
    waiting,
    waitingFor: workStatuses,
    billingPausedSince,
    services: waiting?.totalElements === 0 ? ((await nullOnFault(orderableServices(ctx)))?.length ?? null) : null,
    opens: {
      reports: pageOpens(ctx.actor, "/reports/:reportType"),
      client: pageOpens(ctx.actor, "/clients/:clientId"),
      firstSteps: pageOpens(ctx.actor, "/settings/first-steps"),
    },
  };
}

async function ownHome(ctx: Context, session: FoundSession | null) {
  const [home, toPay] = await Promise.all([
    nullOnFault(customerHome(ctx)),
    session?.subscribed === 1 ? nullOnFault(unpaidSubscriptions(ctx)) : null,
  ]);
  return {
    view: "customer" as const,
    firstName: userOf(ctx.actor)?.firstName ?? "",
    announcements: home?.announcements ?? [],
    dismissible: pageOpens(ctx.actor, "/announcements/:announcementId/dismiss"),
    toAnswer: home?.toAnswer ?? null,
    // Left out for customers without such links, whose page stays as it is.
    ...(session?.linksToAnswer ? { linksToAnswer: session.linksToAnswer } : {}),
    orders: home?.orders ?? null,
    toPay: toPay ?? [],
    cards: pageOpens(ctx.actor, "/subscriptions/mine/:subscriptionId/card"),
    strategy: ctx.settings.contact.strategy,
  };
}

export default function Home() {
  const data = useLoaderData<typeof loader>();
  return data.view === "staff" ? <StaffHome {...data} /> : <CustomerHome {...data} />;
}
