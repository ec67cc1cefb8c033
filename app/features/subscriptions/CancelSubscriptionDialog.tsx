import { amountWithTaxes } from "~/domain/amountWithTaxes";
import type { SubscriptionToChange } from "~/domain/subscriptions/subscriptionToChange";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface CancelSubscriptionDialogProps {
  subscription: SubscriptionToChange;
  /** The page behind the dialog. */
  back: string;
  errors?: Record<string, string[] | null>;
  /** The reason typed before. */
  reason?: string;
}

/** Asks before cancelling a subscription and states what else ends (rules.md subscriptions/cancel). */
export function CancelSubscriptionDialog({ subscription, back, errors = {}, reason }: CancelSubscriptionDialogProps) {
  const zone = useZone();
  const { amount, taxRates, cancelRequest, clientName, endsAt, nextPayment, serviceName } = subscription;
  if (!subscription.allowed.cancel)
    return (
      <RouteDialog title="Cancel subscription" closeHref={back}>
        <div className="stack">
          <Alert>This subscription has already been canceled.</Alert>
          <LinkButton to={back}>Back</LinkButton>
        </div>
      </RouteDialog>
    );
  return (
    <RouteDialog title="Cancel subscription" closeHref={back} tone="danger">
      <FormErrors
        errors={errors[""] ?? undefined}
        fields={[{ id: "reason", label: "Reason", errors: errors.reason ?? undefined }]}
      />
      <ConfirmForm
        text={`Cancel the subscription of ${clientName} to ${serviceName}?`}
        consequences={[
          endsAt !== null
            ? `The client canceled it for ${formatLongDate(endsAt, zone)}. Now it ends immediately.`
            : `We will not charge this card again, including the ${amountWithTaxes(amount, taxRates)} due on ${formatLongDate(nextPayment, zone)}.`,
          "Paid orders continue and are not refunded.",
          "We email the client. You cannot undo this.",
        ]}
        cancelHref={back}
        cancelLabel="Keep subscription"
        verb="Cancel subscription"
        pendingText="Cancelling"
      >
        {cancelRequest ? (
          <Alert title={`${clientName} asked for this on ${formatLongDate(cancelRequest.at, zone)}`}>
            {cancelRequest.reason}
          </Alert>
        ) : null}
        <TextAreaField
          label="Reason"
          name="reason"
          rows={2}
          hint="Kept in the history. The client does not see it."
          defaultValue={reason}
          errors={errors.reason ?? undefined}
        />
      </ConfirmForm>
    </RouteDialog>
  );
}
