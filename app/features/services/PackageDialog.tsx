import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useRef } from "react";
import type { ServicePackage } from "~/domain/catalogue/catalogueEntities";
import { newAddOn, newDiscount, newPackage, PackageFormInput } from "~/domain/catalogue/packageInput";
import { notTracked, type Tracking } from "~/domain/catalogue/tracking";
import { toDollars } from "~/domain/money";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { AddRow } from "~/ui/form/AddRow";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { FormParts } from "~/ui/form/FormParts";
import { checkboxProps, choiceProps, fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { RowButtons } from "~/ui/form/RowButtons";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { useHydrated } from "~/ui/form/useHydrated";
import { landingRow, useRows } from "~/ui/form/useRows";
import type { PackageFields, PackageForm, PackageShape } from "./packageFields";
import { TrackingFields, trackingItems } from "./TrackingFields";
import "./services.css";

interface PackageDialogProps {
  serviceId: string;
  /** Null for a new one. */
  one: ServicePackage | null;
  /** Of a new one. */
  tracking?: Tracking;
  lastResult?: SubmissionResult;
}

/** Add or edit a package: details, add-ons and discounts in one form. */
export function PackageDialog({ serviceId, one, tracking: initial = notTracked, lastResult }: PackageDialogProps) {
  const back = paths.servicePackages(serviceId);
  const start = one ?? { ...newPackage, name: "", description: "", tracking: initial, version: undefined };
  const stored = {
    version: start.version,
    name: start.name,
    description: start.description,
    price: toDollars(start.price),
    addOns: start.addOns.map((addOn) => ({ ...addOn, price: toDollars(addOn.price) })),
    discounts: [...start.discounts],
    ...start.tracking,
  };
  const [form, fields] = useForm<PackageShape>({
    id: "package",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: stored,
    onValidate: ({ formData }) => parseForm(formData, PackageFormInput),
  });
  const addOns = fields.addOns.getFieldList();
  const discounts = fields.discounts.getFieldList();
  const details = [fields.name, fields.description, fields.price];
  const tracking = trackingItems(fields);
  const named = [
    toErrorSummaryItem("Domain Authority Name", fields.name),
    toErrorSummaryItem("Description", fields.description),
    toErrorSummaryItem("Price", fields.price),
    ...addOns.flatMap((row, index) => {
      const { value, price, defaultOption } = row.getFieldset();
      return [
        toErrorSummaryItem(`Name of add-on ${index + 1}`, value),
        toErrorSummaryItem(`Price of add-on ${index + 1}`, price),
        toErrorSummaryItem(`Default of add-on ${index + 1}`, defaultOption),
      ];
    }),
    ...discounts.flatMap((row, index) => {
      const { count, percent } = row.getFieldset();
      return [
        toErrorSummaryItem(`Quantity of discount ${index + 1}`, count),
        toErrorSummaryItem(`Percent of discount ${index + 1}`, percent),
      ];
    }),
    ...tracking,
  ];
  const wrongIn = (list: string) =>
    named.filter((field) => field.errors && field.id.startsWith(`package-${list}`)).length;
  const intent = lastResult?.intent as { payload?: { name?: string } } | undefined;
  return (
    <RouteDialog title={one ? "Edit Package" : "Add Package"} closeHref={back} wide>
      <Form
        method="post"
        action={one ? paths.servicePackage(serviceId, one.id) : paths.servicePackageNew(serviceId)}
        className="form"
        preventScrollReset
        {...getFormProps(form)}
      >
        <DefaultSubmit />
        <FormErrors
          errors={[...(form.errors ?? []), ...(fields.addOns.errors ?? []), ...(fields.discounts.errors ?? [])]}
          fields={named}
        />
        <StaleFields
          lastResult={lastResult}
          stored={stored}
          version={one?.version}
          fields={[
            ...named,
            toErrorSummaryItem("Add On Items", fields.addOns),
            toErrorSummaryItem("Discount Items", fields.discounts),
          ]}
        />
        <input type="hidden" name="version" value={fields.version.initialValue ?? ""} />
        <FormParts
          label="Package"
          first={intent?.payload?.name}
          parts={[
            {
              key: "details",
              label: "Package Details",
              wrong: details.filter((field) => field.errors?.length).length,
              content: <Details fields={fields} />,
            },
            {
              key: "addOns",
              label: "Add On Items",
              count: addOns.length,
              wrong: wrongIn("addOns"),
              content: <AddOns form={form} fields={fields} lastResult={lastResult} />,
            },
            {
              key: "discounts",
              label: "Discount Items",
              count: discounts.length,
              wrong: wrongIn("discounts"),
              content: <Discounts form={form} fields={fields} lastResult={lastResult} />,
            },
            {
              key: "tracking",
              label: "Track each link",
              wrong: tracking.filter((field) => field.errors).length,
              content: <TrackingFields fields={fields} />,
            },
          ]}
        />
        <div className="form-actions row-end">
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">Save</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}

function Details({ fields }: { fields: PackageFields }) {
  return (
    <div className="form">
      <div className="package-details">
        <TextField label="Domain Authority Name" {...fieldProps(fields.name)} required autoComplete="off" />
        <NumberField label="Price" {...fieldProps(fields.price)} required prefix="$" decimals />
      </div>
      <TextAreaField label="Description" rows={3} {...fieldProps(fields.description)} limit={2_000} />
    </div>
  );
}

interface RowsProps {
  form: PackageForm;
  fields: PackageFields;
  lastResult?: SubmissionResult;
}

function AddOns({ form, fields, lastResult }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const rows = fields.addOns.getFieldList();
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const chosen = rows.findIndex((row) => isTicked(row.getFieldset().defaultOption.value));
  const landing = landingRow(lastResult, "addOns", rows.length);
  return (
    <div className="stack-small" ref={box}>
      <p className="field-hint">An extra sold with the package. Its price is added to each unit.</p>
      {rows.map((row, index) => {
        const { value, price, defaultOption } = row.getFieldset();
        return (
          <fieldset key={row.key} className="part-row part-row-add-on" data-row>
            <legend className="visually-hidden">Add-on {index + 1}</legend>
            <TextField
              label="Name"
              hideLabel={index > 0}
              {...fieldProps(value)}
              required
              autoComplete="off"
              autoFocus={landing === index}
            />
            <NumberField label="Price" hideLabel={index > 0} {...choiceProps(price)} prefix="$" />
            <CheckboxField
              label="Default"
              {...checkboxProps(defaultOption)}
              // Without script a box that is disabled could not be freed again; the server lets one through.
              disabled={hydrated && chosen >= 0 && chosen !== index}
            />
            <RowButtons form={form} list="addOns" index={index} count={rows.length} label={`add-on ${index + 1}`} />
          </fieldset>
        );
      })}
      <AddRow
        form={form}
        list="addOns"
        row={{ ...newAddOn, price: toDollars(newAddOn.price) }}
        label="Add add-on"
        said={said}
      />
    </div>
  );
}

/** A box of one value is a text for the form, one that was posted twice a list. */
const isTicked = (value: unknown) => value === "on" || (Array.isArray(value) && value.includes("on"));

function Discounts({ form, fields, lastResult }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = fields.discounts.getFieldList();
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, "discounts", rows.length);
  return (
    <div className="stack-small" ref={box}>
      <p className="field-hint">A discount from this quantity up. The highest matching discount applies.</p>
      {rows.map((row, index) => {
        const { count, percent } = row.getFieldset();
        return (
          <fieldset key={row.key} className="part-row part-row-discount" data-row>
            <legend className="visually-hidden">Discount {index + 1}</legend>
            <NumberField
              label="Quantity"
              hideLabel={index > 0}
              {...choiceProps(count)}
              required
              autoFocus={landing === index}
            />
            <NumberField label="Discount (%)" hideLabel={index > 0} {...choiceProps(percent)} required />
            <RowButtons
              form={form}
              list="discounts"
              index={index}
              count={rows.length}
              label={`discount ${index + 1}`}
            />
          </fieldset>
        );
      })}
      <AddRow form={form} list="discounts" row={newDiscount} label="Add discount" said={said} />
    </div>
  );
}
