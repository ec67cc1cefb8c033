import type { MouseEvent } from "react";
import type { SubscriptionListRow } from "~/domain/subscriptions/findSubscriptions";
import { type SubscriptionStatus, subscriptionActions } from "~/domain/subscriptions/subscriptionStates";
import { paths } from "~/paths";
import { copyText } from "~/ui/feedback/copyText";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuBlocked, RowMenuButton } from "~/ui/list/RowMenuButton";
import { RowMenuLink } from "~/ui/list/RowMenuLink";

interface SubscriptionRowMenuProps {
  subscription: SubscriptionListRow;
  search: string;
}

const whyBlocked = (status: SubscriptionStatus) =>
  status === "Past_Due" ? "The card was declined. A new card is charged immediately." : "The subscription is canceled.";

/** Charge Now and Cancel for a row. Actions that the status forbids are disabled and say why. */
export function SubscriptionRowMenu({
  subscription: { id, status, client, serviceName, initialOrder, cancelRequest, endsAt },
  search,
}: SubscriptionRowMenuProps) {
  const over = (path: string) => (search ? `${path}?${search}` : path);
  const allowed = subscriptionActions[status];
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    event.currentTarget.closest("details")?.removeAttribute("open");
    await copyText(id, {
      copied: "Subscription ID copied",
      failed: `Unable to copy. The subscription ID is ${id}`,
    });
  };
  return (
    <RowMenu label={`Actions for ${serviceName} of ${client.name}, order ${initialOrder.number}`}>
      {endsAt !== null ? (
        <RowMenuBlocked label="Charge Now" reason="The client canceled it. It ends with the paid period." />
      ) : allowed.includes("chargeNow") ? (
        <RowMenuLink to={over(paths.subscriptionChargeNow(id))} preventScrollReset>
          Charge Now
        </RowMenuLink>
      ) : (
        <RowMenuBlocked label="Charge Now" reason={whyBlocked(status)} />
      )}
      {allowed.includes("cancel") ? (
        <RowMenuLink to={over(paths.subscriptionCancel(id))} preventScrollReset danger>
          Cancel
        </RowMenuLink>
      ) : (
        <RowMenuBlocked label="Cancel" reason={whyBlocked(status)} />
      )}
      {cancelRequest ? (
        <RowMenuLink to={over(paths.subscriptionKeep(id))} preventScrollReset>
          Keep
        </RowMenuLink>
      ) : null}
      <div className="script-only">
        <RowMenuButton type="button" onClick={copy}>
          Copy Subscription ID
        </RowMenuButton>
      </div>
    </RowMenu>
  );
}
