import type { OwnSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import type { NextStep } from "./subscriptionStanding";

interface NextStepLinkProps {
  subscription: Pick<OwnSubscription, "id" | "serviceName" | "amount">;
  step: NonNullable<NextStep>;
}

/** The action that resolves a failed payment. */
export const NextStepLink = ({ subscription: { id, serviceName, amount }, step }: NextStepLinkProps) =>
  step === "confirm" ? (
    <LinkButton to={paths.subscriptionCard(id)} variant="solid">
      Confirm payment<span className="visually-hidden"> of {serviceName}</span>
    </LinkButton>
  ) : (
    <LinkButton to={paths.subscriptionCard(id)} variant="solid">
      Pay {formatCents(amount)}
      <span className="visually-hidden"> for {serviceName}</span>
    </LinkButton>
  );
