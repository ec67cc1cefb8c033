import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { invoiceCountryLabels } from "~/domain/invoices/printedInvoice";
import { ServiceInvoiceInput } from "~/domain/invoices/serviceInvoiceInput";
import { invoiceCountries } from "~/domain/ports/printer";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { DateField } from "~/ui/form/DateField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps, fieldProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

interface ServiceInvoiceFormProps {
  service: { id: string; name: string };
  /** How many packages stand on the invoice, and what they cost together in cents. */
  packages: number;
  total: number;
  lastResult?: SubmissionResult;
}

const countries = invoiceCountries.map((value) => ({ value, label: invoiceCountryLabels[value] }));

/** Who an invoice of a service is for; the PDF opens in a new window. */
export function ServiceInvoiceForm({ service, packages, total, lastResult }: ServiceInvoiceFormProps) {
  const [form, fields] = useForm({
    id: "invoice",
    lastResult,
    defaultValue: { serviceId: service.id },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, ServiceInvoiceInput),
  });
  const required = [
    { label: "Invoice Number", ...fieldProps(fields.invoiceNo) },
    { label: "Due Date", ...choiceProps(fields.dueDate) },
    { label: "Name", ...fieldProps(fields.name) },
    { label: "Email", ...fieldProps(fields.email) },
    { label: "Invoice Country", ...choiceProps(fields.invoiceCountry) },
  ];
  return (
    <Form
      method="post"
      action={paths.serviceInvoice(service.id)}
      className="form"
      // A document of its own in a window of its own: nothing for the router.
      reloadDocument
      target="_blank"
      {...getFormProps(form)}
    >
      <p>
        {service.name}: {packages} {packages === 1 ? "package" : "packages"}, {formatCents(total)} in all.
      </p>
      <FormErrors errors={form.errors} fields={required} />
      <input type="hidden" name="serviceId" value={service.id} />
      <div className="form-columns">
        <TextField label="Invoice Number" autoComplete="off" {...fieldProps(fields.invoiceNo)} required />
        <DateField label="Due Date" {...choiceProps(fields.dueDate)} required />
      </div>
      <div className="form-columns">
        <TextField label="Name" autoComplete="off" {...fieldProps(fields.name)} required />
        <TextField label="Email" autoComplete="off" inputMode="email" {...fieldProps(fields.email)} required />
      </div>
      <TextField label="Address" autoComplete="off" {...fieldProps(fields.address)} />
      <div className="form-columns">
        <TextField label="City" autoComplete="off" {...fieldProps(fields.city)} />
        <TextField label="State/Province/Region" autoComplete="off" {...fieldProps(fields.state)} />
      </div>
      <div className="form-columns">
        <TextField label="Postal/Zip Code" autoComplete="off" {...fieldProps(fields.zipCode)} />
        <TextField label="Country" autoComplete="off" {...fieldProps(fields.country)} />
      </div>
      <SelectField
        label="Invoice Country"
        hint="Sets the issuer and bank details on the invoice"
        emptyLabel="Choose a country"
        options={countries}
        {...choiceProps(fields.invoiceCountry)}
        required
      />
      <div className="form-actions">
        <LinkButton to={paths.services()}>Cancel</LinkButton>
        <SubmitButton>Generate</SubmitButton>
      </div>
    </Form>
  );
}
