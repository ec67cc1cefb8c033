import { z } from "zod";

const id = z.string().min(1).max(64);
export const MAX_ANSWER = 20_000;

/** `id` is the intake field's. Files are `/files/` addresses; a list only where the field allows several. */
const ProjectAnswer = z.object({
  id,
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
export const ProjectPackages = z.array(z.object({ packageId: id, values: z.array(ProjectValue).max(50) })).max(100);

export const ProjectDetailsInput = z.object({
  /** The order's system id. */
  orderId: id,
  fileUploadUrl: z.string().trim().max(300).optional(),
  projectPackageData: ProjectPackages.default([]),
});

export type ProjectPackages = z.infer<typeof ProjectPackages>;
export type ProjectDetailsInput = z.infer<typeof ProjectDetailsInput>;
