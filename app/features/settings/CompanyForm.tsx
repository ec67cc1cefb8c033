import { type FieldMetadata, type FormMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useRef } from "react";
import type { z } from "zod";
import { CompanyInput, MAX_BANK_ROWS, MAX_TAXES, type toCompanyForm } from "~/domain/invoices/companyInput";
import type { PaymentAccount } from "~/domain/ports/payments";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { AddRow } from "~/ui/form/AddRow";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import { NumberField } from "~/ui/form/NumberField";
import { parseForm } from "~/ui/form/parseForm";
import { RowButtons } from "~/ui/form/RowButtons";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { landingRow, useRows } from "~/ui/form/useRows";
import { AgencyZoneField } from "./AgencyZoneField";

type Shape = z.input<typeof CompanyInput>;
type IssuerFields = FieldMetadata<Shape["issuers"]["US"]>;
type TaxFields = FieldMetadata<Shape["taxes"]>;

const countries = [
  { country: "US", title: "Issuer for all countries but India" },
  { country: "IN", title: "Issuer for India" },
] as const;

interface CompanyFormProps {
  company: ReturnType<typeof toCompanyForm> & { version: number };
  /** The number of each account's next invoice. */
  next: Record<PaymentAccount, number>;
  /** IANA names. */
  zones: readonly string[];
  lastResult?: SubmissionResult;
}

export function CompanyForm({ company, next, zones, lastResult }: CompanyFormProps) {
  const { version, ...stored } = company;
  const [form, fields] = useForm<Shape, CompanyInput>({
    id: "company",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: company,
    onValidate: ({ formData }) => parseForm(formData, CompanyInput),
  });
  const issuers = fields.issuers.getFieldset();
  const named = [
    toErrorSummaryItem("Time zone", fields.timeZone),
    toErrorSummaryItem("Invoice prefix", fields.prefix),
    toErrorSummaryItem("Next number, regular account", fields.nextRegular),
    toErrorSummaryItem("Next number, custom account", fields.nextCustom),
    toErrorSummaryItem("Due after days", fields.dueDays),
    toErrorSummaryItem("Footer", fields.footer),
  ];
  return (
    <Form method="post" action={paths.companySettings()} className="stack" preventScrollReset {...getFormProps(form)}>
      <DefaultSubmit />
      <FormErrors
        errors={form.errors}
        fields={[
          ...named,
          ...taxItems(fields.taxes),
          ...countries.flatMap(({ country }) => issuerItems(country, issuers[country])),
        ]}
      />
      <StaleFields
        lastResult={lastResult}
        stored={stored}
        version={version}
        fields={[...named, toErrorSummaryItem("Taxes", fields.taxes), toErrorSummaryItem("Issuers", fields.issuers)]}
      />
      <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
      <Card title="Days and dates">
        <div className="form">
          <AgencyZoneField
            id={fields.timeZone.id}
            timeZone={company.timeZone}
            zones={zones}
            {...(lastResult ? { lastResult } : {})}
          />
        </div>
      </Card>
      <Card title="Invoices">
        <div className="form">
          <TextField
            label="Invoice prefix"
            {...fieldProps(fields.prefix)}
            autoComplete="off"
            hint="Printed before the number of an order's invoice, such as INV-. Issued invoices keep their prefix."
          />
          <div className="form-columns">
            <NumberField
              label="Next number, regular account"
              {...fieldProps(fields.nextRegular)}
              hint={`Now ${next.regular}. Leave empty to keep it.`}
            />
            <NumberField
              label="Next number, custom account"
              {...fieldProps(fields.nextCustom)}
              hint={`Now ${next.custom}. Leave empty to keep it.`}
            />
          </div>
          <NumberField
            label="Due after days"
            {...fieldProps(fields.dueDays)}
            hint="The default due date of an invoice for a service. Leave empty to choose it each time."
          />
          <TextAreaField
            label="Footer"
            {...fieldProps(fields.footer)}
            hint="Printed at the end of each invoice, such as your registration or a thank-you."
          />
        </div>
      </Card>
      <TaxesCard form={form} field={fields.taxes} lastResult={lastResult} />
      {countries.map(({ country, title }) => (
        <IssuerCard
          key={country}
          form={form}
          field={issuers[country]}
          title={title}
          country={country}
          lastResult={lastResult}
        />
      ))}
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}

const issuerItems = (country: string, field: IssuerFields) => {
  const { name, address, email, taxLabel, taxId, bank } = field.getFieldset();
  return [
    toErrorSummaryItem(`Name, ${country}`, name),
    toErrorSummaryItem(`Address, ${country}`, address),
    toErrorSummaryItem(`Email, ${country}`, email),
    toErrorSummaryItem(`Tax label, ${country}`, taxLabel),
    toErrorSummaryItem(`Tax ID, ${country}`, taxId),
    ...bank.getFieldList().flatMap((row, index) => {
      const { label, value } = row.getFieldset();
      return [
        toErrorSummaryItem(`Label of bank row ${index + 1}, ${country}`, label),
        toErrorSummaryItem(`Value of bank row ${index + 1}, ${country}`, value),
      ];
    }),
  ];
};

const taxItems = (field: TaxFields) =>
  field.getFieldList().flatMap((row, index) => {
    const { name, percent, kind, countries } = row.getFieldset();
    return [
      toErrorSummaryItem(`Name of tax ${index + 1}`, name),
      toErrorSummaryItem(`Percent of tax ${index + 1}`, percent),
      toErrorSummaryItem(`Charge of tax ${index + 1}`, kind),
      toErrorSummaryItem(`Countries of tax ${index + 1}`, countries),
    ];
  });

interface TaxesCardProps {
  form: FormMetadata<Shape>;
  field: TaxFields;
  lastResult?: SubmissionResult;
}

function TaxesCard({ form, field, lastResult }: TaxesCardProps) {
  const rows = field.getFieldList();
  const box = useRef<HTMLFieldSetElement>(null);
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, field.name, rows.length);
  const added = (lastResult?.intent as { type?: string } | undefined)?.type === "insert";
  return (
    <Card title="Taxes">
      <fieldset className="stack" ref={box}>
        <legend className="visually-hidden">Taxes</legend>
        <p className="field-hint">
          For clients in these countries, shown at the checkout and on orders, invoices and receipts. An order keeps its
          taxes, and a renewal has those of its day. Without a tax, invoices say $0.
        </p>
        {rows.map((row, index) => {
          const { name, percent, kind, countries } = row.getFieldset();
          return (
            <div key={row.key} className="form" data-row>
              <div className="form-columns">
                <TextField
                  label={`Name ${index + 1}`}
                  {...fieldProps(name)}
                  required
                  autoComplete="off"
                  hint="Such as VAT or GST"
                  autoFocus={landing === index && added}
                />
                <TextField
                  label={`Percent ${index + 1}`}
                  {...fieldProps(percent)}
                  required
                  inputMode="decimal"
                  autoComplete="off"
                  hint="Such as 19 or 8.25"
                />
              </div>
              <SelectField
                label={`Charge ${index + 1}`}
                {...fieldProps(kind)}
                options={[
                  { value: "included", label: "Included in your prices" },
                  { value: "added", label: "Added to your prices" },
                ]}
              />
              <TextAreaField
                label={`Countries ${index + 1}`}
                {...fieldProps(countries)}
                hint="One line each, such as Germany or DE. Leave empty for every country."
              />
              <RowButtons
                form={form}
                list={field.name}
                index={index}
                count={rows.length}
                label={`tax ${index + 1}`}
                movable
                landing={landing === index && !added}
              />
            </div>
          );
        })}
        <AddRow
          form={form}
          list={field.name}
          row={{ name: "", percent: "", kind: "included", countries: "" }}
          label="Add tax"
          full={rows.length >= MAX_TAXES && `At most ${MAX_TAXES} taxes`}
          said={said}
        />
      </fieldset>
    </Card>
  );
}

