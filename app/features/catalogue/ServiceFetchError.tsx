import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** Shows the 404 text for a missing service, else the fixed text. */
export function ServiceFetchError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <ErrorPage
        title="404 | Page not found"
        text="Check the address. The page may have been moved or deleted."
        action={
          <LinkButton to="/" variant="solid">
            Go to the home page
          </LinkButton>
        }
      />
    );
  return (
    <ErrorPage
      title="An error occurred while fetching service details. Please try again."
      action={
        <LinkButton to="" reloadDocument variant="solid">
          Try again
        </LinkButton>
      }
    />
  );
}
