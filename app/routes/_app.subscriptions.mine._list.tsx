import { Outlet, useLoaderData } from "@remix-run/react";
import { ownSubscriptionList } from "~/domain/subscriptions/ownSubscriptionList";
import { ownSubscriptionPage } from "~/domain/subscriptions/ownSubscriptions";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { OwnSubscriptionsView } from "~/features/subscriptions/OwnSubscriptionsView";
import { listLoader } from "~/http/listLoader.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Subscriptions");

export const loader = listLoader(
  ownSubscriptionList,
  "subscriptions.own",
  ownSubscriptionPage,
  ({ actor, settings }) => ({
    asks: settings.payments.askToCancel,
    cards: pageOpens(actor, "/subscriptions/mine/:subscriptionId/card"),
  }),
);

export default function Mine() {
  return (
    <OwnSubscriptionsView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </OwnSubscriptionsView>
  );
}
