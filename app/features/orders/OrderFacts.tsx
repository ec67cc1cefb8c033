import { Link, useLocation } from "@remix-run/react";
import { paymentTypeLabel, recurrenceText } from "~/domain/catalogue/serviceTypes";
import { DAY_MS } from "~/domain/day";
import type { CustomerOrder, StaffOrder } from "~/domain/orders/orderDetails";
import { hasDeadline, orderStatusLabel, payStateLabels } from "~/domain/orders/orderStates";
import type { RefundOfOrder } from "~/domain/refunds/orderRefunds";
import type { SourceFact } from "~/features/affiliates/referralFacts";
import { sourceFact } from "~/features/affiliates/sourceFact";
import { useZones } from "~/features/frame/useZone";
import { formatDateTime, formatDay } from "~/format/dates";
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
  /** Staff only. */
  source: readonly SourceFact[];
  clientLink: boolean;
  /** True when the viewer may refund it. */
  refundable: boolean;
  /** Staff only: its deadline has passed. */
  overdue: boolean;
}

/** Drops facts without a value. */
const told = (facts: (Fact | false | null)[]) =>
  facts.filter((fact): fact is Fact => fact !== false && fact !== null && Boolean(fact.value));

/** '3 Dec 26', or for staff what is left of a clock that stands still. */
function dueText(order: CustomerOrder | StaffOrder, overdue: boolean, zone: string) {
  if (order.dueAt !== null) return `${overdue ? "Overdue since " : ""}${formatDay(order.dueAt, zone)}`;
  if (order.view !== "staff" || order.links || order.clockLeftMs === null || !hasDeadline(order.status)) return null;
  const days = Math.round(Math.abs(order.clockLeftMs) / (DAY_MS / 10)) / 10;
  return `Paused, ${days} working ${days === 1 ? "day" : "days"} ${order.clockLeftMs < 0 ? "late" : "left"}`;
}

/** The side panel of an order: people, payment and dates; for staff also its source. */
export function OrderFacts({ order, refunds, source, clientLink, refundable, overdue }: OrderFactsProps) {
  const { zone, agencyZone } = useZones();
  const { search } = useLocation();
  const staff = order.view === "staff";
  const { address, city, state, zipCode, country, phoneNo, company, taxId } = order.billing;
  const subscription = order.paymentType === "SUBSCRIPTION";
  const recurrence = recurrenceText(order.orderDuration, order.frequency);
  return (
    <>
      <Card title="Order information">
        <Facts
          facts={told([
            { label: "Status", value: orderStatusLabel(order.status) },
            { label: "Service", value: order.serviceName },
            {
              label: "Client",
              literal: true,
              value: clientLink ? <Link to={paths.client(order.clientId)}>{order.clientName}</Link> : order.clientName,
            },
            {
              label: "Address",
              literal: true,
              value: [address, city, state, zipCode, country].filter(Boolean).join(", "),
            },
            { label: "Phone", literal: true, value: phoneNo },
            { label: "Company", literal: true, value: company },
            { label: "Tax id", literal: true, value: taxId },
            staff
              ? { label: "Assigned", literal: true, value: order.assignedToName ?? "Unassigned" }
              : {
                  label: "Your manager",
                  literal: true,
                  value: order.assignedToName && <Manager name={order.assignedToName} />,
                },
            order.links && {
              label: "Links",
              value: (
                <>
                  {order.links.total - order.links.waiting} of {order.links.total} ready
                  {order.links.notStarted > 1 ? (
                    <>
                      {" · "}
                      <Link to={samePlace(paths.orderDrip(order.id), search)} preventScrollReset>
                        Start gradually
                      </Link>
                    </>
                  ) : null}
                </>
              ),
            },
            { label: staff ? "Due" : "Expected by", value: dueText(order, overdue, agencyZone) },
            { label: "Created", value: formatDateTime(order.createdAt, zone) },
            { label: "Started", value: order.startedAt && formatDateTime(order.startedAt, zone) },
            { label: "Paid", value: order.paidAt && formatDateTime(order.paidAt, zone) },
            { label: "Completed", value: order.completedAt && formatDateTime(order.completedAt, zone) },
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
            { label: "Coupon", literal: true, value: order.couponCode },
            staff && { label: "Payment id", literal: true, value: order.paymentIntentId },
            staff && { label: "Transaction", literal: true, value: order.transactionDetails },
            staff &&
              order.subscriptionId !== null && {
                label: "Subscription id",
                literal: true,
                value: <Link to={paths.subscription(order.subscriptionId)}>{order.subscriptionId}</Link>,
              },
            staff && subscription && { label: "Cycle", value: order.cycle },
            staff && order.disputed > 0 && { label: "Withdrawn by disputes", value: formatCents(order.disputed) },
            order.refunded > 0 && { label: "Refunded", value: formatCents(order.refunded) },
            { label: "Total amount", value: formatCents(order.total), total: true },
          ])}
        />
        <OrderRefunds orderId={order.id} refunds={refunds} papers={order.invoiceId !== null} />
      </Card>
      {source.length > 0 ? (
        <Card title="Source">
          <Facts facts={source.map(sourceFact)} />
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
