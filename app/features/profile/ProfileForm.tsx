import { getFormProps, useForm } from "@conform-to/react";
import type { z } from "zod";
import type { ProfileInput } from "~/domain/accounts/accountInputs";
import type { OwnProfile } from "~/domain/accounts/ownProfile";
import { readableEmail } from "~/format/readableEmail";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps, fieldProps } from "~/ui/form/fieldProps";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { useLazyValidation } from "~/ui/form/useLazyValidation";

interface ProfileFormProps {
  profile: OwnProfile;
  countries: readonly string[];
  version: number;
  answer?: FormAnswer;
  onPost(): void;
}

/** Name and billing address. */
export function ProfileForm({ profile, countries, version, answer, onPost }: ProfileFormProps) {
  const { onValidate, onFocus } = useLazyValidation(async () => (await import("./profileRules")).profileRules);
  const staff = profile.role === "ADMIN";
  const stored = {
    firstName: profile.firstName,
    lastName: profile.lastName,
    address: profile.address,
    city: profile.city,
    country: profile.country,
    state: profile.state,
    zipCode: profile.zipCode,
    phoneNo: profile.phoneNo,
    company: profile.company,
    taxId: profile.taxId,
  };
  const [form, fields] = useForm<z.input<typeof ProfileInput>>({
    id: "profile",
    lastResult: answer?.result,
    defaultValue: stored,
    shouldRevalidate: "onInput",
    onValidate,
    onSubmit: onPost,
  });
  const named = profile.country && !countries.includes(profile.country) ? [profile.country, ...countries] : countries;
  const labelled = [
    { label: "First name", ...fieldProps(fields.firstName) },
    { label: "Last name", ...fieldProps(fields.lastName) },
    { label: "Address", ...fieldProps(fields.address) },
    { label: "City", ...fieldProps(fields.city) },
    { label: "Country", ...fieldProps(fields.country) },
    { label: "State/Province/Region", ...fieldProps(fields.state) },
    { label: "Postal/Zip Code", ...fieldProps(fields.zipCode) },
    { label: "Phone", ...fieldProps(fields.phoneNo) },
    ...(staff
      ? []
      : [
          { label: "Company", ...fieldProps(fields.company) },
          { label: "Tax id", ...fieldProps(fields.taxId) },
        ]),
  ];

  return (
    <Form
      method="post"
      action={`${paths.profile()}?intent=details`}
      className="form"
      preventScrollReset
      onFocus={onFocus}
      {...getFormProps(form)}
    >
      <DefaultSubmit />
      <div role="alert" className="alert-slot">
        <FormErrors id="profile-errors" errors={form.errors} fields={labelled} />
      </div>
      <StaleFields lastResult={answer?.result} stored={stored} version={profile.version} fields={labelled} />
      <input type="hidden" name="version" value={String(answer?.result?.initialValue?.version ?? version)} />
      <Card title="Your account">
        <div className="form">
          <TextField
            label="Email"
            name="email"
            id="profile-email"
            type="email"
            defaultValue={readableEmail(profile.email)}
            readOnly
          />
          <div className="form-columns">
            <TextField label="First name" autoComplete="given-name" {...fieldProps(fields.firstName)} required />
            <TextField label="Last name" autoComplete="family-name" {...fieldProps(fields.lastName)} required />
          </div>
          <div className="form-actions">
            <SubmitButton name="section" value="name" variant="outline" pendingText="Saving">
              Save name
            </SubmitButton>
          </div>
        </div>
      </Card>
      <Card title="Billing address">
        <div className="form">
          <TextField label="Address" autoComplete="street-address" {...fieldProps(fields.address)} required />
          <div className="form-columns">
            <TextField label="City" autoComplete="address-level2" {...fieldProps(fields.city)} required />
            <SelectField
              label="Country"
              autoComplete="country-name"
              emptyLabel="Choose a country"
              options={named.map((name) => ({ value: name, label: name }))}
              {...choiceProps(fields.country)}
              required
            />
            <TextField label="State/Province/Region" autoComplete="address-level1" {...fieldProps(fields.state)} />
            <TextField label="Postal/Zip Code" autoComplete="postal-code" {...fieldProps(fields.zipCode)} required />
          </div>
          <TextField label="Phone" type="tel" autoComplete="tel" {...fieldProps(fields.phoneNo)} required />
          {staff ? null : (
            <div className="form-columns">
              <TextField
                label="Company"
                autoComplete="organization"
                hint="Optional. Printed on your invoices"
                {...fieldProps(fields.company)}
              />
              <TextField
                label="Tax id"
                autoComplete="off"
                hint="Optional, such as a VAT number"
                {...fieldProps(fields.taxId)}
              />
            </div>
          )}
        </div>
      </Card>
      <div className="form-actions">
        <SubmitButton pendingText="Saving">Save Changes</SubmitButton>
      </div>
    </Form>
  );
}
