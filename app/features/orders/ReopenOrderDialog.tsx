import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { type OrderStatus, orderStatusLabel } from "~/domain/orders/orderStates";
import { paths, samePlace } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";
import { versionToPost } from "~/ui/form/staleEntries";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface ReopenOrderDialogProps {
  order: { id: string; number: number; version: number };
  /** The status it returns to. */
  status: OrderStatus;
  lastResult?: SubmissionResult;
}

/** A SuperAdmin returns a cancelled order to its previous status, with a reason (rules.md orders/states). */
export function ReopenOrderDialog({ order, status, lastResult }: ReopenOrderDialogProps) {
  const { search } = useLocation();
  const back = samePlace(paths.order(order.id), search);
  const typed = lastResult?.initialValue;
  const errors = lastResult?.error ?? {};
  return (
    <RouteDialog title={`Reopen order ${order.number}`} closeHref={back}>
      <FormErrors
        errors={errors[""] ?? undefined}
        fields={[{ id: "reason", label: "Reason", errors: errors.reason ?? undefined }]}
      />
      <ConfirmForm
        text={`The order returns to ${orderStatusLabel(status)}.`}
        consequences={[
          "If its subscription was canceled with it, that stays canceled.",
          "We notify the client and the assignee, and keep the reason in the history.",
        ]}
        cancelHref={back}
        cancelLabel="Leave it cancelled"
        verb="Reopen order"
        pendingText="Reopening"
        tone="neutral"
        action={samePlace(paths.orderReopen(order.id), search)}
      >
        <input type="hidden" name="version" value={versionToPost(lastResult, order.version)} />
        <TextAreaField
          label="Reason"
          name="reason"
          rows={3}
          required
          defaultValue={typeof typed?.reason === "string" ? typed.reason : undefined}
          errors={errors.reason ?? undefined}
        />
      </ConfirmForm>
    </RouteDialog>
  );
}
