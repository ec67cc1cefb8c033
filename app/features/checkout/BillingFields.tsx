import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import type { FormValues } from "./checkoutValues";

interface BillingFieldsProps {
  values: FormValues;
  countries: readonly string[];
  errorsOf(name: string): string[] | undefined;
}

/** The checkout's billing address. State and phone are optional. */
export function BillingFields({ values, countries, errorsOf }: BillingFieldsProps) {
  const field = (name: string) => ({ name, id: name, defaultValue: values[name] ?? "", errors: errorsOf(name) });
  return (
    <div className="billing">
      <TextField label="Address" autoComplete="billing street-address" required {...field("billingAddress.address")} />
      <TextField label="City" autoComplete="billing address-level2" required {...field("billingAddress.city")} />
      <SelectField
        label="Country"
        autoComplete="billing country-name"
        required
        emptyLabel="Choose a country"
        options={countries.map((name) => ({ value: name, label: name }))}
        {...field("billingAddress.country")}
      />
      <TextField
        label="State/Province/Region"
        autoComplete="billing address-level1"
        {...field("billingAddress.state")}
      />
      <TextField
        label="Postal/Zip Code"
        autoComplete="billing postal-code"
        required
        {...field("billingAddress.zipCode")}
      />
      <TextField label="Phone" type="tel" autoComplete="billing tel" {...field("phoneNo")} />
    </div>
  );
}
