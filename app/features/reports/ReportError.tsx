import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { REPORT_FAILED } from "~/domain/reports/reportTypes";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** Staff without access see an explanation. Everything else is a fault. */
export function ReportError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 403)
    return (
      <ErrorPage
        title="You are not allowed to do this"
        text="Only admins can see reports. Ask an admin for what you need."
        action={
          <LinkButton to="/" variant="solid">
            Go to the home page
          </LinkButton>
        }
      />
    );
  return (
    <ErrorPage
      fault
      title={REPORT_FAILED}
      action={
        <LinkButton to="" reloadDocument variant="solid">
          Try again
        </LinkButton>
      }
    />
  );
}
