import { BackgroundForm } from "../form/BackgroundForm";
import { Button } from "../form/Button";

/** Fixed reminder, while impersonating, of whose account this is, with the way back. Posts to `action`; the page is loaded anew, as somebody else. */
export function BackToAdmin({ action, name }: { action: string; name: string }) {
  return (
    <BackgroundForm
      action={action}
      className="back-to-admin"
      aria-label="Impersonation"
      onDone={({ href }) => window.location.assign(href)}
    >
      <span>Signed in as {name}</span>
      <Button type="submit" variant="outline">
        Back to Admin
      </Button>
    </BackgroundForm>
  );
}
