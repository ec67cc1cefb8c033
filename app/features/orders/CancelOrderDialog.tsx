import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { amountWithTaxes } from "~/domain/amountWithTaxes";
import type { OrderToCancel } from "~/domain/cancellations/orderToCancel";
import { orderStatusLabel } from "~/domain/orders/orderStates";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths, samePlace } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { versionToPost } from "~/ui/form/staleEntries";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface CancelOrderDialogProps {
  order: OrderToCancel;
  lastResult?: SubmissionResult;
}

/** The cancellation dialog: a comment box of 3 rows and the consequences in figures (rules.md orders/cancel). */
export function CancelOrderDialog({ order, lastResult }: CancelOrderDialogProps) {
  const zone = useZone();
  const { search } = useLocation();
  const back = samePlace(paths.order(order.id), search);
  if (!order.allowed)
    return (
      <RouteDialog title={`Cancel order ${order.number}`} closeHref={back}>
        <div className="stack">
          <Alert>An order that is {orderStatusLabel(order.status)} cannot be cancelled.</Alert>
          <LinkButton to={back}>Back to the order</LinkButton>
        </div>
      </RouteDialog>
    );
  const { subscription } = order;
  const typed = lastResult?.initialValue;
  const errors = lastResult?.error ?? {};
  return (
    <RouteDialog title={`Cancel order ${order.number}`} closeHref={back} tone="danger">
      <FormErrors
        errors={errors[""] ?? undefined}
        fields={[{ id: "reason", label: "Reason", errors: errors.reason ?? undefined }]}
      />
      <ConfirmForm
        text="Are you sure you want to cancel this order?"
        consequences={consequencesOf(order, zone)}
        cancelHref={back}
        cancelLabel="Keep order"
        verb="Cancel order"
        pendingText="Cancelling"
        action={samePlace(paths.orderCancel(order.id), search)}
      >
        <input type="hidden" name="version" value={versionToPost(lastResult, order.version)} />
        <TextAreaField
          label="Reason"
          name="reason"
          rows={3}
          required
          hint="The client sees this on the order"
          defaultValue={typeof typed?.reason === "string" ? typed.reason : undefined}
          errors={errors.reason ?? undefined}
        />
        {order.refundable > 0 ? <RefundTick order={order} typed={typed} /> : null}
        {subscription ? (
          <CheckboxField
            label="Also cancel its subscription"
            name="stopSubscription"
            hint={`Stops further charges of ${amountWithTaxes(subscription.amount, subscription.taxRates)}`}
            defaultChecked={typed?.stopSubscription === "on"}
          />
        ) : null}
      </ConfirmForm>
    </RouteDialog>
  );
}

const refundText = (kept: number, refundable: number) =>
  refundable > 0
    ? `${formatCents(refundable)} stays paid unless you tick the refund.`
    : `${formatCents(kept)} is not refunded when you cancel.`;

/** Admins refund in the same step; others ask them to (rules.md refunds/recorded). */
function RefundTick({ order, typed }: { order: OrderToCancel; typed: Record<string, unknown> | null | undefined }) {
  const amount = formatCents(order.refundable);
  if (!order.mayRefund)
    return (
      <CheckboxField
        label={`Ask an admin to refund ${amount}`}
        name="askRefund"
        hint="We notify the admins with your reason"
        defaultChecked={typed?.askRefund === "on"}
      />
    );
  return (
    <>
      <input type="hidden" name="refundAmount" value={order.refundable} />
      <input type="hidden" name="requestKey" value={String(typed?.requestKey ?? order.requestKey)} />
      <CheckboxField
        label={`Refund ${amount}`}
        name="refund"
        hint="All that is left of the payment. To refund a part, use Refund on the order"
        defaultChecked={typed?.refund === "on"}
      />
    </>
  );
}

function consequencesOf({ payState, kept, refundable, openLinks, subscription }: OrderToCancel, zone: string) {
  return [
    payState === "unpaid" ? "It can no longer be paid." : refundText(kept, refundable),
    ...(openLinks > 0
      ? [`${openLinks === 1 ? "1 link that is" : `${openLinks} links that are`} not live yet will be canceled.`]
      : []),
    ...(subscription
      ? [
          `Its subscription continues, with ${amountWithTaxes(subscription.amount, subscription.taxRates)} next on ${formatLongDate(subscription.nextPayment, zone)}, unless you cancel it.`,
        ]
      : []),
    "We notify the client and the assignee.",
  ];
}
