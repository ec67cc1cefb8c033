import { recurrenceText, type ServicePaymentType } from "~/domain/catalogue/serviceTypes";
import type { CheckoutService } from "~/domain/checkout/checkoutAnswers";
import { type PriceCoupon, type PricedOrder, priceOrder } from "~/domain/pricing/priceOrder";

type CheckoutPackage = CheckoutService["packages"][number];

/** The checkout form as flat text values, by field name: what a post, a draft or the page's own inputs hold. */
export type FormValues = Record<string, string>;

export const countName = (index: number) => `packageCounts[${index}].count`;
export const addOnName = (index: number) => `packageCounts[${index}].addOn`;
export const packageName = (index: number) => `packageCounts[${index}].packageId`;

/** A quantity as typed: empty and anything that is not digits count as 0 until the server says what is wrong. */
export const quantityOf = (text: string | undefined) => (/^\d{1,6}$/.test(text ?? "") ? Number(text) : 0);

/** The add-on of a package before anybody chose: its default one, if any (rules.md catalogue/add-ons). */
export const defaultAddOn = (one: CheckoutPackage) => one.addOns.find((addOn) => addOn.defaultOption)?.value ?? "";

/** Recurring when the service allows it. */
export function paymentTypeOf(service: Pick<CheckoutService, "paymentTypes">, values: FormValues): ServicePaymentType {
  const asked = service.paymentTypes.find((type) => type === values.paymentType);
  return asked ?? (service.paymentTypes.includes("SUBSCRIPTION") ? "SUBSCRIPTION" : "DIRECT");
}

/** The price of what the form says: the same pure rule that the server charges by. */
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

export const recurrenceOf = (service: Pick<CheckoutService, "orderDuration" | "frequency">) =>
  recurrenceText(service.orderDuration, service.frequency);

/** What was posted, under the names of the form's fields: `{ a: [{ b: "1" }] }` becomes `a[0].b`. */
function byFieldName(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one, index) => byFieldName(one, `${name}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => byFieldName(one, name ? `${name}.${key}` : key));
}

/**
 * The same choices where their packages stand now: staff may have taken one away since they were made, and what is chosen
 * must not become the next one's.
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
 * What a page starts with that came back without script. What was left empty is not in the answer: neither the profile's
 * address nor a package's default add-on may take its place.
 */
export const postedValues = (service: CheckoutService, posted: Record<string, unknown>): FormValues => ({
  ...Object.fromEntries(service.packages.map((_, index) => [addOnName(index), ""])),
  ...choicesAtPlace(service, Object.fromEntries(byFieldName(posted))),
});
