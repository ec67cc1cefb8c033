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
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
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
  /** Clients ask staff to cancel instead of cancelling themselves. */
  asks: boolean;
  /** A dialog over the page. */
  children?: ReactNode;
}

/** A customer's subscriptions, next payments and past payments (rules.md subscriptions/own). */
export function OwnSubscriptionsView({ query, page, cards, asks, children }: OwnSubscriptionsViewProps) {
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
              <OneSubscription key={one.id} subscription={one} cards={cards} asks={asks} />
            ))}
          </div>
        )}
      />
      {children}
    </>
  );
}

interface OneSubscriptionProps extends Pick<OwnSubscriptionsViewProps, "cards" | "asks"> {
  subscription: OwnSubscription;
}

function OneSubscription({ subscription, cards, asks }: OneSubscriptionProps) {
  const zone = useZone();
  // Keeps the list page behind the dialog.
  const { search } = useLocation();
  const { id, serviceName, status, cancelRequest, endsAt, orders } = subscription;
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
            You asked us on {formatLongDate(cancelRequest.at, zone)} to cancel it: “{cancelRequest.reason}”
            {/[.!?…]$/.test(cancelRequest.reason) ? "" : "."} We charge nothing until we have answered.
          </p>
        ) : null}
        {goesOn ? (
          <div className="row">
            {cards && step === null && endsAt === null ? (
              <LinkButton to={paths.subscriptionCard(id)}>
                Update card<span className="visually-hidden"> of {which}</span>
              </LinkButton>
            ) : null}
            {endsAt !== null || cancelRequest ? <KeepForm id={id} which={which} search={search} /> : null}
            {endsAt !== null || (asks && cancelRequest) ? null : (
              <LinkButton to={paths.subscriptionAskToCancel(id) + search} variant="ghost" preventScrollReset>
                {asks ? "Ask to cancel" : "Cancel subscription"}
                <span className="visually-hidden"> {which}</span>
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

/** Takes back the cancellation or the request to cancel. */
const KeepForm = ({ id, which, search }: { id: string; which: string; search: string }) => (
  <Form method="post" action={paths.subscriptionAskToCancel(id) + search} preventScrollReset>
    <input type="hidden" name="intent" value="keep" />
    <SubmitButton variant="outline" pendingText="Keeping">
      Keep subscription<span className="visually-hidden"> {which}</span>
    </SubmitButton>
  </Form>
);

const PaymentHistory = ({ of, orders }: Pick<OwnSubscription, "orders"> & { of: string }) => {
  const zone = useZone();
  return (
    <DataTable
      caption={`Payments of ${of}`}
      columns={[
        { key: "paid", label: "Paid", nowrap: true },
        { key: "order", label: "Order", literal: true },
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
