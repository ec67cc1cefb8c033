import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import type { MailSettings } from "~/domain/settings";
import { SenderInput } from "~/domain/settings/senderInput";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

interface SenderFormProps {
  sender: MailSettings & { version: number };
  lastResult?: SubmissionResult;
}

/** Who the portal's mails come from. */
export function SenderForm({ sender, lastResult }: SenderFormProps) {
  const { version, ...stored } = sender;
  const [form, fields] = useForm<z.input<typeof SenderInput>, SenderInput>({
    id: "sender",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: sender,
    onValidate: ({ formData }) => parseForm(formData, SenderInput),
  });
  const named = [
    toErrorSummaryItem("Sender name", fields.fromName),
    toErrorSummaryItem("Sender address", fields.fromAddress),
    toErrorSummaryItem("Reply-to", fields.replyTo),
  ];
  return (
    <Card title="Sender">
      <Form method="post" action={paths.mailSettings()} className="form" preventScrollReset {...getFormProps(form)}>
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={version} fields={named} />
        <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
        <div className="form-columns">
          <TextField label="Sender name" {...fieldProps(fields.fromName)} required autoComplete="off" />
          <TextField
            label="Sender address"
            {...fieldProps(fields.fromAddress)}
            required
            inputMode="email"
            autoComplete="off"
          />
        </div>
        <TextField
          label="Reply-to"
          {...fieldProps(fields.replyTo)}
          required
          inputMode="email"
          autoComplete="off"
          hint="Where answers to the portal's emails go"
        />
        <div className="form-actions">
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
