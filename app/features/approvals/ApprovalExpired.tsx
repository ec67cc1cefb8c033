import { paths } from "~/paths";
import { ErrorPage } from "~/ui/feedback/ErrorPage";
import { LinkButton } from "~/ui/form/LinkButton";

/** A mailed link that was right and is too old. */
export function ApprovalExpired({ placementId }: { placementId: string }) {
  return (
    <ErrorPage
      title="This link has expired"
      text="Links in our emails work for 30 days. Sign in to see what waits for your approval."
      action={
        <LinkButton to={paths.signIn(paths.placement(placementId))} variant="solid">
          Sign in
        </LinkButton>
      }
    />
  );
}
