import { isRouteErrorResponse, useRouteError, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";
import { reloadWhenUp } from "./fetchPayment";

/** What the loader knew before it failed. */
export interface PaymentOfError {
  number: number;
  paid: boolean;
}

/** An order that is not the visitor's, or a success page that failed after the buyer may have paid. */
export function SuccessError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <ErrorPage
        title="Invalid Order"
        text="There is no such order on your account."
        action={
          <LinkButton to={paths.orders()} variant="solid">
            Go to your orders
          </LinkButton>
        }
      />
    );
  return <FailedSuccess payment={isRouteErrorResponse(error) ? (error.data as PaymentOfError | null) : null} />;
}

function FailedSuccess({ payment }: { payment: PaymentOfError | null }) {
  const [search] = useSearchParams();
  useEffect(() => reloadWhenUp(), []);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="15" />
      </noscript>
      <ErrorPage
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
