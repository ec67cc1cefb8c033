import type { FormValues } from "./checkoutValues";

interface Address {
  address: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
  phoneNo: string;
  company: string;
  taxId: string;
}

/** Maps utm_source to the order's field utmSource. */
const fieldOf = (name: string) => name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());

/**
 * Initial values of the checkout form: the proposed ones, from the URL or the visit's campaign, then the profile, then
 * what the visitor typed before signing in.
 */
export function startingValues(
  { formName, campaign }: { formName: string | null; campaign: URLSearchParams | null },
  buyer: Address | null,
  draft: FormValues | null,
  checkoutKey: string,
  proposed: FormValues = {},
): FormValues {
  const values: FormValues = { ...proposed, checkoutKey };
  if (formName) values.formName = formName.slice(0, 200);
  for (const [name, value] of campaign ?? []) values[fieldOf(name)] = value;
  if (buyer) {
    for (const name of ["address", "city", "state", "zipCode", "country"] as const)
      if (buyer[name]) values[`billingAddress.${name}`] = buyer[name];
    for (const name of ["phoneNo", "company", "taxId"] as const) values[name] = buyer[name];
  }
  for (const [name, value] of Object.entries(draft ?? {})) if (value !== "") values[name] = value;
  return values;
}
