import { useSearchParams } from "@remix-run/react";
import { AGAIN_PARAM, LIKE_ORDER_PARAM, PAID_HERE } from "~/domain/checkout/checkoutQuery";
import { purchaseText } from "~/domain/checkout/purchaseText";
import type { RecentPurchase } from "~/domain/checkout/recentPurchase";
import { useZone } from "~/features/frame/useZone";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { PendingPayment } from "./PendingPayment";

/** Shown when a paid checkout is opened again. A new order starts only on request. */
export function PaidCheckout({ purchase, now }: { purchase: RecentPurchase; now: number }) {
  const [search] = useSearchParams();
  const again = new URLSearchParams(search);
  again.delete(PAID_HERE);
  again.set(AGAIN_PARAM, purchase.id);
  // As on the order's page: the new checkout starts with what was bought.
  again.set(LIKE_ORDER_PARAM, purchase.id);
  const title = purchaseText(purchase, now, useZone());
  const action = (
    <>
      <LinkButton to={paths.order(purchase.id)} variant="solid" reloadDocument>
        View order
      </LinkButton>
      <LinkButton to={`?${again}`} reloadDocument>
        Order again
      </LinkButton>
    </>
  );
  if (purchase.paidAt === null) return <PendingPayment orderId={purchase.id} title={title} action={action} />;
  return (
    <Alert tone="success" title={title} action={action}>
      You do not need to pay again.
    </Alert>
  );
}
