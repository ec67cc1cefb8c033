import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import { packageSlugs, slugOf } from "~/domain/catalogue/slug";
import { numberOf } from "~/format/readNumber";
import { paths } from "~/paths";

export type LinkService = Pick<CheckoutService, "id" | "name" | "paymentTypes"> & {
  packages: readonly Pick<CheckoutService["packages"][number], "id" | "name" | "addOns">[];
};

/** The builder's field for the quantity of a package, by its slug. */
export const linkCountName = (slug: string) => `count.${slug}`;

/** Values of the address that the builder takes over as they were typed. */
export const linkTexts = ["coupon", "utm_source", "utm_medium", "utm_campaign"] as const;

const MAX_UNITS = 100_000;
const countOf = (text: string) => numberOf(text, "whole") ?? Number.NaN;
const isCount = (count: number) => Number.isInteger(count) && count >= 0 && count <= MAX_UNITS;
export const WHOLE_COUNT = `Enter a whole number up to ${MAX_UNITS.toLocaleString("en-US")}`;

/** Messages of the builder's fields by name. */
export const linkErrors = (values: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) =>
      name.startsWith("count.") && text.trim() !== "" && !isCount(countOf(text)) ? [[name, [WHOLE_COUNT]]] : [],
    ),
  );

/** The path of the checkout that the builder's values choose, in the words that the checkout reads. */
export function checkoutLink(service: LinkService, values: Readonly<Record<string, string | undefined>>): string {
  const slugs = packageSlugs(service.packages);
  const packages = slugs.flatMap((name) => {
    const count = countOf(values[linkCountName(name)] ?? "");
    return isCount(count) && count > 0 ? [{ name, count }] : [];
  });
  const addOn = addOnNames(service).find((name) => name === values.addOn);
  const type = linkTypes.find(({ value }) => value === values.type)?.value;
  const texts = linkTexts.map((name) => [name, values[name]?.trim().slice(0, 200)] as const);
  return paths.checkoutWith(service.id, {
    packages,
    ...(addOn ? { addOn: slugOf(addOn) || addOn } : {}),
    ...(type ? { type } : {}),
    ...Object.fromEntries(texts),
    ref: values.ref?.trim().slice(0, 60),
  });
}

export const addOnNames = ({ packages }: LinkService): string[] => [
  ...new Set(packages.flatMap(({ addOns }) => addOns.map(({ value }) => value))),
];

export const linkTypes = [
  { value: "one-time", label: "One-time", type: "DIRECT" },
  { value: "recurring", label: "Recurring", type: "SUBSCRIPTION" },
] as const;
