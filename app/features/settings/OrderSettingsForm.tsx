import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { MAX_HOLIDAYS, OrderSettingsInput, weekdays } from "~/domain/orders/orderSettingsInput";
import type { OrderSettings } from "~/domain/settings";
import { weekdayNames } from "~/format/dates";
import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, choiceProps, multiSelectProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { SettingsRows } from "./SettingsRows";

interface OrderSettingsFormProps {
  orders: OrderSettings;
  /** The number that the next order gets. */
  next: number;
  version: number;
  lastResult?: SubmissionResult;
}

const dayOptions = weekdays.map((value) => ({ value, label: weekdayNames[Number(value)]! }));

export function OrderSettingsForm({ orders, next, version, lastResult }: OrderSettingsFormProps) {
  const stored = {
    workingDays: orders.workingDays.map(String),
    holidays: orders.holidays,
    silentApprovalHours: String(orders.silentApprovalHours),
    cartMails: orders.cartMails,
    firstCartMailHours: String(orders.firstCartMailHours),
    secondCartMailHours: String(orders.secondCartMailHours),
    nextOrderNumber: "",
  };
  const [form, fields] = useForm<z.input<typeof OrderSettingsInput>, OrderSettingsInput>({
    id: "order-settings",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: { ...stored, version } as never,
    onValidate: ({ formData }) => parseForm(formData, OrderSettingsInput),
  });
  const named = [
    { ...toErrorSummaryItem("Working days", fields.workingDays), options: dayOptions },
    ...fields.holidays
      .getFieldList()
      .flatMap((row, index) =>
        Object.values(row.getFieldset()).map((cell) => toErrorSummaryItem(`Holiday ${index + 1}`, cell)),
      ),
    toErrorSummaryItem("Hours until silence counts as approval", fields.silentApprovalHours),
    toErrorSummaryItem("Remind clients of orders that they did not finish", fields.cartMails),
    toErrorSummaryItem("Hours until the first email", fields.firstCartMailHours),
    toErrorSummaryItem("Hours until the second email", fields.secondCartMailHours),
    toErrorSummaryItem("Number of the next order", fields.nextOrderNumber),
  ];
  return (
    <Form method="post" className="stack" {...getFormProps(form)}>
      <DefaultSubmit />
      <FormErrors errors={form.errors ?? []} fields={named} />
      <StaleFields
        lastResult={lastResult}
        stored={stored}
        version={version}
        fields={[...named, { name: "holidays", label: "Holidays" }]}
      />
      <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
      <Card title="Working days">
        <MultiSelectField
          label="Working days"
          {...multiSelectProps(fields.workingDays)}
          required
          hint="Turnaround times of packages count these days. Due dates that are already set stay."
          options={dayOptions}
          emptyLabel="No day"
        />
      </Card>
      <SettingsRows
        form={form as never}
        list={fields.holidays as never}
        title="Holidays"
        help="Your team is off on these days, even if they are working days."
        noun="holiday"
        columns={[
          { name: "day", label: "Date", type: "date" },
          { name: "name", label: "Name" },
        ]}
        most={MAX_HOLIDAYS}
        lastResult={lastResult}
      />
      <Card title="New packages">
        <NumberField
          label="Hours until silence counts as approval"
          {...choiceProps(fields.silentApprovalHours)}
          required
          hint="The default for new packages with tracked links. 24 to 336. 0 waits for the client's answer."
        />
      </Card>
      <Card title="Unfinished orders">
        <input type="hidden" name={fields.cartMailsShown.name} value="on" />
        <CheckboxField
          label="Remind clients of orders that they did not finish"
          {...checkboxProps(fields.cartMails)}
          hint="By email, at most twice for each checkout. Clients can unsubscribe. Change the texts under E-mail."
        />
        <NumberField label="Hours until the first email" {...choiceProps(fields.firstCartMailHours)} required />
        <NumberField
          label="Hours until the second email"
          {...choiceProps(fields.secondCartMailHours)}
          required
          hint="An unpaid order is closed after 24 hours."
        />
      </Card>
      <Card title="Order numbers">
        <NumberField
          label="Number of the next order"
          {...choiceProps(fields.nextOrderNumber)}
          hint={`Leave empty to continue with ${next}. A higher number leaves a permanent gap.`}
        />
      </Card>
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}
