import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import { recurrenceText, type ServicePaymentType } from "~/domain/catalogue/serviceTypes";
import { type PriceCoupon, type PricedOrder, priceOrder } from "~/domain/pricing/priceOrder";
import { numberOf } from "~/format/readNumber";

type CheckoutPackage = CheckoutService["packages"][number];

/** The checkout form as flat text values by field name, from a post, a draft or the page's inputs. */
export type FormValues = Record<string, string>;

export const countName = (index: number) => `packageCounts[${index}].count`;
export const addOnName = (index: number) => `packageCounts[${index}].addOn`;
export const packageName = (index: number) => `packageCounts[${index}].packageId`;

/** A typed quantity. Empty or non-numeric text counts as 0 until the server reports the error. */
export function quantityOf(text: string | undefined): number {
  const count = numberOf(text ?? "", "whole") ?? 0;
  return Number.isInteger(count) && count > 0 && count < 1_000_000 ? count : 0;
}

/** The preselected add-on of a package: its default one, if any (rules.md catalogue/add-ons). */
export const defaultAddOn = (one: CheckoutPackage) => one.addOns.find((addOn) => addOn.defaultOption)?.value ?? "";

/** Prefers a subscription when the service allows it. */
export function paymentTypeOf(service: Pick<CheckoutService, "paymentTypes">, values: FormValues): ServicePaymentType {
  const asked = service.paymentTypes.find((type) => type === values.paymentType);
  return asked ?? (service.paymentTypes.includes("SUBSCRIPTION") ? "SUBSCRIPTION" : "DIRECT");
}

/** Prices the form with the same pure function that the server charges by. */
export function priceForm(
  service: Pick<CheckoutService, "packages">,
  values: FormValues,
  coupon: PriceCoupon | null = null,
): PricedOrder<CheckoutPackage> {
  return priceOrder(
    service.packages.map((one, index) => {
      const addOn = values[addOnName(index)] ?? defaultAddOn(one);
      return {
        package: one,
        quantity: Math.min(quantityOf(values[countName(index)]), 100_000),
        addOn: one.addOns.some((known) => known.value === addOn) ? addOn : null,
      };
    }),
    coupon,
  );
}

/** Several tracked links can start over weeks (rules.md placements/drip). */
export const startsGradually = ({ lines }: Pick<PricedOrder<CheckoutPackage>, "lines">) =>
  lines.reduce((units, line) => units + (line.package.tracking.tracked ? line.quantity : 0), 0) > 1;

/** Links can be ordered by list (rules.md preflight/order). */
export const tracksLinks = ({ packages }: Pick<CheckoutService, "packages">) =>
  packages.some(({ tracking }) => tracking.tracked);

export const recurrenceOf = (service: Pick<CheckoutService, "orderDuration" | "frequency">) =>
  recurrenceText(service.orderDuration, service.frequency);

/** Flattens posted values to field names: `{ a: [{ b: "1" }] }` becomes `a[0].b`. */
function byFieldName(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one, index) => byFieldName(one, `${name}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => byFieldName(one, name ? `${name}.${key}` : key));
}

/**
 * Moves selections to the current index of their package. Staff may have removed a package in between, and its
 * selection must not pass to the next one.
 */
export const choicesAtPlace = (service: Pick<CheckoutService, "packages">, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const [, before, field] = /^packageCounts\[(\d{1,3})\]\.(.+)$/.exec(name) ?? [];
      if (!field) return [[name, value]];
      const now = service.packages.findIndex(({ id }) => id === values[packageName(Number(before))]);
      return now < 0 ? [] : [[`packageCounts[${now}].${field}`, value]];
    }),
  );

/**
 * Initial values after a post without script. Posted data lacks empty fields, so neither the profile's address nor a
 * default add-on may fill them.
 */
export const postedValues = (
  service: Pick<CheckoutService, "packages">,
  posted: Record<string, unknown>,
): FormValues => ({
  ...Object.fromEntries(service.packages.map((_, index) => [addOnName(index), ""])),
  ...choicesAtPlace(service, Object.fromEntries(byFieldName(posted))),
});

/** The values that choose the lines of an earlier order, as far as the service still has them. */
export function valuesOfSelection(
  service: Pick<CheckoutService, "packages">,
  {
    paymentType,
    items,
  }: { paymentType: string; items: { packageId: string; quantity: number; addOn: string | null }[] },
): FormValues {
  const values: FormValues = { paymentType };
  for (const [index, one] of service.packages.entries()) {
    const item = items.find(({ packageId }) => packageId === one.id);
    if (!item) continue;
    values[countName(index)] = String(item.quantity);
    values[addOnName(index)] = one.addOns.some(({ value }) => value === item.addOn) ? (item.addOn ?? "") : "";
  }
  return values;
}
