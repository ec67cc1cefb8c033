import type { ShownAnnouncement } from "~/domain/announcements/shownAnnouncements";
import type { OrderListRow } from "~/domain/orders/findOrders";
import { waitingForClient } from "~/domain/placements/placementStates";
import type { OwnSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { HomeAnnouncements } from "~/features/announcements/HomeAnnouncements";
import { useZone } from "~/features/frame/useZone";
import { OrderTable } from "~/features/orders/OrderTable";
import { NextStepLink } from "~/features/subscriptions/NextStepLink";
import { standingOf } from "~/features/subscriptions/subscriptionStanding";
import { formatDay } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import "./home.css";

interface CustomerHomeProps {
  firstName: string;
  announcements: readonly ShownAnnouncement[];
  /** True when the viewer may dismiss one for good. */
  dismissible: boolean;
  /** The newest orders that need project details; null when the query failed. */
  toAnswer: Page<OrderListRow> | null;
  /** Links that wait for the customer; absent for none. */
  linksToAnswer?: number;
  /** The newest orders; null when the query failed. */
  orders: Page<OrderListRow> | null;
  /** Only subscriptions whose payment failed. */
  toPay: readonly OwnSubscription[];
  /** True when the viewer may change cards (rules.md accounts/impersonation). */
  cards: boolean;
  strategy: { title: string; text: string; href: string; action: string };
}

/** The customer's home page, with what needs their attention first. */
export function CustomerHome({
  firstName,
  announcements,
  dismissible,
  toAnswer,
  linksToAnswer = 0,
  orders,
  toPay,
  cards,
  strategy,
}: CustomerHomeProps) {
  return (
    <>
      <PageHeader
        title={`Welcome, ${firstName}`}
        action={
          <LinkButton to={paths.services()} variant="solid">
            Place new order
          </LinkButton>
        }
      />
      {toPay.map((one) => (
        <UnpaidRenewal key={one.id} subscription={one} cards={cards} />
      ))}
      {(toAnswer && toAnswer.content.length > 0) || linksToAnswer > 0 ? (
        <NeedsInput {...(toAnswer ?? NO_ORDERS)} links={linksToAnswer} />
      ) : null}
      <section className="stack" aria-labelledby="my-orders">
        <div className="row row-between">
          <h2 id="my-orders">My Orders</h2>
          {orders && orders.totalElements > orders.content.length ? (
            <LinkButton to={paths.orders()} size={1}>
              Show More
            </LinkButton>
          ) : null}
        </div>
        <MyOrders orders={orders} />
      </section>
      <HomeAnnouncements announcements={announcements} dismissible={dismissible} />
      {strategy.href ? (
        <Card title={strategy.title}>
          <div className="row row-between">
            <p>{strategy.text}</p>
            <a className="button button-outline" href={strategy.href} target="_blank" rel="noreferrer">
              {strategy.action}
            </a>
          </div>
        </Card>
      ) : null}
    </>
  );
}

/** Why a renewal failed and the one action to take. Renders nothing while we still retry the charge. */
function UnpaidRenewal({ subscription, cards }: { subscription: OwnSubscription; cards: boolean }) {
  const { text, step } = standingOf(subscription, useZone());
  if (!step) return null;
  return (
    <Alert
      tone={subscription.status === "Past_Due" ? "danger" : "warning"}
      title={subscription.serviceName}
      action={cards ? <NextStepLink subscription={subscription} step={step} /> : null}
    >
      {text}
    </Alert>
  );
}

const NO_ORDERS = { content: [], totalElements: 0 };
/** Of `placementStates`, those in which the client is asked for something. */
const ASKED: string[] = [...waitingForClient];

/** Work on these orders and links goes on once the customer has answered. */
function NeedsInput({
  content,
  totalElements,
  links,
}: Pick<Page<OrderListRow>, "content" | "totalElements"> & { links: number }) {
  const zone = useZone();
  const all = paths.orders() + listToSearch(new URLSearchParams(), { status: "Inputs_Required" });
  return (
    <Card
      title={
        <>
          Needs your input <span className="needs-count">{totalElements + links}</span>
        </>
      }
      action={
        totalElements > content.length ? (
          <LinkButton to={all} size={1}>
            Show all
          </LinkButton>
        ) : null
      }
    >
      <p className="muted">
        {content.length > 0 ? "We start when we have your project details." : "We continue when you have answered."}
      </p>
      <ul className="needs-input">
        {links > 0 ? (
          <li>
            <div>
              <strong>{links === 1 ? "1 link waits for you" : `${links} links wait for you`}</strong>
              <span className="muted">Add a page, or approve what we propose</span>
            </div>
            <LinkButton to={paths.links() + listToSearch(new URLSearchParams(), { state: ASKED })} variant="soft">
              View links
            </LinkButton>
          </li>
        ) : null}
        {content.map((order) => (
          <li key={order.id}>
            <div>
              <strong>{order.serviceName}</strong>
              <span className="muted number">
                Order {order.number}, {formatDay(order.createdAt, zone)}
              </span>
            </div>
            <LinkButton to={paths.order(order.id)} variant="soft">
              Add details<span className="visually-hidden"> to order {order.number}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const FIRST_STEPS = [
  ["Choose a service", "Compare packages and prices in the catalog."],
  ["Pay by card", "Once, or as a subscription that you can cancel."],
  ["Tell us about your project", "Fill in a short form. Then we start, and you follow the progress here."],
] as const;

function MyOrders({ orders }: Pick<CustomerHomeProps, "orders">) {
  if (!orders) return <FailedRead>An error occurred while fetching dashboard data. Please try again.</FailedRead>;
  if (orders.content.length > 0) return <OrderTable orders={orders.content} caption="My Orders" staff={false} />;
  return (
    <Card title="Place your first order">
      <ol className="first-steps">
        {FIRST_STEPS.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span className="muted">{text}</span>
          </li>
        ))}
      </ol>
      <div>
        <LinkButton to={paths.services()} variant="solid">
          Explore our services
        </LinkButton>
      </div>
    </Card>
  );
}
