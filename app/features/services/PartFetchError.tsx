import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ServiceFetchError } from "~/features/catalogue/ServiceFetchError";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

interface PartFetchErrorProps {
  /** 'packages', 'intake form', 'customer interface'. */
  what: string;
  /** Success messages after which a failed read means that the refresh failed, which has its own fixed text. */
  after?: readonly string[];
}

/** Shows the fixed text for a part of a service that failed to load. */
export function PartFetchError({ what, after = [] }: PartFetchErrorProps) {
  const error = useRouteError();
  const root = useRouteLoaderData("root") as { toasts?: { text: string }[] } | undefined;
  if (isRouteErrorResponse(error) && error.status === 404) return <ServiceFetchError />;
  const refreshing = root?.toasts?.some(({ text }) => after.includes(text));
  return (
    <ErrorPage
      fault
      title={`An error occurred while ${refreshing ? "refreshing" : "fetching"} ${what}. Please reload the page to try again.`}
      action={
        <LinkButton to="" reloadDocument variant="solid">
          Reload the page
        </LinkButton>
      }
    />
  );
}
