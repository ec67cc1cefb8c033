import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { ownSubscriptionList } from "~/domain/subscriptions/ownSubscriptionList";
import { ownSubscriptionPage } from "~/domain/subscriptions/ownSubscriptions";
import { pageOpens } from "~/features/frame/menu.server";
import { OwnSubscriptionsView } from "~/features/subscriptions/OwnSubscriptionsView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Subscriptions | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.own");
  const query = listFromUrl(ownSubscriptionList, args.request.url);
  const page = await nullOnFault(ownSubscriptionPage(ctx, query));
  const cards = pageOpens(ctx.actor, "/subscriptions/mine/:subscriptionId/card");
  return withStatus({ query, page, cards }, page ? 200 : 500);
}

export default function Mine() {
  return (
    <OwnSubscriptionsView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </OwnSubscriptionsView>
  );
}
