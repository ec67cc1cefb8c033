import type { UnmatchedPayment } from "~/domain/recovery/findUnmatchedPayments";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

interface RefundUnmatchedDialogProps {
  payment: Pick<UnmatchedPayment, "amount" | "clientName" | "clientEmail" | "paidAt" | "paymentIntentId">;
  errors?: string[];
}

/** Asks before refunding a payment that matches no order. */
export function RefundUnmatchedDialog({ payment, errors }: RefundUnmatchedDialogProps) {
  const zone = useZone();
  const { amount, clientName, clientEmail, paidAt, paymentIntentId } = payment;
  const client = [clientName, clientEmail].filter(Boolean).join(", ") || "an unknown client";
  return (
    <RouteDialog title="Refund payment" closeHref={paths.health()} tone="danger">
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Refund ${formatCents(amount)} to ${client}?`}
        consequences={[
          `The card provider returns the payment of ${formatLongDate(paidAt, zone)} (${paymentIntentId}) to the card it came from.`,
          "No order is created for it. The client reads of the refund on their card statement alone.",
        ]}
        cancelHref={paths.health()}
        verb="Refund"
        pendingText="Refunding"
      />
    </RouteDialog>
  );
}
