import { z } from "zod";
import { MAX_PLACEMENTS } from "../catalogue/tracking";

const id = z.string().min(1).max(64);
export const MAX_ANSWER = 20_000;
/** Entries of a package that is not tracked. */
export const MAX_ENTRIES = 50;

/**
 * `id` is the intake field's; of a tracked package also `targetUrl`, `anchorText` or `clientReference`, or a `name`
 * such as 'Target URL'. Files are `/files/` addresses; a list only where the field allows several.
 */
const ProjectAnswer = z.object({
  id: z.string().max(64).default(""),
  name: z.string().max(200).optional(),
  value: z.union([z.string().max(MAX_ANSWER), z.array(z.string().max(300)).max(20)]),
});

/**
 * One filled-in form of a package. `id` names an existing entry to change; `version` is its optimistic lock, if sent.
 */
export const ProjectValue = z.object({
  id: id.optional(),
  version: z.number().int().min(1).optional(),
  items: z.array(ProjectAnswer).max(100),
});

/** 'projectPackageData' in the API. Names, types and the writer's role come from the stored service and the actor. */
export const ProjectPackages = z
  .array(z.object({ packageId: id, values: z.array(ProjectValue).max(MAX_PLACEMENTS) }))
  .max(100);

export const ProjectDetailsInput = z.object({
  /** The order's system id. */
  orderId: id,
  fileUploadUrl: z.string().trim().max(300).optional(),
  projectPackageData: ProjectPackages.default([]),
});

export type ProjectPackages = z.infer<typeof ProjectPackages>;
export type ProjectDetailsInput = z.infer<typeof ProjectDetailsInput>;
