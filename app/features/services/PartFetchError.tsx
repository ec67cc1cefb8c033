import { isRouteErrorResponse, useParams, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ServiceFetchError } from "~/features/catalogue/ServiceFetchError";
import { decodeId } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { RequestReference } from "~/ui/feedback/RequestReference";
import { LinkButton } from "~/ui/form/LinkButton";
import { ServiceFrame, type ServiceTab } from "./ServiceFrame";

interface PartFetchErrorProps {
  tab: ServiceTab;
  /** 'packages', 'intake form', 'customer interface'. */
  what: string;
  /** Success messages after which a failed read means that the refresh failed, which has its own fixed text. */
  after?: readonly string[];
}

/** Shows the fixed text for a part of a service that failed to load, below the tabs of the other parts. */
export function PartFetchError({ tab, what, after = [] }: PartFetchErrorProps) {
  const error = useRouteError();
  const id = decodeId(useParams().serviceId);
  const root = useRouteLoaderData("root") as { toasts?: { text: string }[] } | undefined;
  if (id === null || (isRouteErrorResponse(error) && error.status === 404)) return <ServiceFetchError />;
  const refreshing = root?.toasts?.some(({ text }) => after.includes(text));
  const reload = (
    <LinkButton to="" reloadDocument variant="solid">
      Reload the page
    </LinkButton>
  );
  return (
    // Its name and visibility are unknown.
    <ServiceFrame service={{ id, name: "Service", visible: true }} tab={tab}>
      <Alert tone="danger" action={reload}>
        {`An error occurred while ${refreshing ? "refreshing" : "fetching"} ${what}. Please reload the page to try again.`}
        <RequestReference />
      </Alert>
    </ServiceFrame>
  );
}
