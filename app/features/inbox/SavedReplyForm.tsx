import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { replyVariables, SavedReplyInput } from "~/domain/messages/savedReplyInput";
import { paths } from "~/paths";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { DataTable } from "~/ui/list/DataTable";

interface SavedReplyFormProps {
  /** Null while it is being written. */
  reply: { id: string; name: string; body: string; version: number } | null;
  /** The example of the variable `agency`. */
  agency: string;
  lastResult?: SubmissionResult;
}

export function SavedReplyForm({ reply, agency, lastResult }: SavedReplyFormProps) {
  const stored = { name: reply?.name, body: reply?.body };
  const [form, fields] = useForm<z.input<typeof SavedReplyInput>, SavedReplyInput>({
    id: "saved-reply",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: stored,
    onValidate: ({ formData }) => parseForm(formData, SavedReplyInput),
  });
  const named = [toErrorSummaryItem("Name", fields.name), toErrorSummaryItem("Text", fields.body)];
  return (
    <div className="stack narrow">
      <Form method="post" className="form" {...getFormProps(form)}>
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={reply?.version} fields={named} />
        {reply ? (
          <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? reply.version)} />
        ) : null}
        <TextField label="Name" {...fieldProps(fields.name)} required autoComplete="off" />
        <TextAreaField
          label="Text"
          hint="Formatted as messages are: **bold**, - list, [link](https://example.com)"
          {...fieldProps(fields.body)}
          required
          rows={8}
        />
        <div className="form-actions">
          <LinkButton to={paths.savedReplies()}>Cancel</LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
      <DataTable
        caption="Variables of saved replies"
        columns={[
          { key: "variable", label: "Variable" },
          { key: "example", label: "Example" },
        ]}
        rows={Object.entries({ ...replyVariables, agency }).map(([name, example]) => ({
          key: name,
          cells: { variable: <code>{`{{${name}}}`}</code>, example },
        }))}
      />
    </div>
  );
}
