import { z } from "zod";

/** The choice of the form for each service's own rule. */
export const BY_RULE = "rule";

export const HandOverInput = z.object({
  to: z.string({ error: "Choose who takes over" }).min(1, "Choose who takes over").max(64),
});
export type HandOverInput = z.output<typeof HandOverInput>;