interface IssuerCardProps {
  form: FormMetadata<Shape>;
  field: IssuerFields;
  title: string;
  country: string;
  lastResult?: SubmissionResult;
}

function IssuerCard({ form, field, title, country, lastResult }: IssuerCardProps) {
  const { name, address, email, taxLabel, taxId, bank } = field.getFieldset();
  const rows = bank.getFieldList();
  const box = useRef<HTMLFieldSetElement>(null);
  const said = useRows(
    box,
    rows.map((row) => row.key),
  );
  const landing = landingRow(lastResult, bank.name, rows.length);
  const added = (lastResult?.intent as { type?: string } | undefined)?.type === "insert";
  return (
    <Card title={title}>
      <div className="form">
        <TextField label="Name" {...fieldProps(name)} required autoComplete="off" />
        <TextAreaField label="Address" {...fieldProps(address)} required hint="As on an envelope, one line each" />
        <TextField label="Email" {...fieldProps(email)} required inputMode="email" autoComplete="off" />
        <div className="form-columns">
          <TextField label="Tax label" {...fieldProps(taxLabel)} autoComplete="off" hint="Such as EIN or GSTIN" />
          <TextField label="Tax ID" {...fieldProps(taxId)} autoComplete="off" hint="Printed after the label" />
        </div>
        <fieldset className="stack-small" ref={box}>
          <legend className="field-label">Bank details</legend>
          <p className="field-hint">Printed on invoices that are not paid yet, in this order</p>
          {rows.map((row, index) => {
            const { label, value } = row.getFieldset();
            return (
              <div key={row.key} className="settings-row" data-row>
                <TextField
                  label={`Label ${index + 1}`}
                  {...fieldProps(label)}
                  required
                  autoComplete="off"
                  autoFocus={landing === index && added}
                />
                <TextField label={`Value ${index + 1}`} {...fieldProps(value)} required autoComplete="off" />
                <RowButtons
                  form={form}
                  list={bank.name}
                  index={index}
                  count={rows.length}
                  label={`bank row ${index + 1}, ${country}`}
                  movable
                  landing={landing === index && !added}
                />
              </div>
            );
          })}
          <AddRow
            form={form}
            list={bank.name}
            row={{ label: "", value: "" }}
            label="Add row"
            full={rows.length >= MAX_BANK_ROWS && `At most ${MAX_BANK_ROWS} rows`}
            said={said}
          />
        </fieldset>
      </div>
    </Card>
  );
}
