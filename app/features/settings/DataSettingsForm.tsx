import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { DataSettingsInput } from "~/domain/settings/dataSettingsInput";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface DataSettingsFormProps {
  data: { version: number; securityDays: string; visitMonths: string; noticeDays: string };
  lastResult?: SubmissionResult;
}

/** How long records stay that no law asks for. */
export function DataSettingsForm({ data, lastResult }: DataSettingsFormProps) {
  const { version, ...stored } = data;
  const [form, fields] = useForm<z.input<typeof DataSettingsInput>, DataSettingsInput>({
    id: "data-settings",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: data,
    onValidate: ({ formData }) => parseForm(formData, DataSettingsInput),
  });
  const labels = {
    securityDays: "Security events in days",
    visitMonths: "Visits of affiliate links in months",
    noticeDays: "Read notifications in days",
  };
  const named = [
    toErrorSummaryItem(labels.securityDays, fields.securityDays),
    toErrorSummaryItem(labels.visitMonths, fields.visitMonths),
    toErrorSummaryItem(labels.noticeDays, fields.noticeDays),
  ];
  return (
    <Card title="How long we keep records">
      <Form method="post" action={paths.dataSettings()} className="form" preventScrollReset {...getFormProps(form)}>
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={version} fields={named} />
        <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
        <p className="muted">
          Older records are deleted every day. Orders, invoices, payments and the history stay, because tax law asks for
          them.
        </p>
        <NumberField label={labels.securityDays} {...fieldProps(fields.securityDays)} required hint="90 to 730" />
        <NumberField
          label={labels.visitMonths}
          {...fieldProps(fields.visitMonths)}
          required
          hint="4 to 25. A click counts for 90 days. The number of visits stays."
        />
        <NumberField
          label={labels.noticeDays}
          {...fieldProps(fields.noticeDays)}
          required
          hint="30 to 365. Unread ones stay twice as long."
        />
        <div className="form-actions">
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
