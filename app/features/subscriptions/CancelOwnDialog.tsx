import type { SubmissionResult } from "@conform-to/react";
import type { OwnSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface CancelOwnDialogProps {
  subscription: OwnSubscription;
  /** The list page behind the dialog. */
  back: string;
  lastResult?: SubmissionResult;
}

/** A customer cancels at the end of what is paid (rules.md subscriptions/own). */
export function CancelOwnDialog({ subscription, back, lastResult }: CancelOwnDialogProps) {
  const zone = useZone();
  const { serviceName, status, nextPayment, endsAt } = subscription;
  const title = "Cancel subscription";
  if (status === "Cancelled" || endsAt !== null)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert>
            {endsAt === null
              ? "This subscription has already ended."
              : `This subscription ends on ${formatLongDate(endsAt, zone)}.`}
          </Alert>
          <LinkButton to={back}>Back</LinkButton>
        </div>
      </RouteDialog>
    );
  const errors = lastResult?.error ?? {};
  const typed = lastResult?.initialValue?.reason;
  return (
    <RouteDialog title={title} closeHref={back} tone="danger">
      <FormErrors
        errors={errors[""] ?? undefined}
        fields={[{ id: "reason", label: "Reason", errors: errors.reason ?? undefined }]}
      />
      <ConfirmForm
        text={`Cancel ${serviceName}?`}
        consequences={
          status === "Active"
            ? [
                `It ends on ${formatLongDate(nextPayment, zone)}. You keep what is paid, and we will not charge you again.`,
                "Until then you can keep the subscription after all.",
              ]
            : ["It ends immediately, because its payment is due. We will not charge you again."]
        }
        cancelHref={back}
        cancelLabel="Keep subscription"
        verb="Cancel subscription"
        pendingText="Cancelling"
      >
        <TextAreaField
          label="Reason"
          name="reason"
          rows={2}
          hint="Optional. It helps us to improve."
          defaultValue={typeof typed === "string" ? typed : undefined}
          errors={errors.reason ?? undefined}
        />
      </ConfirmForm>
    </RouteDialog>
  );
}
