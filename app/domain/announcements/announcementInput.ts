import { z } from "zod";
import { systemId, versionNumber } from "../catalogue/serviceInput";
import { momentField } from "../days";
import { requiredLine, requiredText } from "../textFields";
import { webAddressField } from "../webAddress";
import { type AnnouncementAudience, announcementAudiences } from "./audiences";

const CHOOSE_DATE = "Choose a date";
export const END_FIRST = "The end cannot be before the start";
export const HELD_SERVICE_REQUIRED = "Atleast one service should be selected";

const required = {
  name: requiredLine("Title is required", 200),
  description: requiredText("Description is required", 2000),
  linkUrl: webAddressField,
  imageKey: z.string({ error: "Image is required" }).min(1, "Image is required"),
};
const day = momentField(CHOOSE_DATE).nullable();
const audience = z.enum(announcementAudiences, { error: "Audience is required" });
const serviceIds = z.array(systemId).max(100, "At most 100 services");

interface Shown {
  id?: string;
  fromAt?: number | null;
  untilAt?: number | null;
  audience?: AnnouncementAudience;
  serviceIds?: readonly string[];
}
/** Runs rules about two fields even when another field is invalid. */
const always = { when: () => true };
const withRules = <Schema extends z.ZodType<Shown>>(schema: Schema) =>
  schema
    // Skipped for invalid dates, which have their own message.
    .refine(({ fromAt, untilAt }) => typeof fromAt !== "number" || typeof untilAt !== "number" || untilAt >= fromAt, {
      path: ["untilAt"],
      error: END_FIRST,
      ...always,
    })
    .refine(
      // An update without `serviceIds` keeps the stored ones.
      ({ id, audience, serviceIds = id ? undefined : [] }) => audience !== "holders" || serviceIds?.length !== 0,
      { path: ["serviceIds"], error: HELD_SERVICE_REQUIRED, ...always },
    );

/**
 * An announcement from the API (POST /announcement). Omitted visibility, dates and audience keep their stored values;
 * a new one defaults to visible, for everyone and without end. null clears a date. ms UTC.
 */
export const AnnouncementInput = withRules(
  z.object({
    ...required,
    /** Absent for a new announcement. */
    id: systemId.optional(),
    version: versionNumber.optional(),
    visible: z.boolean().optional(),
    fromAt: day.optional(),
    untilAt: day.optional(),
    audience: audience.optional(),
    serviceIds: serviceIds.optional(),
  }),
);
export type AnnouncementInput = z.output<typeof AnnouncementInput>;

/** An announcement from the form, which sends neither unticked boxes nor empty dates. */
export const AnnouncementForm = withRules(
  z.object({
    ...required,
    version: versionNumber.optional(),
    visible: z.boolean().default(false),
    fromAt: day.default(null),
    untilAt: day.default(null),
    audience: audience.default("customers"),
    serviceIds: serviceIds.default([]),
  }),
);
