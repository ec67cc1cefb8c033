import { z } from "zod";
import { ScheduleMessageInput, TIME_REQUIRED } from "./messageInput";

/** A day and a time as a browser's field posts them, in the reader's zone. */
const wallTime = z
  .string({ error: TIME_REQUIRED })
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/, TIME_REQUIRED)
  .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), TIME_REQUIRED);

/** The form of the dialog. */
export const LaterMessageForm = ScheduleMessageInput.pick({ body: true, key: true, files: true }).extend({
  sendAt: wallTime,
});

/** The buttons of a message that waits. */
export const ChosenScheduledForm = z.object({ id: z.string().min(1).max(64) });
