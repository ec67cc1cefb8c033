import { type LinkDetails, linkFields } from "../placements/linkFields";
import type { Role } from "../roles";
import type { EntryItem } from "./orderParts";

interface Link extends LinkDetails {
  id: string;
  version: number;
}

/** What the client wrote for the work on a link, among the answers before the payment. */
export const BRIEF = { id: "brief", name: "Notes" } as const;

/** A link's details as the answers of a project entry. */
export const linkAnswers = (details: LinkDetails): EntryItem[] =>
  linkFields.map(({ id, name }, sequence) => ({
    id,
    name,
    itemType: "TEXT",
    mandatory: id === "targetUrl",
    placeHolder: "",
    helpText: "",
    sequence,
    value: details[id],
  }));

/** One value of `projectPackageData` per link, in the order's sequence (rules.md placements/project-data). */
export const linkEntries = (links: readonly Link[]) =>
  links.map((link) => ({ id: link.id, role: "CUSTOMER" as Role, version: link.version, items: linkAnswers(link) }));
