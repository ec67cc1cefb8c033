import { type ReactNode, useEffect } from "react";
import { Alert } from "~/ui/feedback/Alert";
import { reloadWhenDecided } from "./fetchPayment";

interface PendingPaymentProps {
  orderId: string;
  title: string;
  /** Buttons or links below the text. */
  action?: ReactNode;
}

/**
 * A payment that the provider has not confirmed yet. The page reloads when it has; without script it reloads every 15
 * seconds.
 */
export function PendingPayment({ orderId, title, action }: PendingPaymentProps) {
  useEffect(() => reloadWhenDecided(orderId), [orderId]);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="15" />
      </noscript>
      <Alert tone="info" title={title} action={action}>
        Do not pay again. This page checks again by itself and shows the result.
      </Alert>
    </>
  );
}
