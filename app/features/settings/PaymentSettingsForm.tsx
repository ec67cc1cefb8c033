import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { PaymentSettingsInput } from "~/domain/renewals/paymentSettingsInput";
import { MAX_STATEMENT } from "~/domain/settings/statementText";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

interface PaymentSettingsFormProps {
  payments: {
    version: number;
    retryDays: string;
    noticeDays: string;
    askToCancel: boolean;
    statementRegular: string;
    statementCustom: string;
  };
  lastResult?: SubmissionResult;
}

const statementLabels = { regular: "Text of the regular account", custom: "Text of the custom account" };

/** When renewals are announced and tried again, and what card statements show. */
export function PaymentSettingsForm({ payments, lastResult }: PaymentSettingsFormProps) {
  const { version, ...stored } = payments;
  const [form, fields] = useForm<z.input<typeof PaymentSettingsInput>, PaymentSettingsInput>({
    id: "payments",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: payments,
    onValidate: ({ formData }) => parseForm(formData, PaymentSettingsInput),
  });
  const named = [
    toErrorSummaryItem("Retry on days", fields.retryDays),
    toErrorSummaryItem("Notice before a renewal in days", fields.noticeDays),
    toErrorSummaryItem("Clients ask us to cancel", fields.askToCancel),
    toErrorSummaryItem(statementLabels.regular, fields.statementRegular),
    toErrorSummaryItem(statementLabels.custom, fields.statementCustom),
  ];
  return (
    <Form method="post" action={paths.paymentSettings()} className="stack" preventScrollReset {...getFormProps(form)}>
      <FormErrors errors={form.errors} fields={named} />
      <StaleFields lastResult={lastResult} stored={stored} version={version} fields={named} />
      <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
      <Card title="Renewals">
        <TextField
          label="Retry on days"
          {...fieldProps(fields.retryDays)}
          required
          autoComplete="off"
          hint="Days after a declined renewal on which we try the card again, such as 1, 3, 6. Then the subscription is past due."
        />
        <NumberField
          label="Notice before a renewal in days"
          {...fieldProps(fields.noticeDays)}
          required
          hint="We email the customer this many days before we charge the card"
        />
        <CheckboxField
          label="Clients ask us to cancel"
          {...checkboxProps(fields.askToCancel)}
          hint="Without it clients cancel a subscription themselves, at the end of what is paid. With it we charge nothing until you answer, and remind you daily."
        />
      </Card>
      <Card title="Card statements">
        <TextField
          label={statementLabels.regular}
          {...fieldProps(fields.statementRegular)}
          maxLength={MAX_STATEMENT}
          autoComplete="off"
          hint={`Your customers see it on their card statement after the account's prefix. The prefix and this text fit in ${MAX_STATEMENT} characters. Leave empty to use the account's own text.`}
        />
        <TextField
          label={statementLabels.custom}
          {...fieldProps(fields.statementCustom)}
          maxLength={MAX_STATEMENT}
          autoComplete="off"
          hint="A change applies to new orders and to renewals that have not started."
        />
      </Card>
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
