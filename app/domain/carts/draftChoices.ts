import { numberOf } from "~/format/readNumber";

/** What a saved checkout form chooses: packages with counts above 0, in their order, and whether it has a list. */
export function draftChoices(form: Readonly<Record<string, string | string[]>>) {
  const packages = Object.entries(form).flatMap(([name, packageId]) => {
    const [, index] = /^packageCounts\[(\d{1,3})\]\.packageId$/.exec(name) ?? [];
    const typed = form[`packageCounts[${index}].count`];
    const count = (typeof typed === "string" && numberOf(typed, "whole")) || 0;
    return typeof packageId === "string" && Number.isSafeInteger(count) && count > 0 ? [{ packageId, count }] : [];
  });
  return { packages, hasList: Boolean(form.sheet) };
}
