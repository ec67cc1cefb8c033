import { Outlet, useLoaderData } from "@remix-run/react";
import { findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { SubscriptionListView } from "~/features/subscriptions/SubscriptionListView";
import { listLoader } from "~/http/listLoader.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Subscriptions");

export const loader = listLoader(subscriptionList, "subscriptions.list", findSubscriptions, ({ actor }) => ({
  opens: { client: pageOpens(actor, "/clients/:clientId"), health: pageOpens(actor, "/settings/health") },
}));

export default function Subscriptions() {
  return (
    <SubscriptionListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </SubscriptionListView>
  );
}
