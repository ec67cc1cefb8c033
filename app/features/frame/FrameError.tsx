import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { FailedSuccess } from "~/features/checkout/FailedSuccess";
import { reloadWhenUp } from "~/features/checkout/fetchPayment";
import { SUCCESS_PATH } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";
import { PROBE, Unreachable } from "~/ui/layout/keepPageOnFailure";

/** The reason that an action gave for a refused request (`json({ message }, 400)`). */
const reasonIn = (error: unknown) =>
  isRouteErrorResponse(error) && error.status < 500 && typeof error.data?.message === "string"
    ? (error.data.message as string)
    : null;

/** The error of a page whose frame could not be read either. */
export function FrameError() {
  return (
    <main id="main" tabIndex={-1}>
      <PageError />
    </main>
  );
}

/** Shows the 404 text for a missing page, the reason for a refused request, else the fixed text. */
export function PageError() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const reason = reasonIn(error);
  const { pathname } = useLocation();
  if (error instanceof Unreachable) return <UnreachablePage />;
  if (pathname === SUCCESS_PATH && !missing) return <FailedSuccess payment={null} />;
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

/** After Back, or after a post whose next page could not be read. */
function UnreachablePage() {
  useEffect(() => reloadWhenUp(PROBE), []);
  return (
    <ErrorPage
      title="We cannot show this page at the moment"
      text="The connection failed. The page opens by itself when it is back."
      action={
        <LinkButton to="" reloadDocument variant="solid">
          Try now
        </LinkButton>
      }
    />
  );
}
