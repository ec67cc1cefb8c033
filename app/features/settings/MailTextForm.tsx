import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useMemo } from "react";
import type { z } from "zod";
import { commonVariables, type MailKind, mailKind } from "~/domain/mailKinds";
import { type MailTextInput, mailTextInput } from "~/domain/notifications/mailTextInput";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { Button } from "~/ui/form/Button";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { DataTable } from "~/ui/list/DataTable";

interface MailTextFormProps {
  kind: MailKind;
  /** The text in use. `own`: it is not the portal's. */
  mail: { version: number; subject: string; body: string; own: boolean };
  /** Examples of `agency` and `supportEmail`. */
  agency: { agency: string; supportEmail: string };
  lastResult?: SubmissionResult;
  /** The address that a test was sent to. */
  sentTo?: string;
}

export function MailTextForm({ kind, mail, agency, lastResult, sentTo }: MailTextFormProps) {
  const { version, own, ...stored } = mail;
  const schema = useMemo(() => mailTextInput(kind), [kind]);
  const [form, fields] = useForm<z.input<typeof schema>, MailTextInput>({
    id: "mail",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { version, ...stored },
    onValidate: ({ formData }) => parseForm(formData, schema),
  });
  const named = [toErrorSummaryItem("Subject", fields.subject), toErrorSummaryItem("Text", fields.body)];
  return (
    <Card title="Subject and text">
      <Form method="post" action={paths.mailText(kind)} className="form" preventScrollReset {...getFormProps(form)}>
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={version} fields={named} />
        {sentTo ? (
          <Alert tone="success" title="Test sent">
            We sent your text with example values to {sentTo}. It is not saved yet.
          </Alert>
        ) : null}
        <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
        <TextField label="Subject" {...fieldProps(fields.subject)} required autoComplete="off" />
        <TextAreaField
          label="Text"
          {...fieldProps(fields.body)}
          required
          rows={12}
          hint="Separate paragraphs by an empty line. The button follows your text."
        />
        <div className="form-actions">
          {own ? (
            <Button type="submit" name="intent" value="restore" formNoValidate variant="ghost">
              Restore default
            </Button>
          ) : null}
          <Button type="submit" name="intent" value="test">
            Send a test
          </Button>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
      <Variables kind={kind} agency={agency} />
    </Card>
  );
}

const columns = [
  { key: "variable", label: "Variable" },
  { key: "example", label: "Example" },
] as const;

function Variables({ kind, agency }: Pick<MailTextFormProps, "kind" | "agency">) {
  const { variables, block } = mailKind(kind);
  const rows = [
    ...Object.entries(variables),
    ...(block ? [[block.variable, `In a paragraph of its own: ${block.holds}`] as const] : []),
    ...Object.entries({ ...commonVariables, ...agency }),
  ];
  return (
    <DataTable
      caption="Variables of this email"
      columns={columns}
      rows={rows.map(([name, example]) => ({
        key: name,
        cells: { variable: <code>{`{{${name}}}`}</code>, example },
      }))}
    />
  );
}
