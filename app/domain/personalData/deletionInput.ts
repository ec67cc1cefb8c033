import { z } from "zod";

/** Days in which a deletion can be undone (rules.md privacy/deletion). */
export const UNDO_DAYS = 14;

/** The password, for an account that has one. */
export const OwnDeletionInput = z.object({ password: z.string().max(200).optional() });
export type OwnDeletionInput = z.infer<typeof OwnDeletionInput>;
