import { z } from "zod";
import { dateProblem, readDay } from "../days";
import { firstPages } from "./firstPages";

/** The first day back, yyyy-MM-dd; empty when the person is here. */
export const AwayDay = z
  .string()
  .trim()
  .refine((day) => day === "" || readDay(day) !== null, { error: ({ input }) => dateProblem(input, "Choose a date") });

/** The section 'Working day' of the profile of staff. */
export const WorkingDayInput = z.object({ firstPage: z.enum(firstPages), awayDay: AwayDay.default("") });
export type WorkingDayInput = z.output<typeof WorkingDayInput>;
