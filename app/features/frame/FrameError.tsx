import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { FailedSuccess } from "~/features/checkout/FailedSuccess";
import { SUCCESS_PATH } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** The reason that an action gave for a refused request (`json({ message }, 400)`). */
const reasonIn = (error: unknown) =>
  isRouteErrorResponse(error) && error.status < 500 && typeof error.data?.message === "string"
    ? (error.data.message as string)
    : null;

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

/** The error of a page without a frame. */
export function FrameError() {
  const missing = isMissing(useRouteError());
  const { pathname } = useLocation();
  if (pathname === SUCCESS_PATH && !missing)
    return (
      <main id="main" tabIndex={-1}>
        <FailedSuccess payment={null} />
      </main>
    );
  return (
    <main id="main" tabIndex={-1}>
      <ErrorContent />
    </main>
  );
}

/** Shows the 404 text for a missing page, the reason for a refused request, else the fixed text. */
export function ErrorContent() {
  const error = useRouteError();
  const missing = isMissing(error);
  const reason = reasonIn(error);
  return (
    <ErrorPage
      fault={!missing && reason === null}
      title={missing ? "404 | Page not found" : (reason ?? "An error occurred. Please reload the page to try again.")}
      text={
        missing ? (
          "Check the address. The page may have been moved or deleted."
        ) : (
          // With script a failed post never reaches this page.
          <span className="noscript-only">
            If you were sending a form, go back to it: your browser keeps what you typed. Check whether it was saved
            before you send it again.
          </span>
        )
      }
      action={
        <LinkButton to="/" variant="solid">
          Go to the home page
        </LinkButton>
      }
    />
  );
}
