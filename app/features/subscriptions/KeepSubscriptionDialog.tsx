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

interface KeepSubscriptionDialogProps {
  subscription: SubscriptionToChange;
  /** The page behind the dialog. */
  back: string;
  errors?: Record<string, string[] | null>;
  /** The answer typed before. */
  reason?: string;
}

/** Staff answer a request to cancel: the subscription goes on (rules.md subscriptions/own). */
export function KeepSubscriptionDialog({ subscription, back, errors = {}, reason }: KeepSubscriptionDialogProps) {
  const zone = useZone();
  const { amount, taxRates, cancelRequest, clientName, nextPayment, serviceName } = subscription;
  if (!cancelRequest)
    return (
      <RouteDialog title="Keep subscription" closeHref={back}>
        <div className="stack">
          <Alert>There is no request to cancel this subscription.</Alert>
          <LinkButton to={back}>Back</LinkButton>
        </div>
      </RouteDialog>
    );
  return (
    <RouteDialog title="Keep subscription" closeHref={back}>
      <FormErrors
        errors={errors[""] ?? undefined}
        fields={[{ id: "reason", label: "Answer", errors: errors.reason ?? undefined }]}
      />
      <ConfirmForm
        text={`Keep the subscription of ${clientName} to ${serviceName}?`}
        consequences={[
          `We charge ${amountWithTaxes(amount, taxRates)} on ${formatLongDate(nextPayment, zone)}, or in the next minutes if that day has passed.`,
          "The client reads your answer.",
        ]}
        cancelHref={back}
        verb="Keep subscription"
        pendingText="Keeping"
        tone="neutral"
      >
        <Alert title={`${clientName} asked on ${formatLongDate(cancelRequest.at, zone)} to cancel it`}>
          {cancelRequest.reason}
        </Alert>
        <TextAreaField
          label="Answer"
          name="reason"
          rows={3}
          required
          defaultValue={reason}
          errors={errors.reason ?? undefined}
        />
      </ConfirmForm>
    </RouteDialog>
  );
}
