import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** Document 1 section 8. */
export function FetchError() {
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
