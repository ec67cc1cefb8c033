import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** What a failed page shows: the 404 words for what does not exist, the fixed text for everything else. */
export function FrameError() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" tabIndex={-1}>
      <ErrorPage
        title={missing ? "404 | Page not found" : "An error occurred. Please reload the page to try again."}
        text={missing ? "The address may be mistyped, or what it led to is gone." : undefined}
        action={
          <LinkButton to="/" variant="solid">
            Back to the start
          </LinkButton>
        }
      />
    </main>
  );
}
