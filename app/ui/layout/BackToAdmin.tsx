import { Form } from "@remix-run/react";
import { Button } from "../form/Button";

/** Fixed reminder, while impersonating, of whose account this is, with the way back. Posts to `action`. */
export function BackToAdmin({ action, name }: { action: string; name: string }) {
  return (
    <Form method="post" action={action} className="back-to-admin" aria-label="Impersonation">
      <span>Signed in as {name}</span>
      <Button type="submit" variant="outline">
        Back to Admin
      </Button>
    </Form>
  );
}
