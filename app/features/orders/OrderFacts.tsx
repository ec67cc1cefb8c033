import { Link } from "@remix-run/react";
import { paymentTypeLabel, recurrenceText } from "~/domain/catalogue/serviceTypes";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import type { PayState } from "~/domain/orders/orderStates";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { type Fact, Facts } from "~/ui/card/Facts";

interface OrderFactsProps {
  order: CustomerOrder | StaffOrder;
  clientLink: boolean;
}

const payWords: Record<PayState, string> = {
  unpaid: "Not paid",
  paid: "Paid",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
};

const sourceLabels = {
  utmSource: "UTM source",
  utmCampaign: "UTM campaign",
  utmMedium: "UTM medium",
  utmContent: "UTM content",
  utmTerm: "UTM term",
  utmChannel: "UTM channel",
  formName: "Form name",
} as const;

/** Facts that have nothing to say are left out. */
const told = (facts: (Fact | false)[]) => facts.filter((fact): fact is Fact => fact !== false && Boolean(fact.value));

/** The side panel of an order: who, how it is paid, when; for staff where it came from (document 2 section 2). */
export function OrderFacts({ order, clientLink }: OrderFactsProps) {
  const staff = order.view === "staff";
  const { address, city, state, zipCode, country, phoneNo } = order.billing;
  const subscription = order.paymentType === "SUBSCRIPTION";
  const source = staff ? order.source : {};
  const sourceFacts = told(
    Object.entries(sourceLabels).map(([key, label]) => ({ label, value: source[key as keyof typeof sourceLabels] })),
  );
  return (
    <>
      <Card title="Order information">
        <Facts
          facts={told([
            { label: "Service", value: order.serviceName },
            {
              label: "Client",
              value: clientLink ? <Link to={paths.client(order.clientId)}>{order.clientName}</Link> : order.clientName,
            },
            { label: "Address", value: [address, city, state, zipCode, country].filter(Boolean).join(", ") },
            { label: "Phone", value: phoneNo },
            { label: "Assigned", value: order.assignedToName ?? "Unassigned" },
            { label: "Created", value: formatDateTime(order.createdAt) },
            { label: "Started", value: formatDateTime(order.startedAt) },
            { label: "Paid", value: formatDateTime(order.paidAt) },
            { label: "Completed", value: formatDateTime(order.completedAt) },
          ])}
        />
      </Card>
      <Card title="Payment">
        <Facts
          facts={told([
            { label: "Payment type", value: paymentTypeLabel(order.paymentType) },
            subscription && { label: "Recurrence", value: recurrenceText(order.orderDuration, order.frequency) },
            { label: "Payment", value: payWords[order.payState] },
            { label: "Coupon", value: order.couponCode },
            order.refunded > 0 && { label: "Refunded", value: formatCents(order.refunded) },
            staff && { label: "Payment id", value: order.paymentIntentId },
            staff && { label: "Transaction", value: order.transactionDetails },
            staff && subscription && { label: "Cycle", value: order.cycle },
            { label: "Total amount", value: formatCents(order.total), total: true },
          ])}
        />
      </Card>
      {sourceFacts.length > 0 ? (
        <Card title="Source">
          <Facts facts={sourceFacts} />
        </Card>
      ) : null}
    </>
  );
}
