import { AGAIN_PARAM, LIKE_ORDER_PARAM } from "~/domain/checkout/checkoutQuery";
import type { CheckoutOrder, CompletedOrder } from "~/domain/checkout/checkoutTypes";
import type { EarlierAnswers } from "~/domain/intake/earlierAnswers";
import type { ProjectDetails } from "~/domain/intake/projectDetails";
import type { ProjectDetailsAnswer } from "~/features/projectDetails/projectDetailsForm.server";
import { cardLabel } from "~/features/subscriptions/subscriptionStanding";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DetailsForm } from "./DetailsForm";
import { NextLinks } from "./NextLinks";
import { OrderRecap } from "./OrderRecap";
import { PendingPayment } from "./PendingPayment";

interface SuccessPageProps {
  completed: CompletedOrder;
  order: CheckoutOrder;
  /** Where the receipt went. */
  email?: string;
  /** The charged card; null when it is not known. */
  card: { brand: string; last4: string } | null;
  details: ProjectDetails;
  /** none, manual or upload; anything else is an unknown tab. */
  choice: string;
  /** Details that were sent may be added to. */
  again: boolean;
  /** Answers for an earlier order, to start from. */
  earlier: EarlierAnswers | null;
  /** The answer to a form that was posted without script. */
  posted?: ProjectDetailsAnswer;
}

/** After paying: what was bought, and the project details that the work starts from. */
export function SuccessPage({
  completed,
  order,
  email,
  card,
  details,
  choice,
  again,
  earlier,
  posted,
}: SuccessPageProps) {
  const orderHref = paths.order(order.id);
  return (
    <>
      <PageHeader
        title={
          completed.pending
            ? "Your payment is being confirmed"
            : !completed.paid
              ? "Your order is waiting for payment"
              : choice === "none"
                ? "Thank you for your order"
                : "Project details"
        }
        back={choice === "none" ? undefined : { href: orderHref, label: `Order ${order.number}` }}
        help={`Order ${order.number} · ${order.serviceName}`}
        action={
          <LinkButton to={orderHref} variant={completed.paid && details.complete ? "solid" : "outline"}>
            Goto Order
          </LinkButton>
        }
      />
      <div className="with-panel">
        <div className="stack">
          {completed.paid && order.total > 0 ? (
            <p>
              You paid {formatCents(order.total)}
              {card ? ` with ${cardLabel(card)}` : ""}. We have emailed your receipt
              {email ? ` to ${email}` : ""}.
            </p>
          ) : null}
          {completed.paid && details.links && (choice === "none" || details.packages.length === 0) ? (
            <NextLinks orderId={order.id} links={details.links} />
          ) : null}
          {completed.paid && details.links && details.packages.length === 0 ? null : completed.paid ? (
            <Details
              order={order}
              details={details}
              choice={choice}
              again={again}
              earlier={earlier}
              orderHref={orderHref}
              posted={posted}
            />
          ) : completed.pending ? (
            <PendingPayment orderId={order.id} title={`We are checking your payment for order ${order.number}`} />
          ) : (
            <Alert
              tone="warning"
              title="Nothing was charged"
              action={
                <LinkButton to={`${orderHref}/pay`} variant="solid">
                  Resume payment
                </LinkButton>
              }
            >
              {completed.declined ?? "The payment was not completed. We saved your order, so you can pay for it now."}
            </Alert>
          )}
        </div>
        <OrderRecap order={order} />
      </div>
    </>
  );
}

function Details({
  order,
  details,
  choice,
  again,
  earlier,
  orderHref,
  posted,
}: Omit<SuccessPageProps, "completed" | "card"> & { orderHref: string }) {
  const here = paths.checkoutSuccess(order.id);
  if (choice === "none" || details.packages.length === 0)
    return (
      <section className="card">
        <h2>Project Details</h2>
        <p>
          {details.complete
            ? "We have everything we need to start. You can add more at any time."
            : "Tell us about your project so we can start."}
        </p>
        <div className="row">
          {details.intake.length > 0 ? (
            <LinkButton to={`${here}&details=manual`} variant="solid">
              Fill in manually
            </LinkButton>
          ) : null}
          <LinkButton to={`${here}&details=upload`}>Upload a file</LinkButton>
          {earlier ? (
            <LinkButton to={`${here}&details=manual&${LIKE_ORDER_PARAM}=${encodeURIComponent(earlier.orderId)}`}>
              Use your answers for order {earlier.orderNumber}
            </LinkButton>
          ) : null}
        </div>
      </section>
    );
  if (choice !== "manual" && choice !== "upload") return <Alert tone="warning">Unknown Tab</Alert>;
  const sent = details.fileUploadUrl !== null || details.packages.some(({ values }) => values.some(isOwn));
  // A reload of a form that was sent must not look as if nothing had been.
  if (sent && !again && !posted)
    return (
      <Alert
        tone="success"
        title="You sent project details for this order."
        action={
          <>
            <LinkButton to={orderHref} variant="solid">
              See what you sent
            </LinkButton>
            <LinkButton to={`${here}&details=${choice}&${AGAIN_PARAM}=1`}>Add more</LinkButton>
          </>
        }
      >
        We received them. You do not need to fill in the form again.
      </Alert>
    );
  return (
    <DetailsForm
      key={choice}
      details={details}
      choice={choice}
      action={`${here}&details=${choice}`}
      earlier={earlier}
      other={<LinkButton to={here}>Cancel</LinkButton>}
      posted={posted}
    />
  );
}

const isOwn = ({ role }: { role: "ADMIN" | "CUSTOMER" }) => role === "CUSTOMER";
