import { z } from "zod";
import { isOneLine, ONE_LINE } from "../oneLine";
import { frequencies, servicePaymentTypes, serviceTypes } from "./serviceTypes";

/** Markdown, or HTML from the API; at most what one page of text needs. */
const richTextSource = z.string().max(20_000, "The text is at most 20,000 characters").default("");
export const MAX_SERVICE_NAME = 200;
export const MAX_SUB_STATUSES = 50;
export const systemId = z.string().min(1).max(64);
/** 0 for a part that has not been saved yet. */
export const versionNumber = z.number().int().min(0);

const isMissing = (value: unknown) => value === undefined || value === null || value === "" || Number.isNaN(value);

/** A required whole number; anything that is not one gets the second text. */
export const wholeNumber = (missing: string, wrong: string) =>
  z.number({ error: ({ input }) => (isMissing(input) ? missing : wrong) }).int(wrong);

/** For rules that also see what is no number yet: an object has no value, and may refuse to be asked for one. */
export const asNumber = (value: unknown) => (typeof value === "object" ? Number.NaN : Number(value));

const recurs = (value: { paymentTypes?: unknown }) =>
  Array.isArray(value?.paymentTypes) && value.paymentTypes.includes("SUBSCRIPTION");
/** Rules that look at two fields also speak when a third field is wrong: all messages of a form show at once. */
const always = { when: () => true };

const SHORTEST_DURATION = "Duration should be minimum 1";
const LONGEST_DURATION = 1000;
const required = "Please select applicable payment types";

const fields = {
  name: z
    .string({ error: "Service name is required" })
    .trim()
    .min(1, "Service name is required")
    .max(MAX_SERVICE_NAME, `Service name is at most ${MAX_SERVICE_NAME} characters`)
    .refine(isOneLine, ONE_LINE),
  version: versionNumber.optional(),
  description: richTextSource,
  checkoutDescription: richTextSource,
  templateKey: z.string().nullish(),
  serviceType: z.enum(serviceTypes, { error: "Service type is required" }).default("REGULAR"),
  paymentTypes: z
    .array(z.enum(servicePaymentTypes, { error: required }), { error: required })
    .min(1, required)
    .transform((types) => servicePaymentTypes.filter((type) => types.includes(type))),
  /** Of a service that recurs; any other has none, and its form does not show it. */
  orderDuration: z
    .number({ error: ({ input }) => (isMissing(input) ? "Duration is required" : SHORTEST_DURATION) })
    .nullish(),
  frequency: z.enum(frequencies, { error: "Frequency is required" }).nullish(),
  subStatuses: z
    .array(
      z.object({
        name: z
          .string({ error: "Status is required" })
          .trim()
          .min(1, "Status is required")
          .max(100, "Status is at most 100 characters"),
      }),
    )
    .max(MAX_SUB_STATUSES, `At most ${MAX_SUB_STATUSES} sub statuses`)
    .default([]),
};

interface Recurrence {
  paymentTypes?: unknown;
  orderDuration?: unknown;
  frequency?: unknown;
}

const isWholeFromOne = (duration: number) => Number.isInteger(duration) && duration >= 1;

/** The duration that is kept with a service: a text that its form does not show may say anything. */
export const isDuration = (duration: number | null | undefined): duration is number =>
  typeof duration === "number" && isWholeFromOne(duration) && duration <= LONGEST_DURATION;

/** A service that recurs says how often. */
const withRecurrence = <Schema extends z.ZodType<Recurrence>>(schema: Schema) =>
  schema
    // An empty text is told so by its own field.
    .refine((value) => !recurs(value) || (value.orderDuration ?? null) !== null, {
      path: ["orderDuration"],
      error: "Duration is required",
      ...always,
    })
    .refine(
      (value) => isMissing(value.orderDuration) || !recurs(value) || isWholeFromOne(asNumber(value.orderDuration)),
      { path: ["orderDuration"], error: SHORTEST_DURATION, ...always },
    )
    .refine((value) => !recurs(value) || !(asNumber(value.orderDuration) > LONGEST_DURATION), {
      path: ["orderDuration"],
      error: `Duration should be maximum ${LONGEST_DURATION}`,
      ...always,
    })
    .refine((value) => !recurs(value) || (value.frequency ?? null) !== null, {
      path: ["frequency"],
      error: "Frequency is required",
      ...always,
    });

/** The Service tab. Keys of files: absent leaves what is there, null takes it away. */
export const ServiceInput = withRecurrence(
  z.object({
    ...fields,
    /** Absent: a new service. */
    id: systemId.optional(),
    imageKey: z.string().nullish(),
    visible: z.boolean().default(true),
  }),
);
export type ServiceInput = z.output<typeof ServiceInput>;

/** The same as a form posts it: a box that is not ticked is not sent, and the image has a form of its own. */
export const ServiceFormInput = withRecurrence(z.object({ ...fields, visible: z.boolean().default(false) }));
export type ServiceFormInput = z.output<typeof ServiceFormInput>;

/** The image of an existing service; null takes it away. */
export const ServiceImageInput = z.object({
  id: systemId,
  version: versionNumber.optional(),
  imageKey: z.string().nullable().default(null),
});
export type ServiceImageInput = z.output<typeof ServiceImageInput>;

/** The defaults of a new service (rules.md catalogue/defaults). */
export const newService = {
  serviceType: "REGULAR",
  paymentTypes: ["SUBSCRIPTION"],
  orderDuration: 1,
  frequency: "MONTH",
  subStatuses: [],
  visible: true,
} as const;
