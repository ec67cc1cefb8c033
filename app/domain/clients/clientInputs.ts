import { z } from "zod";
import { nameField } from "../accounts/accountInputs";
import { addressLine, companyFields } from "../addressFields";
import { newEmailField } from "../emailField";
import { percentField } from "../percentField";
import { clientTypes, userStatuses } from "../roles";
import { requiredText } from "../textFields";

const firstName = nameField("First name is required");
const lastName = nameField("Last name is required");

/** A client invited by staff (rules.md clients/invitation). */
export const NewClientInput = z.object({ firstName, lastName, email: newEmailField });
export type NewClientInput = z.infer<typeof NewClientInput>;

const contact = {
  ...companyFields,
  phoneNo: addressLine("phoneNo"),
  address: addressLine("address"),
  city: addressLine("city"),
  state: addressLine("state"),
  zipCode: addressLine("zipCode"),
  /** A country name or empty. The operation checks it against the list. */
  country: addressLine("country"),
};
const version = z.number().int().min(1);

/**
 * The contact form. It posts every field, so an empty value clears the stored one. Staff may leave fields empty that
 * customers must fill in.
 */
export const ClientFormInput = z.object({
  version,
  firstName,
  lastName,
  ...(Object.fromEntries(Object.entries(contact).map(([name, field]) => [name, field.default("")])) as {
    [Name in keyof typeof contact]: z.ZodDefault<(typeof contact)[Name]>;
  }),
});

export const ClientStatusInput = z.object({
  version,
  userStatus: z.enum(userStatuses),
  clientType: z
    .enum(clientTypes)
    .optional()
    .transform((type) => type ?? null),
});

export const ClientAffiliateInput = z.object({ version, affiliate: z.boolean().default(false) });

const CODE_RULE = "Use 3 to 32 characters: A-Z, 0-9 and -";
export const CODE_TAKEN = "This code is already in use";
const SERVICE_ONCE = "Choose each service only once";

/** Stored in upper case (rules.md commissions/agreements). */
const affiliateCode = z
  .string({ error: "Affiliate code is required" })
  .trim()
  .transform((code) => code.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{3,32}$/, CODE_RULE));

/** An affiliate's rate for one service ('commissionMetaDataList' in the API). */
export const CommissionInput = z.object({
  serviceId: z.string({ error: "Service is required" }).min(1, "Service is required").max(64),
  percent: percentField,
  firstTime: z.boolean().default(false),
  perpetual: z.boolean().default(false),
});
export type CommissionInput = z.output<typeof CommissionInput>;

const MAX_COMMISSIONS = 1000;
const commissions = z
  .array(CommissionInput)
  .max(MAX_COMMISSIONS, `At most ${MAX_COMMISSIONS} services`)
  .superRefine((rows, issues) => {
    for (const [index, { serviceId }] of rows.entries())
      if (rows.findIndex((row) => row.serviceId === serviceId) < index)
        issues.addIssue({ code: "custom", message: SERVICE_ONCE, path: [index, "serviceId"] });
  });

export const AffiliateFormInput = z.object({
  version,
  affiliateCode,
  commissions: commissions.default([]),
  /** The services whose stored rates the form shows, with spaces between. Rates of others stay. */
  shown: z.string().default(""),
});

/**
 * The fields of a client that staff may change. Absent fields stay unchanged; no others are accepted (rules.md
 * security/body-fields).
 */
export const UpdateClientInput = z.object({
  id: z.string().min(1).max(64),
  /** The optimistic lock, if sent (rules.md forms/version). */
  version: z.number().int().min(1).optional(),
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  ...(Object.fromEntries(Object.entries(contact).map(([name, field]) => [name, field.nullable().optional()])) as {
    [Name in keyof typeof contact]: z.ZodOptional<z.ZodNullable<(typeof contact)[Name]>>;
  }),
  userStatus: z.enum(userStatuses).optional(),
  clientType: z.enum(clientTypes).nullable().optional(),
  affiliate: z.boolean().optional(),
  /** Null leaves the code unchanged, so a client without one can be posted back as read. */
  affiliateCode: affiliateCode.nullish(),
  commissions: commissions.optional(),
  /** With `commissions`: the services whose rates they replace. Default: all. */
  shown: z.array(z.string().max(64)).max(MAX_COMMISSIONS).optional(),
});
export type UpdateClientInput = z.output<typeof UpdateClientInput>;

const NOTE_REQUIRED = "Note is required";
export const ClientNoteInput = z.object({
  version: version.optional(),
  body: requiredText(NOTE_REQUIRED, 5_000),
});
export type ClientNoteInput = z.output<typeof ClientNoteInput>;
