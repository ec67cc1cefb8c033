import { type ComponentProps, useState } from "react";
import { BillingFields } from "./BillingFields";

const name = (field: string) => `billingAddress.${field}`;
const required = ["address", "city", "country", "zipCode"].map(name);
const shown = ["address", "city", "state", "zipCode", "country"].map(name);

/**
 * 'Billing Address': one line with a way to change it when the address is known, else the fields.
 */
export function BillingSection(props: ComponentProps<typeof BillingFields>) {
  const { values, typed, errorsOf } = props;
  // Decided once, because the fields hold what the buyer types.
  const [known] = useState(() => required.every((field) => values[field]));
  if (!known)
    return (
      <section className="card">
        <h2>Billing Address</h2>
        <BillingFields {...props} />
      </section>
    );
  const wrong = [...shown, "phoneNo", "company", "taxId"].some((field) => errorsOf(field));
  return (
    <details className="card known-address" open={wrong || undefined}>
      <summary>
        <h2>Billing Address</h2>
        <span>{shown.flatMap((field) => typed[field] || []).join(", ")}</span>
        <span className="button button-outline button-1">Change</span>
      </summary>
      <BillingFields {...props} />
    </details>
  );
}
