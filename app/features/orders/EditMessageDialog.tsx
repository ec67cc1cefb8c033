import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { MAX_MESSAGE } from "~/domain/messages/messageThreads";
import { paths, samePlace } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { RichTextField } from "~/ui/form/RichTextField";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface EditMessageDialogProps {
  orderId: string;
  messageId: string;
  /** Markdown. */
  source: string;
  /** The thread behind the dialog. */
  behind: string;
  lastResult?: SubmissionResult;
}

/** Changes the text of an own message within five minutes. */
export function EditMessageDialog({ orderId, messageId, source, behind, lastResult }: EditMessageDialogProps) {
  const { search } = useLocation();
  const errors = lastResult?.error ?? {};
  const typed = lastResult?.initialValue?.body;
  const field = { id: "edited-message", label: "Message", errors: errors.body ?? undefined };
  return (
    <RouteDialog title="Edit message" closeHref={behind}>
      <Form
        method="post"
        action={samePlace(paths.orderMessageEdit(orderId, messageId), search)}
        className="form"
        noValidate
        preventScrollReset
      >
        <FormErrors errors={errors[""] ?? undefined} fields={[field]} />
        <RichTextField
          {...field}
          name="body"
          rows={6}
          required
          limit={MAX_MESSAGE}
          hint="Readers see that you edited it. We do not send another email."
          defaultValue={typeof typed === "string" ? typed : source}
        />
        <div className="form-actions">
          <LinkButton to={behind} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
