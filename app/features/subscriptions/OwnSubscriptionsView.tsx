import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ownSubscriptionList } from "~/domain/subscriptions/ownSubscriptionList";
import type { OwnSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { SHOWN_ORDERS } from "~/domain/subscriptions/subscriptionStates";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import type { ListQuery, Page } from "~/list/defineList";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { ListPage } from "~/ui/list/ListPage";
import { NextStepLink } from "./NextStepLink";
import { SubscriptionFacts } from "./SubscriptionFacts";
import { standingOf } from "./subscriptionStanding";

interface OwnSubscriptionsViewProps {
  query: Pick<ListQuery, "page" | "pageSize">;
  /** Null when the query failed. */
  page: Page<OwnSubscription> | null;
  /**
   * True when the viewer may change cards: not while an admin impersonates the customer (rules.md
   * accounts/impersonation).
   */
  cards: boolean;
  /** A dialog over the page. */
  children?: ReactNode;
}

/** A customer's subscriptions, next payments and past payments (rules.md subscriptions/own). */
export function OwnSubscriptionsView({ query, page, cards, children }: OwnSubscriptionsViewProps) {
  return (
    <>
      <ListPage
        title="Subscriptions"
        help="Your recurring orders, with their next payment and card."
        href={paths.ownSubscriptions()}
        list={ownSubscriptionList}
        query={query}
        page={page}
        noun="subscriptions"
        empty={{
          title: "No subscriptions",
          text: "A subscription starts with the first payment of a recurring order.",
          action: (
            <LinkButton to={paths.services()} variant="solid">
              Explore our services
            </LinkButton>
          ),
        }}
        table={(subscriptions) => (
          <div className="stack-large">
            {subscriptions.map((one) => (
              <OneSubscription key={one.id} subscription={one} cards={cards} />
            ))}
          </div>
        )}
      />
      {children}
    </>
  );
}

function OneSubscription({ subscription, cards }: { subscription: OwnSubscription; cards: boolean }) {
  const zone = useZone();
  // Keeps the list page behind the dialog.
  const { search } = useLocation();
  const { id, serviceName, status, cancelRequest, orders } = subscription;
  const { text, step } = standingOf(subscription, zone);
  const goesOn = status !== "Cancelled";
  // A client may subscribe to one service twice.
  const which = `${serviceName} since ${formatLongDate(subscription.createdAt, zone)}`;
  return (
    <Card title={serviceName}>
      <div className="stack">
        {step === null ? (
          <p>{text}</p>
        ) : (
          <Alert
            tone={status === "Past_Due" ? "danger" : "warning"}
            action={cards ? <NextStepLink subscription={subscription} step={step} /> : null}
          >
            {text}
          </Alert>
        )}
        <SubscriptionFacts subscription={subscription} columns />
        {goesOn && cancelRequest ? (
          <p className="muted">
            You asked us on {formatLongDate(cancelRequest.at, zone)} to cancel it: “{cancelRequest.reason}”. We will
            reply soon.
          </p>
        ) : null}
        {goesOn ? (
          <div className="row">
            {cards && step === null ? (
              <LinkButton to={paths.subscriptionCard(id)}>
                Update card<span className="visually-hidden"> of {which}</span>
              </LinkButton>
            ) : null}
            {cancelRequest ? null : (
              <LinkButton to={paths.subscriptionAskToCancel(id) + search} variant="ghost" preventScrollReset>
                Ask to cancel<span className="visually-hidden"> {which}</span>
              </LinkButton>
            )}
          </div>
        ) : null}
        <details className="subscription-history" open={goesOn}>
          <summary>
            Payments<span className="visually-hidden"> of {which}</span>
          </summary>
          <PaymentHistory of={which} orders={orders} />
          {orders.length === SHOWN_ORDERS ? (
            <p>
              <Link to={paths.orders()}>All orders</Link>
            </p>
          ) : null}
        </details>
      </div>
    </Card>
  );
}

const PaymentHistory = ({ of, orders }: Pick<OwnSubscription, "orders"> & { of: string }) => {
  const zone = useZone();
  return (
    <DataTable
      caption={`Payments of ${of}`}
      columns={[
        { key: "paid", label: "Paid", nowrap: true },
        { key: "order", label: "Order" },
        { key: "amount", label: "Amount", align: "right" },
        { key: "invoice", label: "Invoice" },
      ]}
      rows={orders.map((order) => ({
        key: order.id,
        cells: {
          paid: formatLongDate(order.paidAt, zone),
          order: <Link to={paths.order(order.id)}>{order.number}</Link>,
          amount: formatCents(order.total),
          // A plain anchor, because the target is a document and not a page of the app.
          invoice: order.total > 0 ? <a href={paths.orderInvoice(order.id)}>Invoice of order {order.number}</a> : null,
        },
      }))}
    />
  );
};
