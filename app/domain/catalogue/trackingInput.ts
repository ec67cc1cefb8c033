import { z } from "zod";
import { relChoices, remedies, type Tracking } from "./tracking";

const whole = (message: string, least: number, highest: number) =>
  z.number({ error: message }).int(message).min(least, message).max(highest, message);

export const TURNAROUND = "Enter working days from 1 to 120";
export const GUARANTEE = "Enter days from 0 to 1095";
export const SILENCE = "Enter 0, or hours from 24 to 336";
const MIN_DR = "Enter a Domain Rating from 0 to 100";

/** The settings of 'Track each link'. Absent ones keep what is stored (rules.md placements/tracking). */
export const trackingFields = {
  tracked: z.boolean().optional(),
  turnaroundDays: whole(TURNAROUND, 1, 120).optional(),
  guaranteeDays: whole(GUARANTEE, 0, 1095).optional(),
  remedy: z.enum(remedies, { error: "Choose replace or refund" }).optional(),
  approveSite: z.boolean().optional(),
  approveContent: z.boolean().optional(),
  silentApprovalHours: whole(SILENCE, 0, 336)
    .refine((hours) => hours === 0 || hours >= 24, SILENCE)
    .optional(),
  relWanted: z.enum(relChoices, { error: "Choose any or follow" }).optional(),
  minDr: whole(MIN_DR, 0, 100).nullable().optional(),
};

type TrackingInput = { [Field in keyof Tracking]?: Tracking[Field] | undefined };

/** The stored settings with the ones that were sent. */
export const trackingWith = (stored: Tracking, sent: TrackingInput): Tracking => ({
  tracked: sent.tracked ?? stored.tracked,
  turnaroundDays: sent.turnaroundDays ?? stored.turnaroundDays,
  guaranteeDays: sent.guaranteeDays ?? stored.guaranteeDays,
  remedy: sent.remedy ?? stored.remedy,
  approveSite: sent.approveSite ?? stored.approveSite,
  approveContent: sent.approveContent ?? stored.approveContent,
  silentApprovalHours: sent.silentApprovalHours ?? stored.silentApprovalHours,
  relWanted: sent.relWanted ?? stored.relWanted,
  minDr: sent.minDr === undefined ? stored.minDr : sent.minDr,
});
