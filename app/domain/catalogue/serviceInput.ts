import { z } from "zod";
import { type AssignmentRule, assignmentRules, noAssignment } from "../team/assignment";
import { requiredLine } from "../textFields";
import { frequencies, servicePaymentTypes, serviceTypes } from "./serviceTypes";
import { slugField } from "./slug";

/** Markdown, or HTML from the API. The limit is ample for one page of text. */
const richTextSource = z.string().max(20_000, "The text is at most 20,000 characters").default("");
export const MAX_SERVICE_NAME = 200;
export const MAX_SUB_STATUSES = 50;
export const systemId = z.string().min(1).max(64);
/** 0 for a part that was never saved. */
export const versionNumber = z.number().int().min(0);

export const isMissing = (value: unknown) =>
  value === undefined || value === null || value === "" || Number.isNaN(value);

/** A required whole number. `wrong` is the message for anything else. */
export const wholeNumber = (missing: string, wrong: string) =>
  z.number({ error: ({ input }) => (isMissing(input) ? missing : wrong) }).int(wrong);

/** For cross-field rules, which also see invalid values: an object becomes NaN, as converting one may throw. */
export const asNumber = (value: unknown) => (typeof value === "object" ? Number.NaN : Number(value));

const recurs = (value: { paymentTypes?: unknown }) =>
  Array.isArray(value?.paymentTypes) && value.paymentTypes.includes("SUBSCRIPTION");
/** Runs cross-field rules even when another field is invalid, so that all messages appear together. */
const always = { when: () => true };

const SHORTEST_DURATION = "Duration should be minimum 1";
const LONGEST_DURATION = 1000;
const required = "Please select applicable payment types";
const MAX_TURNAROUND_DAYS = 365;
export const TURNAROUND = `Enter working days from 1 to ${MAX_TURNAROUND_DAYS}`;

const fields = {
  name: requiredLine("Service name is required", MAX_SERVICE_NAME),
  version: versionNumber.optional(),
  description: richTextSource,
  checkoutDescription: richTextSource,
  templateKey: z.string().nullish(),
  /** The end of the address in the shop. Empty: made from the name. */
  slug: slugField,
  serviceType: z.enum(serviceTypes, { error: "Service type is required" }).default("REGULAR"),
  paymentTypes: z
    .array(z.enum(servicePaymentTypes, { error: required }), { error: required })
    .min(1, required)
    .transform((types) => servicePaymentTypes.filter((type) => types.includes(type))),
  /** Only for services that recur; the form hides it otherwise. */
  orderDuration: z
    .number({ error: ({ input }) => (isMissing(input) ? "Duration is required" : SHORTEST_DURATION) })
    .nullish(),
  frequency: z.enum(frequencies, { error: "Frequency is required" }).nullish(),
  /** Working days until the delivery; null for no deadline. Absent keeps what is stored. */
  turnaroundDays: z
    .number({ error: TURNAROUND })
    .int(TURNAROUND)
    .min(1, TURNAROUND)
    .max(MAX_TURNAROUND_DAYS, TURNAROUND)
    .nullish(),
  showExpectedDate: z.boolean().optional(),
  subStatuses: z
    .array(
      z.object({
        name: requiredLine("Status is required", 100),
      }),
    )
    .max(MAX_SUB_STATUSES, `At most ${MAX_SUB_STATUSES} sub statuses`)
    .default([]),
  /** Absent keeps what is stored. */
  assignmentRule: z.enum(assignmentRules).optional(),
  assignedPeople: z.array(systemId).max(100).optional(),
};

interface Assigned {
  assignmentRule?: AssignmentRule | undefined;
  assignedPeople?: string[] | undefined;
}

/** One person for the rule of one, and at least one for the others. */
const withPeople = <Schema extends z.ZodType<Assigned>>(schema: Schema) =>
  schema.refine(
    ({ assignmentRule: rule = "nobody", assignedPeople: { length } = [] }) =>
      rule === "nobody" || (rule === "person" ? length === 1 : length > 0),
    { path: ["assignedPeople"], error: ({ input }) => peopleMissing(input as Assigned) },
  );

const peopleMissing = ({ assignmentRule }: Assigned) =>
  assignmentRule === "person" ? "Choose one person" : "Choose at least one person";

interface Recurrence {
  paymentTypes?: unknown;
  orderDuration?: unknown;
  frequency?: unknown;
}

const isWholeFromOne = (duration: number) => Number.isInteger(duration) && duration >= 1;

/** The form posts hidden text unvalidated, so only a valid duration is stored. */
export const isDuration = (duration: number | null | undefined): duration is number =>
  typeof duration === "number" && isWholeFromOne(duration) && duration <= LONGEST_DURATION;

/** A recurring service needs a duration and a frequency. */
const withRecurrence = <Schema extends z.ZodType<Recurrence>>(schema: Schema) =>
  schema
    // Skips the empty text, which the field itself rejects.
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

/** The Service tab. An absent file key keeps the file; null removes it. */
export const ServiceInput = withPeople(
  withRecurrence(
    z.object({
      ...fields,
      /** Absent for a new service. */
      id: systemId.optional(),
      imageKey: z.string().nullish(),
      visible: z.boolean().default(true),
      listedInShop: z.boolean().default(true),
    }),
  ),
);
export type ServiceInput = z.output<typeof ServiceInput>;

/** The Service tab's form: unticked boxes and emptied fields are not sent, and the image has its own form. */
export const ServiceFormInput = withPeople(
  withRecurrence(
    z.object({
      ...fields,
      turnaroundDays: fields.turnaroundDays.default(null),
      showExpectedDate: z.boolean().default(false),
      assignedPeople: fields.assignedPeople.default([]),
      visible: z.boolean().default(false),
      listedInShop: z.boolean().default(false),
    }),
  ),
);
export type ServiceFormInput = z.output<typeof ServiceFormInput>;

/** The image of an existing service; null removes it. */
export const ServiceImageInput = z.object({
  id: systemId,
  version: versionNumber.optional(),
  imageKey: z.string().nullable().default(null),
});
export type ServiceImageInput = z.output<typeof ServiceImageInput>;

/** Defaults of a new service (rules.md catalogue/defaults). */
export const newService = {
  serviceType: "REGULAR",
  paymentTypes: ["SUBSCRIPTION"],
  orderDuration: 1,
  frequency: "MONTH",
  turnaroundDays: null,
  showExpectedDate: false,
  subStatuses: [],
  assignment: noAssignment,
  visible: true,
  listedInShop: true,
  slug: "",
} as const;
