import { z } from "zod";
import { momentField } from "../days";
import { Reason } from "./orderInputs";

const DAY_REQUIRED = "Choose a day";

/** The form of a new deadline: a day of the agency, and a reason that only the team reads. */
export const DeadlineFormInput = z.object({
  version: z.number().int().min(1).optional(),
  dueAt: momentField(DAY_REQUIRED),
  reason: Reason,
});

export interface DeadlineInput {
  id: string;
  /** Checked when present (rules.md forms/version). */
  version?: number | undefined;
  /** ms UTC */
  dueAt: number;
  reason: string;
}
