import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import type { Programme } from "~/domain/affiliates/affiliateProgramme";
import { earnsOn, earnsOnLabels, ProgrammeInput } from "~/domain/affiliates/programmeInput";
import { paths } from "~/paths";
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

/** Holding period, automatic approval and minimum payout of the programme (rules.md commissions/statuses). */
export function ProgrammeForm({ programme, lastResult }: { programme: Programme; lastResult?: SubmissionResult }) {
  const stored = {
    version: programme.version,
    holdingDays: String(programme.holdingDays),
    autoApprove: programme.autoApprove,
    minimumPayout: (programme.minimumPayout / 100).toFixed(2),
    defaultPercent: String(programme.defaultPercent / 100),
    defaultEarnsOn: programme.defaultFirstTime && !programme.defaultPerpetual ? "firstTime" : "perpetual",
  };
  const [form, fields] = useForm<z.input<typeof ProgrammeInput>, ProgrammeInput>({
    id: "programme",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: stored,
    onValidate: ({ formData }) => parseForm(formData, ProgrammeInput),
  });
  const named = [
    { label: "Holding period in days", ...choiceProps(fields.holdingDays) },
    { label: "Minimum payout in dollars", ...choiceProps(fields.minimumPayout) },
    { label: "Default percent", ...choiceProps(fields.defaultPercent) },
    { label: "Default applies to", ...choiceProps(fields.defaultEarnsOn) },
    toErrorSummaryItem("Approve automatically", fields.autoApprove),
  ];
  return (
    <Card>
      <Form
        method="post"
        action={paths.affiliateSettings()}
        className="form narrow"
        preventScrollReset
        {...getFormProps(form)}
      >
        <FormErrors errors={form.errors ?? []} fields={named} />
        <StaleFields lastResult={lastResult} stored={stored} version={programme.version} fields={named} />
        <input type="hidden" name="version" value={fields.version.initialValue ?? programme.version} />
        <NumberField
          label="Holding period in days"
          {...choiceProps(fields.holdingDays)}
          required
          hint="Days between an order's payment and the approval of its commission. Enter 0 for none."
        />
        <CheckboxField
          label="Approve automatically"
          {...checkboxProps(fields.autoApprove)}
          hint="When the holding period ends. Self-referrals still need manual approval."
        />
        <NumberField
          label="Minimum payout in dollars"
          {...choiceProps(fields.minimumPayout)}
          decimals
          hint="Affiliates below the minimum are carried over to the next payout"
        />
        <NumberField
          label="Default percent"
          {...choiceProps(fields.defaultPercent)}
          required
          decimals
          hint="For every service without a rate of the affiliate's own. Enter 0 for none. Earned commissions keep their rate."
        />
        <SelectField
          label="Default applies to"
          {...choiceProps(fields.defaultEarnsOn)}
          options={earnsOn.map((value) => ({ value, label: earnsOnLabels[value] }))}
        />
        <div className="form-actions">
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
