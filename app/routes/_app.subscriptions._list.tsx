import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { pageOpens } from "~/features/frame/menu.server";
import { SubscriptionListView } from "~/features/subscriptions/SubscriptionListView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Subscriptions | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.list");
  const query = listFromUrl(subscriptionList, args.request.url);
  const page = await nullOnFault(findSubscriptions(ctx, query));
  const opens = {
    client: pageOpens(ctx.actor, "/clients/:clientId"),
    health: pageOpens(ctx.actor, "/subscriptions/health"),
  };
  return withStatus({ query, page, opens }, page ? 200 : 500);
}

export default function Subscriptions() {
  return (
    <SubscriptionListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </SubscriptionListView>
  );
}
