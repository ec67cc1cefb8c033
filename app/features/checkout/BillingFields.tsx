import type { ReactNode } from "react";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";
import type { FormValues } from "./checkoutValues";

interface BillingFieldsProps {
  values: FormValues;
  /** What the fields hold now. */
  typed: FormValues;
  countries: readonly string[];
  /** What an address has in each of them, in its order: "csz" or "zc". */
  addressOrders: readonly string[];
  errorsOf(name: string): string[] | undefined;
}

const EVERY_PART = "csz";
const STATE = "billingAddress.state";

/**
 * The checkout's billing address: the country first, then what an address there has, in its order (rules.md
 * checkout/billing-address). State and phone are optional. A state that is filled in stays.
 */
export function BillingFields({ values, typed, countries, addressOrders, errorsOf }: BillingFieldsProps) {
  const field = (name: string) => ({ name, id: name, defaultValue: values[name] ?? "", errors: errorsOf(name) });
  const order = addressOrders[countries.indexOf(typed["billingAddress.country"] ?? "")] ?? EVERY_PART;
  const shown = typed[STATE] || errorsOf(STATE) ? `${order}s` : order;
  const fields: Record<string, ReactNode> = {
    c: (
      <TextField
        key="city"
        label="City"
        autoComplete="billing address-level2"
        required
        {...field("billingAddress.city")}
      />
    ),
    s: <TextField key="state" label="State/Province/Region" autoComplete="billing address-level1" {...field(STATE)} />,
    z: (
      <TextField
        key="zipCode"
        label="Postal/Zip Code"
        autoComplete="billing postal-code"
        required
        {...field("billingAddress.zipCode")}
      />
    ),
  };
  return (
    <div className="billing">
      <SelectField
        label="Country"
        autoComplete="billing country-name"
        required
        emptyLabel="Choose a country"
        options={countries.map((name) => ({ value: name, label: name }))}
        {...field("billingAddress.country")}
      />
      <TextField label="Address" autoComplete="billing street-address" required {...field("billingAddress.address")} />
      {[...new Set(shown)].map((part) => fields[part])}
      <TextField label="Phone" type="tel" autoComplete="billing tel" {...field("phoneNo")} />
      <details
        className="fold"
        open={[values.company, values.taxId].some(Boolean) || ["company", "taxId"].some(errorsOf) || undefined}
      >
        <summary>
          <Icon name="chevron-right" size={14} />
          Buying for a company
        </summary>
        <div className="stack">
          <TextField label="Company" autoComplete="billing organization" {...field("company")} />
          <TextField label="Tax id" autoComplete="off" hint="Such as a VAT number" {...field("taxId")} />
        </div>
      </details>
    </div>
  );
}
