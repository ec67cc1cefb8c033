import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { GENERIC_ERROR } from "~/domain/errors";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { paths } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** Explains a mailed link that opens nothing and offers to sign in instead. */
export function ApprovalLinkError() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <PublicFrame>
      <ErrorPage
        title={missing ? "This link does not work" : GENERIC_ERROR}
        text={missing ? "Check that you opened the whole address from our email, or sign in to answer." : undefined}
        action={
          <LinkButton to={paths.signIn(paths.links())} variant="solid">
            Sign in
          </LinkButton>
        }
      />
    </PublicFrame>
  );
}
