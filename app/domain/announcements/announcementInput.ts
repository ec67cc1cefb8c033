import { z } from "zod";
import { systemId, versionNumber } from "../catalogue/serviceInput";
import { momentField } from "../days";
import { isOneLine, ONE_LINE } from "../oneLine";
import { requiredText } from "../requiredText";
import { webAddressField } from "../webAddress";
import { type AnnouncementAudience, announcementAudiences } from "./audiences";

const CHOOSE_DATE = "Choose a date";
export const END_FIRST = "The end cannot be before the start";
export const HELD_SERVICE_REQUIRED = "Atleast one service should be selected";

/** The announcement form. */
const required = {
  name: requiredText("Title is required", "Title", 200).refine(isOneLine, ONE_LINE),
  description: requiredText("Description is required", "Description", 2000),
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
/** Rules about two fields speak beside whatever else is wrong. */
const always = { when: () => true };
const withRules = <Schema extends z.ZodType<Shown>>(schema: Schema) =>
  schema
    // What is no date has its own message.
    .refine(({ fromAt, untilAt }) => typeof fromAt !== "number" || typeof untilAt !== "number" || untilAt >= fromAt, {
      path: ["untilAt"],
      error: END_FIRST,
      ...always,
    })
    .refine(
      // A change that leaves them out keeps those that are stored.
      ({ id, audience, serviceIds = id ? undefined : [] }) => audience !== "holders" || serviceIds?.length !== 0,
      { path: ["serviceIds"], error: HELD_SERVICE_REQUIRED, ...always },
    );

/**
 * An announcement from a call (POST /announcement): what is left out of visibility, dates and audience stays as it is; a new
 * one is visible, everybody's and for ever. null takes a date away. Times in ms UTC.
 */
export const AnnouncementInput = withRules(
  z.object({
    ...required,
    /** Absent: a new one. */
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

/** The same as its form posts it: a box that is not ticked is not sent, nor is an empty date. */
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
