import { recurrenceText } from "~/domain/catalogue/serviceTypes";
import type { OwnSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { Facts } from "~/ui/card/Facts";
import { SubscriptionStatus } from "./SubscriptionStatus";
import { cardWords } from "./subscriptionWords";

type Shown = Pick<
  OwnSubscription,
  "serviceName" | "status" | "amount" | "orderDuration" | "frequency" | "nextPayment" | "card"
> &
  Partial<Pick<OwnSubscription, "createdAt">>;

/** What a subscription costs and when, for its customer. */
export function SubscriptionFacts({ subscription, columns }: { subscription: Shown; columns?: boolean }) {
  const { status, amount, orderDuration, frequency, createdAt, nextPayment, card } = subscription;
  // A Charge Now that failed leaves it due before its date: no word of time that would be wrong then.
  const due = status === "Active" ? "Renews" : "Due";
  return (
    <Facts
      columns={columns}
      facts={[
        { label: "Status", value: <SubscriptionStatus status={status} /> },
        { label: "Amount", value: formatCents(amount) },
        { label: "Recurrence", value: recurrenceText(orderDuration, frequency) },
        ...(createdAt === undefined ? [] : [{ label: "Began", value: formatLongDate(createdAt) }]),
        ...(status === "Cancelled" ? [] : [{ label: due, value: formatLongDate(nextPayment) }]),
        ...(status === "Cancelled" ? [] : [{ label: "Card", value: capital(cardWords(card)) }]),
      ]}
    />
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
