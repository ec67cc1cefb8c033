import { useRef } from "react";
import type { CheckoutOrder } from "~/domain/checkout/checkoutTypes";
import type { SavedCard } from "~/domain/ports/payments";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Overlay } from "~/ui/feedback/Overlay";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { CardField, type CardHandle } from "./CardField";
import { OrderRecap } from "./OrderRecap";
import { PendingPayment } from "./PendingPayment";
import { BankStep, KeepCardTick, SavedCardChoice } from "./SavedCardChoice";
import { type CheckoutAnswer, usePayment } from "./usePayment";

interface ResumePaymentProps {
  order: CheckoutOrder;
  /** The number of the order by which the buyer bought the same service since; null when they did not. */
  boughtSince: number | null;
  /** The order may be paid already: the provider has not said. */
  pending: boolean;
  card: { scriptUrl: string; publishableKey: string; sandbox: boolean };
  /** The buyer's saved cards that can pay here. */
  savedCards: readonly SavedCard[];
  /** False for a subscription, which keeps its card, and for staff who act as the customer. */
  mayKeepCard: boolean;
  /** What the form gave back without script. */
  posted?: CheckoutAnswer;
}

/** Paying an order that was left unpaid or whose card was declined: the same order, the amount it was made with. */
export function ResumePayment({ order, boughtSince, pending, ...form }: ResumePaymentProps) {
  return (
    <>
      <PageHeader
        title="Resume payment"
        help={`Order ${order.number} · ${order.serviceName}`}
        back={{ href: paths.order(order.id), label: "Back to the order" }}
      />
      {boughtSince !== null ? (
        <Alert
          tone="warning"
          title={`You bought this service since, with order ${boughtSince}`}
          action={<LinkButton to={paths.orderDiscard(order.id)}>Discard this order</LinkButton>}
        >
          Pay this order only if you want both.
        </Alert>
      ) : null}
      {pending ? (
        <PendingPayment orderId={order.id} title="We are checking your payment" />
      ) : (
        <PaymentForm order={order} {...form} />
      )}
    </>
  );
}

function PaymentForm({
  order,
  card,
  savedCards,
  mayKeepCard,
  posted,
}: Omit<ResumePaymentProps, "pending" | "boughtSince">) {
  const handle = useRef<CardHandle | null>(null);
  const action = paths.orderPay(order.id);
  const { submit, stage, news, error, setError, answer } = usePayment({ card: handle, action });
  const shown = answer ?? posted;
  const errors = fieldErrorsOf(shown);
  // Without script the page is drawn again, with the posted choice.
  const chosen = posted && String(posted.result?.initialValue?.savedCardId ?? "");
  return (
    <Form method="post" keyless action={action} className="with-panel" onSubmit={(event) => submit(event, false)}>
      <section className="card">
        <h2>Card Details</h2>
        <FormErrors answer={shown} errors={errors[""]} />
        <BankStep url={posted?.bankUrl} />
        <SavedCardChoice cards={savedCards} chosen={chosen} errors={errors.savedCardId} />
        <CardField {...card} handle={handle} error={error} onError={setError} />
        {mayKeepCard ? <KeepCardTick kept={posted?.result?.initialValue?.keepCard !== undefined} /> : null}
        <SubmitButton name="intent" value="order" size={3} pending={stage !== "idle"} pendingText="Processing">
          Pay {formatCents(order.total)}
        </SubmitButton>
      </section>
      <OrderRecap order={order} />
      {news ? <Overlay {...news} /> : null}
    </Form>
  );
}
