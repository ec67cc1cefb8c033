import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { MAX_IDLE_DAYS, MAX_SESSION_DAYS, type SecuritySettings } from "~/domain/settings";
import { SecuritySettingsInput } from "~/domain/settings/securitySettingsInput";
import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, choiceProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface SecuritySettingsFormProps {
  security: SecuritySettings;
  version: number;
  /** The environment requires two-factor sign-in, which no setting switches off. */
  demanded: boolean;
  lastResult?: SubmissionResult;
}

const policies = [
  { value: "optional", label: "Each person decides" },
  { value: "required", label: "Required for the team" },
];

export function SecuritySettingsForm({ security, version, demanded, lastResult }: SecuritySettingsFormProps) {
  const stored = { ...security, idleDays: String(security.idleDays), sessionDays: String(security.sessionDays) };
  const [form, fields] = useForm<z.input<typeof SecuritySettingsInput>, SecuritySettingsInput>({
    id: "security-settings",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { ...stored, version },
    onValidate: ({ formData }) => parseForm(formData, SecuritySettingsInput),
  });
  const named = [
    { ...toErrorSummaryItem("Two-factor sign-in", fields.staffTwoFactor), options: policies },
    toErrorSummaryItem("Email sign-in links", fields.signInLinks),
    toErrorSummaryItem("Days without activity", fields.idleDays),
    toErrorSummaryItem("Days in all", fields.sessionDays),
  ];
  return (
    <Card>
      <Form method="post" className="form" {...getFormProps(form)}>
        <FormErrors errors={form.errors ?? []} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={version} fields={named} />
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
        <SelectField
          label="Two-factor sign-in"
          {...choiceProps(fields.staffTwoFactor)}
          hint={
            demanded
              ? "Your installation requires it for the team, whatever you choose here."
              : "When you require it, team members without it must set it up before they can continue."
          }
          options={policies}
        />
        <CheckboxField
          label="Email sign-in links"
          {...checkboxProps(fields.signInLinks)}
          hint="People can sign in by a link that we email them. A password always works."
        />
        <NumberField
          label="Days without activity"
          {...choiceProps(fields.idleDays)}
          required
          hint={`A session ends after this time without a visit. 1 to ${MAX_IDLE_DAYS}.`}
        />
        <NumberField
          label="Days in all"
          {...choiceProps(fields.sessionDays)}
          required
          hint={`A session ends after this time, even with activity. 1 to ${MAX_SESSION_DAYS}. Open sessions are not changed.`}
        />
        <div className="form-actions">
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
