import { z } from "zod";
import { MAX_IDLE_DAYS, MAX_SESSION_DAYS } from "../settings";

const days = (most: number) => {
  const message = `Enter days from 1 to ${most}`;
  return z.number({ error: message }).int(message).min(1, message).max(most, message);
};

/** The form of the page Security. Session lengths stay within the safe maximum. */
export const SecuritySettingsInput = z.object({
  version: z.number().int().min(0),
  staffTwoFactor: z.enum(["optional", "required"], { error: "Choose one of the options" }),
  signInLinks: z.boolean().default(false),
  idleDays: days(MAX_IDLE_DAYS),
  sessionDays: days(MAX_SESSION_DAYS),
});
export type SecuritySettingsInput = z.output<typeof SecuritySettingsInput>;
