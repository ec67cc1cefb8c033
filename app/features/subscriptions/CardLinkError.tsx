import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { GENERIC_ERROR } from "~/domain/errors";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { paths } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** Explains why an emailed card link does not work and offers to sign in instead. */
export function CardLinkError() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const isOver = missing && error.data?.expired === true;
  const text = isOver
    ? "Links in our messages work for 30 days. Sign in to change your card."
    : "The link was already used, or a newer card was saved. Sign in to change your card.";
  return (
    <PublicFrame>
      <ErrorPage
        title={missing ? (isOver ? "This link has expired" : "This link no longer works") : GENERIC_ERROR}
        text={missing ? text : undefined}
        action={
          <LinkButton to={paths.ownSubscriptions()} variant="solid">
            View your subscriptions
          </LinkButton>
        }
      />
    </PublicFrame>
  );
}
