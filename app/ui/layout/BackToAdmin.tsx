import { BackgroundForm } from "../form/BackgroundForm";
import { Button } from "../form/Button";
import { navigateWithoutAsking } from "../form/unsavedForms";

/**
 * A fixed banner while impersonating, with the account's name and a way back. Posts to `action`; the next page is a
 * full load under the admin's session.
 */
export function BackToAdmin({ action, name }: { action: string; name: string }) {
  return (
    <BackgroundForm
      action={action}
      className="back-to-admin"
      aria-label="Impersonation"
      onDone={({ href }) => navigateWithoutAsking(href)}
    >
      <span>Signed in as {name}</span>
      <Button type="submit" variant="outline">
        Back to Admin
      </Button>
    </BackgroundForm>
  );
}
