import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { PayeeInput, payeeMethodLabel, payeeMethods } from "~/domain/payouts/payeeInput";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps } from "~/ui/form/fieldProps";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import "../affiliates/affiliates.css";

/** Where the affiliate is paid. */
export function PayeeForm({ payee, lastResult }: { payee: PayeeInput | null; lastResult?: SubmissionResult }) {
  const [form, fields] = useForm<z.input<typeof PayeeInput>, PayeeInput>({
    id: "payee",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: payee ?? { method: "BANK" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: PayeeInput }),
  });
  const paypal = fields.method.value === "PAYPAL";
  const texts = [
    { field: fields.holder, label: "Account holder", hint: undefined, paypal: false },
    { field: fields.account, label: "IBAN or account number", hint: undefined, paypal: false },
    { field: fields.bankCode, label: "BIC or routing number", hint: "Not needed with an IBAN", paypal: false },
    { field: fields.paypalEmail, label: "PayPal email", hint: "Only for PayPal", paypal: true },
  ];
  return (
    <Card title="How you are paid">
      <p className="muted">We store these details encrypted and use them for your payouts only.</p>
      <Form method="post" action={paths.ownPayouts()} className="form" preventScrollReset {...getFormProps(form)}>
        <FormErrors
          errors={form.errors ?? []}
          fields={[
            { label: "Method", ...choiceProps(fields.method) },
            ...texts.map(({ field, label }) => ({ label, ...choiceProps(field) })),
          ]}
        />
        <SelectField
          label="Method"
          {...choiceProps(fields.method)}
          required
          options={payeeMethods.map((value) => ({ value, label: payeeMethodLabel(value) }))}
        />
        {texts.map(({ field, label, hint, paypal: own }) => (
          <div key={field.name} className={own === paypal ? undefined : "payee-other"}>
            <TextField label={label} {...choiceProps(field)} hint={hint} autoComplete="off" />
          </div>
        ))}
        <div className="form-actions">
          <SubmitButton variant="outline" pendingText="Saving">
            Save payee details
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
