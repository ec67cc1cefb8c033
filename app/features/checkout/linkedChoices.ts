import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import type { ServicePaymentType } from "~/domain/catalogue/serviceTypes";
import { packageSlugs, slugOf } from "~/domain/catalogue/slug";
import { addOnName, countName, type FormValues, quantityOf } from "./checkoutValues";

const MAX_PACKAGES = 50;
const MAX_UNITS = 100_000;
const paymentTypes: Readonly<Record<string, ServicePaymentType>> = {
  "one-time": "DIRECT",
  recurring: "SUBSCRIPTION",
};

interface LinkedChoices {
  values: FormValues;
  /** Values of the address that this service has nothing for, as the page names them. */
  ignored: string[];
}

/**
 * What the address of a checkout chooses: `packages=da-30:5,da-50:2`, `addOn` and `type` (rules.md shop/link-values).
 * `earlier` names packages of an order that is placed again and that may no longer be sold.
 */
export function linkedChoices(
  service: Pick<CheckoutService, "packages" | "paymentTypes">,
  search: URLSearchParams,
  earlier: readonly { packageId: string; packageName: string }[] = [],
): LinkedChoices {
  const { packages } = service;
  const values: FormValues = {};
  const ignored: string[] = [];
  const ignore = (what: string, value: string) => ignored.push(`${what} “${value.slice(0, 60)}”`);

  const slugs = packageSlugs(packages);
  const chosen = new Set<number>();
  for (const part of (search.get("packages") ?? "").split(",").slice(0, MAX_PACKAGES)) {
    const [name = "", count = "1"] = part.split(":").map((text) => text.trim());
    if (!part.trim()) continue;
    const index = packages.findIndex(({ id }, at) => id === name || slugs[at] === name.toLowerCase());
    const quantity = quantityOf(count);
    if (index < 0) ignore("package", earlier.find(({ packageId }) => packageId === name)?.packageName ?? name);
    else if (quantity < 1 || quantity > MAX_UNITS) ignore("quantity", count);
    else {
      values[countName(index)] = String(quantity);
      chosen.add(index);
    }
  }
  // Packages that the link does not name are not bought, whatever a draft says.
  if (chosen.size > 0) for (const index of packages.keys()) values[countName(index)] ??= "0";

  const addOn = search.get("addOn");
  if (addOn) {
    const found = packages.flatMap((one, index) => {
      if (chosen.size > 0 && !chosen.has(index)) return [];
      const match = one.addOns.find(({ value }) => value === addOn || slugOf(value) === addOn.toLowerCase());
      return match ? [[addOnName(index), match.value] as const] : [];
    });
    Object.assign(values, Object.fromEntries(found));
    if (found.length === 0) ignore("add-on", addOn);
  }

  const type = search.get("type");
  const paymentType = type === null ? undefined : paymentTypes[type.toLowerCase()];
  if (paymentType && service.paymentTypes.includes(paymentType)) values.paymentType = paymentType;
  else if (type) ignore("payment type", type);
  return { values, ignored };
}

/** A service with a single package is bought once unless the buyer says otherwise. */
export const proposedQuantity = ({ packages }: Pick<CheckoutService, "packages">): FormValues =>
  packages.length === 1 ? { [countName(0)]: "1" } : {};

/** The sentence on the page about values that were ignored, or null. */
export const ignoredText = (ignored: readonly string[]) =>
  ignored.length === 0
    ? null
    : `This link has values that we could not use: ${ignored.slice(0, 5).join(", ")}. Please check your selection.`;
