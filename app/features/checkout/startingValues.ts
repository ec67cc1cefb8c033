import type { FormValues } from "./checkoutValues";

interface Address {
  address: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
  phoneNo: string;
}

/** Maps utm_* and Form-Name of the URL to the order's fields. */
const source: Record<string, string> = {
  utm_source: "utmSource",
  utm_campaign: "utmCampaign",
  utm_medium: "utmMedium",
  utm_content: "utmContent",
  utm_term: "utmTerm",
  utm_channel: "utmChannel",
  "Form-Name": "formName",
};

/**
 * Initial values of the checkout form: the proposed ones, from the URL, then the profile, then what the visitor typed
 * before signing in.
 */
export function startingValues(
  search: URLSearchParams,
  buyer: Address | null,
  draft: FormValues | null,
  checkoutKey: string,
  proposed: FormValues = {},
): FormValues {
  const values: FormValues = { ...proposed, checkoutKey };
  for (const [query, name] of Object.entries(source)) {
    const value = search.get(query);
    if (value) values[name] = value.slice(0, 200);
  }
  if (buyer) {
    for (const name of ["address", "city", "state", "zipCode", "country"] as const)
      if (buyer[name]) values[`billingAddress.${name}`] = buyer[name];
    values.phoneNo = buyer.phoneNo;
  }
  for (const [name, value] of Object.entries(draft ?? {})) if (value !== "") values[name] = value;
  return values;
}
