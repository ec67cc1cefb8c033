import { Link, useLocation } from "@remix-run/react";
import { paymentTypeLabel, recurrenceText } from "~/domain/catalogue/serviceTypes";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import { orderStatusLabel, payStateLabels } from "~/domain/orders/orderStates";
import type { RefundOfOrder } from "~/domain/refunds/orderRefunds";
import { referralFacts } from "~/features/affiliates/referralFacts";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths, samePlace } from "~/paths";
import { Card } from "~/ui/card/Card";
import { type Fact, Facts } from "~/ui/card/Facts";
import { LinkButton } from "~/ui/form/LinkButton";
import { Avatar } from "~/ui/layout/Avatar";
import { OrderRefunds } from "./OrderRefunds";

interface OrderFactsProps {
  order: CustomerOrder | StaffOrder;
  refunds: readonly RefundOfOrder[];
  clientLink: boolean;
  /** True when the viewer may refund it. */
  refundable: boolean;
}

const sourceLabels = {
  utmSource: "UTM source",
  utmCampaign: "UTM campaign",
  utmMedium: "UTM medium",
  utmContent: "UTM content",
  utmTerm: "UTM term",
  utmChannel: "UTM channel",
  formName: "Form name",
} as const;

/** Drops facts without a value. */
const told = (facts: (Fact | false)[]) => facts.filter((fact): fact is Fact => fact !== false && Boolean(fact.value));

/** The side panel of an order: people, payment and dates; for staff also its source. */
export function OrderFacts({ order, refunds, clientLink, refundable }: OrderFactsProps) {
  const { search } = useLocation();
  const staff = order.view === "staff";
  const { address, city, state, zipCode, country, phoneNo } = order.billing;
  const subscription = order.paymentType === "SUBSCRIPTION";
  const recurrence = recurrenceText(order.orderDuration, order.frequency);
  const source = staff ? order.source : {};
  const sourceFacts = told([
    ...Object.entries(sourceLabels).map(([key, label]) => ({ label, value: source[key as keyof typeof sourceLabels] })),
    ...referralFacts(staff ? order.referral : null),
  ]);
  return (
    <>
      <Card title="Order information">
        <Facts
          facts={told([
            { label: "Status", value: orderStatusLabel(order.status) },
            { label: "Service", value: order.serviceName },
            {
              label: "Client",
              value: clientLink ? <Link to={paths.client(order.clientId)}>{order.clientName}</Link> : order.clientName,
            },
            { label: "Address", value: [address, city, state, zipCode, country].filter(Boolean).join(", ") },
            { label: "Phone", value: phoneNo },
            staff
              ? { label: "Assigned", value: order.assignedToName ?? "Unassigned" }
              : { label: "Your manager", value: order.assignedToName && <Manager name={order.assignedToName} /> },
            { label: "Created", value: formatDateTime(order.createdAt) },
            { label: "Started", value: order.startedAt && formatDateTime(order.startedAt) },
            { label: "Paid", value: order.paidAt && formatDateTime(order.paidAt) },
            { label: "Completed", value: order.completedAt && formatDateTime(order.completedAt) },
          ])}
        />
      </Card>
      <Card
        title="Payment"
        action={
          refundable ? (
            <LinkButton to={samePlace(paths.orderRefund(order.id), search)} size={1} preventScrollReset>
              Refund
            </LinkButton>
          ) : null
        }
      >
        <Facts
          facts={told([
            { label: "Payment type", value: paymentTypeLabel(order.paymentType) },
            subscription && {
              label: "Recurrence",
              value: staff || !order.paidAt ? recurrence : <Link to={paths.ownSubscriptions()}>{recurrence}</Link>,
            },
            { label: "Payment", value: payStateLabels[order.payState] },
            { label: "Coupon", value: order.couponCode },
            staff && { label: "Payment id", value: order.paymentIntentId },
            staff && { label: "Transaction", value: order.transactionDetails },
            staff &&
              order.subscriptionId !== null && {
                label: "Subscription id",
                value: <Link to={paths.subscription(order.subscriptionId)}>{order.subscriptionId}</Link>,
              },
            staff && subscription && { label: "Cycle", value: order.cycle },
            staff && order.disputed > 0 && { label: "Withdrawn by disputes", value: formatCents(order.disputed) },
            order.refunded > 0 && { label: "Refunded", value: formatCents(order.refunded) },
            { label: "Total amount", value: formatCents(order.total), total: true },
          ])}
        />
        <OrderRefunds refunds={refunds} />
      </Card>
      {sourceFacts.length > 0 ? (
        <Card title="Source">
          <Facts facts={sourceFacts} />
        </Card>
      ) : null}
    </>
  );
}

const Manager = ({ name }: { name: string }) => (
  <span className="row">
    <Avatar name={name} /> {name}
  </span>
);
