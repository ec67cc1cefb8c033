import { z } from "zod";

const id = z.string().min(1).max(64);
/** Characters of one answer. */
export const MAX_ANSWER = 20_000;

/** One answer: `id` is the intake field's. Files are `/files/` addresses, several only where the field allows it. */
const ProjectAnswer = z.object({
  id,
  value: z.union([z.string().max(MAX_ANSWER), z.array(z.string().max(300)).max(20)]),
});

/** One filled-in form of a package; `id` only when an entry that exists is changed, its `version` checked when sent. */
export const ProjectValue = z.object({
  id: id.optional(),
  version: z.number().int().min(1).optional(),
  items: z.array(ProjectAnswer).max(100),
});

/** projectPackageData of the wire. Names, types and the writer's role are taken from the stored service and actor. */
export const ProjectPackages = z.array(z.object({ packageId: id, values: z.array(ProjectValue).max(50) })).max(100);

export const ProjectDetailsInput = z.object({
  /** System id of the order. */
  orderId: id,
  fileUploadUrl: z.string().trim().max(300).optional(),
  projectPackageData: ProjectPackages.default([]),
});

export type ProjectPackages = z.infer<typeof ProjectPackages>;
export type ProjectDetailsInput = z.infer<typeof ProjectDetailsInput>;
