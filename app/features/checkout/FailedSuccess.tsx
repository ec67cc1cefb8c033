import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";
import { reloadWhenUp } from "./fetchPayment";

/** What the loader had read before it failed. */
export interface PaymentOfError {
  number: number;
  paid: boolean;
}

/** Replaces a success page that failed. The buyer may have paid and must not pay twice. */
export function FailedSuccess({ payment }: { payment: PaymentOfError | null }) {
  const [search] = useSearchParams();
  useEffect(() => reloadWhenUp(), []);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="15" />
      </noscript>
      <ErrorPage
        fault
        title={
          payment?.paid
            ? `Your payment for order ${payment.number} went through`
            : payment?.number
              ? `Your payment for order ${payment.number} is being confirmed`
              : "Your payment is being confirmed"
        }
        text="We cannot show your order at the moment. Do not pay again. This page tries again by itself."
        action={
          <LinkButton to={`?${search}`} variant="solid" reloadDocument>
            Try now
          </LinkButton>
        }
      />
    </>
  );
}
