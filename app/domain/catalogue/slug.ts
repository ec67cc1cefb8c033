import { z } from "zod";

/** Of a name. A number or an id may follow. */
const MAX_NAMED = 60;
const MAX_SLUG = 100;

/** The letters and digits of a name with dashes between them: 'DA 30+' is 'da-30'. Empty for a name without any. */
export const slugOf = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_NAMED)
    .replace(/^-|-$/g, "");

/** A slug that staff or a program chose. Empty: one is made from the name. */
export const slugField = z
  .string()
  .trim()
  .max(MAX_SLUG, `The address is at most ${MAX_SLUG} characters`)
  .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, "Use small letters, digits and single dashes")
  .default("");

/** The slug of each package of a service in their order. Equal ones are numbered. */
export function packageSlugs(packages: readonly { name: string }[]): string[] {
  const taken = new Set<string>();
  return packages.map(({ name }) => {
    const base = slugOf(name) || "package";
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
    taken.add(slug);
    return slug;
  });
}
