import { amountWithTaxes } from "~/domain/amountWithTaxes";
import { subscriptionStatusLabel } from "~/domain/subscriptions/subscriptionStates";
import type { SubscriptionToChange } from "~/domain/subscriptions/subscriptionToChange";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { cardLabel } from "./subscriptionStanding";

interface DialogProps {
  subscription: SubscriptionToChange;
  /** The page behind the dialog. */
  back: string;
  /** Why the last attempt did nothing. */
  errors?: string[];
}

/**
 * Asks before a charge: the client, the amount, the card, and the next payment date (rules.md
 * subscriptions/charge-now).
 */
export function ChargeNowDialog({ subscription, back, errors }: DialogProps) {
  const zone = useZone();
  const { amount, taxRates, card, clientName, lastFailure, nextCycle, nextPayment, nextPaymentAfterCharge } =
    subscription;
  if (!subscription.allowed.chargeNow)
    return (
      <RouteDialog title="Charge Now" closeHref={back}>
        <div className="stack">
          <Alert>A subscription that is {subscriptionStatusLabel(subscription.status)} cannot be charged.</Alert>
          <LinkButton to={back}>Back</LinkButton>
        </div>
      </RouteDialog>
    );
  const sum = formatCents(amount);
  const [from, to] = [nextPayment, nextPaymentAfterCharge].map((at) => formatLongDate(at, zone));
  return (
    <RouteDialog title="Charge Now" closeHref={back}>
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Charge ${clientName} ${sum} for ${subscription.serviceName} now?`}
        consequences={[
          `${amountWithTaxes(amount, taxRates)} will be charged to ${cardLabel(card)} as payment ${nextCycle} of this subscription.`,
          from === to ? `The next payment stays on ${to}.` : `The next payment moves from ${from} to ${to}.`,
          "This creates a new order and emails the client a receipt.",
          ...(lastFailure ? [`The last attempt failed: ${lastFailure}`] : []),
        ]}
        cancelHref={back}
        cancelLabel="Do not charge"
        verb={`Charge ${sum} now`}
        pendingText="Charging"
        tone="neutral"
      >
        <input type="hidden" name="cycle" value={nextCycle} />
      </ConfirmForm>
    </RouteDialog>
  );
}
