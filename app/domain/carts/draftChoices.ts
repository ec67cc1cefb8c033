/** What a saved checkout form chooses: packages with counts above 0, in their order, and whether it has a list. */
export function draftChoices(form: Readonly<Record<string, string | string[]>>) {
  const packages = Object.entries(form).flatMap(([name, packageId]) => {
    const [, index] = /^packageCounts\[(\d{1,3})\]\.packageId$/.exec(name) ?? [];
    const count = index === undefined ? 0 : Number(form[`packageCounts[${index}].count`]);
    return typeof packageId === "string" && Number.isSafeInteger(count) && count > 0 ? [{ packageId, count }] : [];
  });
  return { packages, hasList: Boolean(form.sheet) };
}
