import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { FormEvent } from "react";
import type { EditableService } from "~/domain/catalogue/serviceForEdit";
import { newService, ServiceFormInput } from "~/domain/catalogue/serviceInput";
import {
  type Frequency,
  frequencies,
  frequencyLabel,
  paymentTypeLabel,
  recurrenceText,
  servicePaymentTypes,
  serviceTypeLabel,
  serviceTypes,
} from "~/domain/catalogue/serviceTypes";
import type { AssigneeOption } from "~/domain/team/assigneeOptions";
import { acceptAttribute, uploadHint } from "~/files/uploadKinds";
import { paths } from "~/paths";
import type { FormattedTexts } from "~/richtext/renderRichText";
import { Card } from "~/ui/card/Card";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Field } from "~/ui/form/Field";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, choiceProps, fieldProps, multiSelectProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { RichTextField } from "~/ui/form/RichTextField";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { SelectField } from "~/ui/form/SelectField";
import { filesOf, StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { UploadField } from "~/ui/form/UploadField";
import { waitsForUpload } from "~/ui/form/waitsForUpload";
import { AssignmentCard, ruleOptions } from "./AssignmentCard";
import { SubStatusRows } from "./SubStatusRows";
import type { ServiceFormShape } from "./serviceFormShape";
import "./services.css";

interface ServiceFormProps {
  service: EditableService | null;
  version: number;
  /** Who orders can be assigned to. */
  team: readonly AssigneeOption[];
  formatted?: FormattedTexts;
  lastResult?: SubmissionResult;
  files?: readonly ReceivedFile[];
  onPost(): void;
}

/** What a service is and how it is sold. */
export function ServiceForm({ service, version, team, formatted, lastResult, files = [], onPost }: ServiceFormProps) {
  const stored = service ?? { ...newService, name: "", description: "", checkoutDescription: "", template: null };
  const shown = {
    name: stored.name,
    description: stored.description,
    checkoutDescription: stored.checkoutDescription,
    serviceType: stored.serviceType,
    paymentTypes: [...stored.paymentTypes],
    orderDuration: stored.orderDuration,
    frequency: stored.frequency,
    turnaroundDays: stored.turnaroundDays,
    showExpectedDate: stored.showExpectedDate,
    subStatuses: [...stored.subStatuses],
    templateKey: stored.template?.key,
    assignmentRule: stored.assignment.rule,
    assignedPeople: [...stored.assignment.people],
    visible: stored.visible,
    listedInShop: stored.listedInShop,
    slug: stored.slug,
  };
  const [form, fields] = useForm<ServiceFormShape>({
    id: "service",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: shown,
    onValidate: ({ formData }) => parseForm(formData, ServiceFormInput),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (waitsForUpload(event)) return;
    form.onSubmit(event);
    // A row that is added or moved, and a form that is not complete, go nowhere.
    if (!event.defaultPrevented) onPost();
  };
  const steps = fields.subStatuses.getFieldList();
  const template = lastResult ? lastResult.initialValue?.templateKey : stored.template?.key;
  const duration = Number(fields.orderDuration.value);
  const named = [
    toErrorSummaryItem("Name", fields.name),
    toErrorSummaryItem("Description", fields.description),
    toErrorSummaryItem("Checkout description", fields.checkoutDescription),
    {
      ...toErrorSummaryItem("Service type", fields.serviceType),
      options: serviceTypes.map((value) => ({ value, label: serviceTypeLabel(value) })),
    },
    {
      ...toErrorSummaryItem("Payment types", fields.paymentTypes),
      options: servicePaymentTypes.map((value) => ({ value, label: paymentTypeLabel(value) })),
    },
    toErrorSummaryItem("Order duration", fields.orderDuration),
    {
      ...toErrorSummaryItem("Frequency", fields.frequency),
      options: frequencies.map((value) => ({ value, label: frequencyLabel(value) })),
    },
    toErrorSummaryItem("Turnaround", fields.turnaroundDays),
    toErrorSummaryItem("Show clients the expected date", fields.showExpectedDate),
    ...steps.map((step, index) => toErrorSummaryItem(`Sub status ${index + 1}`, step.getFieldset().name)),
    { ...toErrorSummaryItem("Template", fields.templateKey), options: filesOf(files, stored.template) },
    toErrorSummaryItem("Sub statuses", fields.subStatuses),
    { ...toErrorSummaryItem("Assign paid orders to", fields.assignmentRule), options: ruleOptions },
    {
      ...toErrorSummaryItem("People", fields.assignedPeople),
      options: team.map(({ id, name }) => ({ value: id, label: name })),
    },
    toErrorSummaryItem("Visible in the catalog", fields.visible),
    toErrorSummaryItem("Listed in the shop", fields.listedInShop),
    toErrorSummaryItem("Address in the shop", fields.slug),
  ];
  return (
    <Form
      method="post"
      action={service ? `${paths.serviceEdit(service.id)}?index` : paths.serviceNew()}
      encType="multipart/form-data"
      // The image is saved at the same path.
      stays={() => true}
      className="form service-form"
      // A new service opens at its top; one that is saved stays where it was.
      preventScrollReset={service !== null}
      {...getFormProps(form)}
      onSubmit={submit}
    >
      <DefaultSubmit />
      <FormErrors
        errors={[...(form.errors ?? []), ...(fields.subStatuses.errors ?? [])]}
        fields={named.filter(({ name }) => name !== "subStatuses")}
      />
      <StaleFields lastResult={lastResult} stored={shown} version={service?.version} fields={named} />
      {service ? (
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? version)} />
      ) : null}
      <Card title="What it is">
        <div className="form">
          <TextField label="Name" {...fieldProps(fields.name)} required autoComplete="off" />
          <RichTextField
            label="Description"
            hint="Shown in the catalog and on the service page"
            {...fieldProps(fields.description)}
            formatted={formatted}
          />
          <RichTextField
            label="Checkout description"
            hint="Shown above the packages at checkout"
            {...fieldProps(fields.checkoutDescription)}
            formatted={formatted}
          />
        </div>
      </Card>
      <Card title="Pricing">
        <div className="form">
          <RadioGroupField
            label="Service type"
            {...choiceProps(fields.serviceType)}
            defaultValue={String(fields.serviceType.initialValue ?? newService.serviceType)}
            required
            inline
            options={serviceTypes.map((value) => ({ value, label: serviceTypeLabel(value) }))}
          />
          <PaymentTypes {...multiSelectProps(fields.paymentTypes)} />
          <fieldset className="recurrence">
            <legend className="visually-hidden">Order frequency</legend>
            <div className="form-columns">
              <NumberField label="Order duration" {...fieldProps(fields.orderDuration)} required />
              <SelectField
                label="Frequency"
                {...choiceProps(fields.frequency)}
                required
                options={frequencies.map((value) => ({ value, label: frequencyLabel(value) }))}
              />
            </div>
            {duration >= 1 && fields.frequency.value ? (
              <p className="muted small">{recurrenceText(duration, fields.frequency.value as Frequency)}</p>
            ) : null}
          </fieldset>
        </div>
      </Card>
      <Card title="Deadline">
        <div className="form">
          <NumberField
            label="Turnaround"
            {...fieldProps(fields.turnaroundDays)}
            hint="Working days from the day an order is Active. It pauses while the client has to answer. Empty means no deadline. Orders already placed keep theirs."
          />
          <CheckboxField
            label="Show clients the expected date"
            hint="Clients see 'Expected by' on their orders."
            {...checkboxProps(fields.showExpectedDate)}
          />
        </div>
      </Card>
      <SubStatusRows form={form} name={fields.subStatuses.name} rows={steps} lastResult={lastResult} />
      <Card title="Template">
        <div className="form">
          <UploadField
            key={stored.template?.key}
            label="Template"
            hideLabel
            {...choiceProps(fields.templateKey)}
            hint={`A document customers fill in and send back: ${uploadHint("serviceTemplate")}`}
            accept={acceptAttribute("serviceTemplate")}
            upload={{ action: paths.uploads(), kind: "serviceTemplate" }}
            received={[...files, ...(stored.template ? [stored.template] : [])].find((file) => file.key === template)}
          />
          {stored.template ? (
            <p>
              <a href={stored.template.url}>Download the template</a>
            </p>
          ) : null}
        </div>
      </Card>
      <AssignmentCard
        rule={choiceProps(fields.assignmentRule)}
        people={multiSelectProps(fields.assignedPeople)}
        team={team}
      />
      <Card title="Visibility">
        <div className="form">
          <CheckboxField
            label="Visible in the catalog"
            hint="Customers can still order a hidden service with its checkout URL."
            {...checkboxProps(fields.visible)}
          />
          <CheckboxField
            label="Listed in the shop"
            hint="Visitors and search engines see a visible service with packages and its prices, without an account."
            {...checkboxProps(fields.listedInShop)}
          />
          <TextField
            label="Address in the shop"
            {...fieldProps(fields.slug)}
            autoComplete="off"
            hint="The end of the page's address: /shop/link-building. Leave it empty to use the name. Links to an earlier one still work."
          />
        </div>
      </Card>
      <div className="builder-save">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}

interface PaymentTypesProps {
  id: string;
  name: string;
  errors?: string[];
  defaultValue: readonly (string | undefined)[];
}

function PaymentTypes({ defaultValue, ...frame }: PaymentTypesProps) {
  return (
    <Field {...frame} label="Payment types" required group>
      {(tied) => (
        <div className="choices choices-row">
          {servicePaymentTypes.map((type) => (
            <label key={type} className="choice">
              <input
                type="checkbox"
                id={`${tied.id}-${type}`}
                name={tied.name}
                value={type}
                defaultChecked={defaultValue.includes(type)}
                aria-describedby={tied["aria-describedby"]}
                aria-invalid={tied["aria-invalid"]}
              />
              <span>{paymentTypeLabel(type)}</span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
