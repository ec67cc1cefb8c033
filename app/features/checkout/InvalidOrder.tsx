import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { GENERIC_ERROR } from "~/domain/errors";
import { paths } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** What the success page says about an order that is not the visitor's, or none (document 2 section 2, decision C13). */
export function InvalidOrder() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <ErrorPage
      title={missing ? "Invalid Order" : GENERIC_ERROR}
      text={missing ? "This order is not in your account." : undefined}
      action={
        <LinkButton to={paths.orders()} variant="solid">
          View your orders
        </LinkButton>
      }
    />
  );
}
