import { z } from "zod";
import { MAX_PLACEMENTS } from "../catalogue/tracking";
import { momentField } from "../days";
import type { Drip } from "./drip";

const PER_WEEK = "Enter how many links start each week";
const FROM = "Choose the first day";

const fields = z
  .object({
    perWeek: z.number({ error: PER_WEEK }).int(PER_WEEK).min(1, PER_WEEK).max(MAX_PLACEMENTS, PER_WEEK).optional(),
    from: momentField(FROM).optional(),
  })
  .superRefine(({ perWeek, from }, ctx) => {
    if (perWeek !== undefined && from === undefined) ctx.addIssue({ code: "custom", path: ["from"], message: FROM });
    if (perWeek === undefined && from !== undefined)
      ctx.addIssue({ code: "custom", path: ["perWeek"], message: PER_WEEK });
  })
  .transform(({ perWeek, from }): Drip | null =>
    perWeek === undefined || from === undefined ? null : { perWeek, from },
  );

/** 'Start N a week from ...'. Both empty: all links start immediately (rules.md placements/drip). */
export const DripField = fields.optional();

export const DripOrderInput = z.object({
  id: z.string().min(1).max(64),
  /** Checked when present (rules.md forms/version). */
  version: z.number().int().min(1).optional(),
  drip: DripField,
});
export type DripOrderInput = z.output<typeof DripOrderInput>;
