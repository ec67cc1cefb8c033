import { amountWithTaxes } from "~/domain/amountWithTaxes";
import { recurrenceText } from "~/domain/catalogue/serviceTypes";
import type { OwnSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { Facts } from "~/ui/card/Facts";
import { SubscriptionStatus } from "./SubscriptionStatus";
import { cardLabel } from "./subscriptionStanding";

type Shown = Pick<
  OwnSubscription,
  "serviceName" | "status" | "amount" | "taxRates" | "orderDuration" | "frequency" | "nextPayment" | "card"
> &
  Partial<Pick<OwnSubscription, "createdAt" | "endsAt">>;

/** The price and dates of a subscription, for its customer. */
export function SubscriptionFacts({ subscription, columns }: { subscription: Shown; columns?: boolean }) {
  const zone = useZone();
  const { status, amount, taxRates, orderDuration, frequency, createdAt, nextPayment, endsAt, card } = subscription;
  // After a failed Charge Now the date may be ahead, so the label must not say that it has passed.
  const due = endsAt ? "Ends" : status === "Active" ? "Renews" : "Due";
  return (
    <Facts
      columns={columns}
      facts={[
        { label: "Status", value: <SubscriptionStatus status={status} /> },
        { label: "Amount", value: amountWithTaxes(amount, taxRates) },
        { label: "Recurrence", value: recurrenceText(orderDuration, frequency) },
        ...(createdAt === undefined ? [] : [{ label: "Began", value: formatLongDate(createdAt, zone) }]),
        ...(status === "Cancelled" ? [] : [{ label: due, value: formatLongDate(endsAt ?? nextPayment, zone) }]),
        ...(status === "Cancelled" ? [] : [{ label: "Card", value: capital(cardLabel(card)) }]),
      ]}
    />
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
