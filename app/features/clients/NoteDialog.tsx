import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { ClientNote } from "~/domain/clients/clientDetails";
import { ClientNoteInput } from "~/domain/clients/clientInputs";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface NoteDialogProps {
  clientId: string;
  /** Null for a new one. */
  note: ClientNote | null;
  lastResult?: SubmissionResult;
}

/** A note of the team about a client. */
export function NoteDialog({ clientId, note, lastResult }: NoteDialogProps) {
  const back = paths.client(clientId);
  const [form, fields] = useForm({
    id: "note",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { version: note?.version, body: note?.body ?? "" },
    onValidate: ({ formData }) => parseForm(formData, ClientNoteInput),
  });
  const named = [{ label: "Note", ...fieldProps(fields.body) }];
  return (
    <RouteDialog title={note ? "Edit note" : "Add note"} closeHref={back}>
      <Form
        method="post"
        action={note ? paths.clientNote(clientId, note.id) : paths.clientNoteNew(clientId)}
        className="form"
        preventScrollReset
        {...getFormProps(form)}
      >
        <FormErrors errors={form.errors} fields={named} />
        {note ? (
          <StaleFields lastResult={lastResult} stored={{ body: note.body }} version={note.version} fields={named} />
        ) : null}
        {note ? <input type="hidden" name="version" value={fields.version.initialValue ?? note.version} /> : null}
        <TextAreaField
          label="Note"
          hint="Only your team sees this"
          rows={5}
          {...fieldProps(fields.body)}
          limit={5_000}
          required
        />
        <div className="form-actions row-end">
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
