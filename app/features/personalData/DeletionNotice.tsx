import { useZone } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { daysUntil } from "./consequences";

interface DeletionNoticeProps {
  account: "Your account" | "This account";
  /** When the account will be erased, ms UTC; null without a request. */
  dueAt: number | null;
  now: number;
  /** Where 'Undo' posts to. */
  undo: string;
}

/** When an account will be deleted, with a way back. */
export function DeletionNotice({ account, dueAt, now, undo }: DeletionNoticeProps) {
  const zone = useZone();
  if (dueAt === null) return null;
  const action = (
    <Form method="post" action={undo} preventScrollReset>
      <SubmitButton variant="outline" pendingText="Undoing">
        Undo
      </SubmitButton>
    </Form>
  );
  return (
    <Alert tone="warning" action={action}>
      {account} will be deleted {daysUntil(dueAt, now)}, on {formatDay(dueAt, zone)}.
    </Alert>
  );
}
