import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";
import { ServiceFetchError } from "./ServiceFetchError";

/** Fixed texts (rules.md texts/fixed). Shows the 404 text when the service of a dialog does not exist. */
export function FetchError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <ServiceFetchError />;
  return (
    <ErrorPage
      title="An error occurred while fetching services. Please try again."
      action={
        <LinkButton to="" reloadDocument variant="solid">
          Try again
        </LinkButton>
      }
    />
  );
}
