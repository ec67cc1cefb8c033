import { Link } from "@remix-run/react";
import type { OwnCard } from "~/domain/billing/ownCards";
import { savedCardLabel } from "~/features/checkout/savedCardLabel";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

/** Asks before a card is removed, and names the subscriptions that it pays for. */
export function RemoveCardDialog({ card, errors }: { card: OwnCard; errors?: string[] }) {
  const { subscriptions } = card;
  return (
    <RouteDialog title="Remove card" closeHref={paths.savedCards()} tone="danger">
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Remove ${savedCardLabel(card)}?`}
        consequences={[
          ...subscriptions.map(({ id, serviceName }) => (
            <>
              {serviceName} is paid with this card. <Link to={paths.subscriptionCard(id)}>Choose another card</Link> for
              it first, or its next payment fails.
            </>
          )),
          "You cannot pay with this card again until you enter it once more.",
        ]}
        cancelHref={paths.savedCards()}
        cancelLabel="Keep card"
        verb="Remove card"
        pendingText="Removing"
      >
        <input type="hidden" name="paysFor" value={subscriptions.length} />
      </ConfirmForm>
    </RouteDialog>
  );
}
