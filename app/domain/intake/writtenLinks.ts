import type { CheckoutIntakeField } from "../catalogue/checkoutService";
import { Invalid, staleRecord } from "../errors";
import type { LinkDetails } from "../placements/linkFields";
import { LinkDetailsInput } from "../placements/placementInput";
import type { StoredPlacement } from "../placements/storedPlacements";
import type { FilledIn } from "./fillInLinks";
import { linkDetailsIn } from "./prefilledLinks";
import type { ProjectPackages } from "./projectDetailsInput";

const FIELD = "projectPackageData";
type Values = ProjectPackages[number]["values"];
type Fields = readonly Pick<CheckoutIntakeField, "id" | "name">[];

/**
 * The details of a link among posted answers, which name the intake field, or the detail itself (rules.md
 * placements/project-data). Throws Invalid for details that no link can have.
 */
export function writtenDetails(items: Values[number]["items"], fields: Fields): Partial<LinkDetails> {
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  const named = items.map(({ id, name, value }) => ({ id, name: name ?? names.get(id), value }));
  const details = LinkDetailsInput.safeParse(linkDetailsIn(named));
  if (!details.success) throw new Invalid(details.error.issues[0]?.message ?? "", FIELD);
  const { targetUrl, anchorText, clientReference } = details.data;
  return Object.fromEntries(
    Object.entries({ targetUrl, anchorText, clientReference }).filter(([, value]) => value !== undefined),
  );
}

/**
 * Pairs the posted values of a tracked package with its links: by id, else with the link that has these details
 * already, else with the next link without a page. Throws Invalid for an unknown id and for more values than links,
 * Conflict for a stale version.
 */
export function writtenLinks(
  values: Values,
  links: readonly StoredPlacement[],
  { fields, packageName }: { fields: Fields; packageName: string },
): FilledIn[] {
  const free = new Set(links);
  const take = (link: StoredPlacement | undefined) => {
    if (link) free.delete(link);
    return link;
  };
  const written = values.map(({ id, version, items }) => ({ id, version, details: writtenDetails(items, fields) }));
  const byId = written.map(({ id, version }) => {
    if (!id) return undefined;
    const link = take([...free].find((one) => one.id === id));
    if (!link) throw new Invalid("This link is not part of the order", FIELD);
    if (version !== undefined && version !== link.version) throw staleRecord();
    return link;
  });
  const isLike = (link: StoredPlacement, details: Partial<LinkDetails>) =>
    Object.entries(details).every(([field, value]) => link[field as keyof LinkDetails] === value);
  return written.flatMap(({ id, details }, index) => {
    if (!id && !Object.values(details).some(Boolean)) return [];
    const open = [...free];
    const placement =
      byId[index] ??
      take(open.find((link) => link.state !== "needs_input" && isLike(link, details))) ??
      take(open.find(({ state }) => state === "needs_input"));
    if (!placement)
      throw new Invalid(`${packageName} has ${links.length} links, and all of them have a page already`, FIELD);
    return [{ placement, details }];
  });
}
