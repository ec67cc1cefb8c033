import type { SubmissionResult } from "@conform-to/react";
import { amountWithTaxes } from "~/domain/amountWithTaxes";
import type { OwnSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface AskToCancelDialogProps {
  subscription: OwnSubscription;
  /** The list page behind the dialog. */
  back: string;
  lastResult?: SubmissionResult;
}

/** A customer requests cancellation with a reason; staff decide (rules.md subscriptions/own). */
export function AskToCancelDialog({ subscription, back, lastResult }: AskToCancelDialogProps) {
  const zone = useZone();
  const { serviceName, status, amount, taxRates, nextPayment, cancelRequest } = subscription;
  const title = "Ask to cancel";
  if (status === "Cancelled" || cancelRequest)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert>
            {status === "Cancelled"
              ? "This subscription has already ended."
              : "You have already asked us to cancel this subscription."}
          </Alert>
          <LinkButton to={back}>Back</LinkButton>
        </div>
      </RouteDialog>
    );
  const errors = lastResult?.error ?? {};
  const typed = lastResult?.initialValue?.reason;
  return (
    <RouteDialog title={title} closeHref={back}>
      <FormErrors
        errors={errors[""] ?? undefined}
        fields={[{ id: "reason", label: "Reason", errors: errors.reason ?? undefined }]}
      />
      <ConfirmForm
        text={`Ask us to cancel ${serviceName}?`}
        consequences={[
          "We will read your reason and reply. We charge nothing until then.",
          `The next payment would be ${amountWithTaxes(amount, taxRates)} on ${formatLongDate(nextPayment, zone)}.`,
        ]}
        cancelHref={back}
        cancelLabel="Keep subscription"
        verb="Send request"
        pendingText="Sending"
        tone="neutral"
      >
        <TextAreaField
          label="Reason"
          name="reason"
          rows={3}
          required
          defaultValue={typeof typed === "string" ? typed : undefined}
          errors={errors.reason ?? undefined}
        />
      </ConfirmForm>
    </RouteDialog>
  );
}
