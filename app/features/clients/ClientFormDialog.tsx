import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { ClientFormInput } from "~/domain/clients/clientInputs";
import type { StoredClient } from "~/domain/clients/storedClient";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps, fieldProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

type Contact =
  | "firstName"
  | "lastName"
  | "company"
  | "taxId"
  | "phoneNo"
  | "address"
  | "city"
  | "state"
  | "zipCode"
  | "country";

interface ClientFormDialogProps {
  client: Pick<StoredClient, Contact | "id" | "version" | "email">;
  countries: readonly string[];
  lastResult?: SubmissionResult;
}

/** Contact and address of a client. The e-mail address is what they sign in with, and theirs to keep. */
export function ClientFormDialog({ client, countries, lastResult }: ClientFormDialogProps) {
  const back = paths.client(client.id);
  const [form, fields] = useForm({
    id: "client",
    lastResult: lastResult as SubmissionResult<string[]> | undefined,
    shouldRevalidate: "onInput",
    defaultValue: client,
    onValidate: ({ formData }) => parseForm(formData, ClientFormInput),
  });
  const named = [
    { label: "First name", ...fieldProps(fields.firstName) },
    { label: "Last name", ...fieldProps(fields.lastName) },
    { label: "Company", ...fieldProps(fields.company) },
    { label: "Tax id", ...fieldProps(fields.taxId) },
    { label: "Phone", ...fieldProps(fields.phoneNo) },
    { label: "Address", ...fieldProps(fields.address) },
    { label: "City", ...fieldProps(fields.city) },
    { label: "State/Province/Region", ...fieldProps(fields.state) },
    { label: "Postal/Zip Code", ...fieldProps(fields.zipCode) },
    { label: "Country", ...choiceProps(fields.country) },
  ];
  const known = client.country && !countries.includes(client.country) ? [client.country, ...countries] : countries;
  return (
    <RouteDialog title="Edit client" closeHref={back} wide>
      <Form
        method="post"
        action={paths.clientEdit(client.id)}
        className="form"
        preventScrollReset
        {...getFormProps(form)}
      >
        <FormErrors errors={form.errors} fields={named} />
        <StaleFields lastResult={lastResult} stored={client} version={client.version} fields={named} />
        <input type="hidden" name="version" value={fields.version.initialValue ?? client.version} />
        <div className="client-columns">
          <TextField label="First name" {...fieldProps(fields.firstName)} required autoComplete="off" />
          <TextField label="Last name" {...fieldProps(fields.lastName)} required autoComplete="off" />
          <TextField label="Company" {...fieldProps(fields.company)} autoComplete="off" />
          <TextField label="Tax id" {...fieldProps(fields.taxId)} autoComplete="off" />
          <TextField label="Phone" type="tel" {...fieldProps(fields.phoneNo)} autoComplete="off" />
          <TextField label="Address" {...fieldProps(fields.address)} autoComplete="off" />
          <TextField label="City" {...fieldProps(fields.city)} autoComplete="off" />
          <TextField label="State/Province/Region" {...fieldProps(fields.state)} autoComplete="off" />
          <TextField label="Postal/Zip Code" {...fieldProps(fields.zipCode)} autoComplete="off" />
          <SelectField
            label="Country"
            {...choiceProps(fields.country)}
            emptyLabel="None"
            options={known.map((name) => ({ value: name, label: name }))}
          />
        </div>
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
