import { z } from "zod";
import { line } from "../textFields";
import { isPublicWebAddress } from "../webAddress";
import { MAX_ANCHOR, MAX_REFERENCE } from "./linkFields";
import { placementStates } from "./placementStates";

const id = z.string().min(1).max(64);
export const NOT_AN_ADDRESS = "Enter a web address that starts with http:// or https://";

/** An empty address means: not given. */
const address = z
  .string()
  .trim()
  .refine((text) => text === "" || isPublicWebAddress(text), NOT_AN_ADDRESS);

/** What clients and staff write about a link. Absent fields stay unchanged. */
export const LinkDetailsInput = z.object({
  targetUrl: address.optional(),
  /** The client leaves the choice of the page to the agency. */
  agencyChooses: z.boolean().optional(),
  anchorText: line(MAX_ANCHOR, `The anchor text has at most ${MAX_ANCHOR} characters`).optional(),
  clientReference: line(MAX_REFERENCE, `The reference has at most ${MAX_REFERENCE} characters`).optional(),
  /** Markdown, or HTML from the API. */
  brief: z.string().max(20_000, "The brief has at most 20,000 characters").optional(),
});
export type LinkDetailsInput = z.output<typeof LinkDetailsInput>;

/** One link with what staff plan. The operation ignores the staff's fields when a client sends them. */
export const PlacementInput = LinkDetailsInput.extend({
  id,
  version: z.number().int().min(1).optional(),
  assignedToId: id.nullable().optional(),
  /** ms UTC. */
  dueAt: z.number().int().nullable().optional(),
  startsOn: z.number().int().nullable().optional(),
  staffNote: z.string().max(20_000, "The note has at most 20,000 characters").optional(),
});
export type PlacementInput = z.output<typeof PlacementInput>;

/** The same plan for many links. Absent fields stay unchanged. */
export const BulkPlacementsInput = z.object({
  ids: z.array(id).min(1, "Choose at least one link").max(1000, "Choose at most 1,000 links"),
  set: z.object({
    assignedToId: id.nullable().optional(),
    state: z.enum(placementStates).optional(),
    dueAt: z.number().int().optional(),
    startsOn: z.number().int().nullable().optional(),
  }),
});
export type BulkPlacementsInput = z.output<typeof BulkPlacementsInput>;
