import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { paths } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";
import { FailedSuccess, type PaymentOfError } from "./FailedSuccess";

/** Shown for an order of another client, or when the success page failed after the buyer may have paid. */
export function SuccessError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <ErrorPage
        title="Invalid Order"
        text="This order is not in your account."
        action={
          <LinkButton to={paths.orders()} variant="solid">
            View your orders
          </LinkButton>
        }
      />
    );
  return <FailedSuccess payment={isRouteErrorResponse(error) ? (error.data as PaymentOfError | null) : null} />;
}
