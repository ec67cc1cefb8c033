import { z } from "zod";
import { emailField, nameField } from "../accounts/accountInputs";
import { clientTypes, userStatuses } from "../accounts/roles";
import { isOneLine, ONE_LINE } from "../oneLine";

const atMost = (most: number) =>
  z.string().trim().max(most, `Use ${most} characters or fewer`).refine(isOneLine, ONE_LINE);
const firstName = nameField("First name is required");
const lastName = nameField("Last name is required");

/** Decision R12: whom staff invite. */
export const NewClientInput = z.object({ firstName, lastName, email: emailField });
export type NewClientInput = z.infer<typeof NewClientInput>;

const contact = {
  phoneNo: atMost(40),
  address: atMost(300),
  city: atMost(100),
  state: atMost(100),
  zipCode: atMost(20),
  /** A name of the countries list, or empty; the operation checks it. */
  country: atMost(100),
};
const version = z.number().int().min(1);

/** The form of contact and address: always whole, so that an empty box means empty. What customers must fill in themselves, staff may leave open. */
export const ClientFormInput = z.object({
  version,
  firstName,
  lastName,
  ...(Object.fromEntries(Object.entries(contact).map(([name, field]) => [name, field.default("")])) as {
    [Name in keyof typeof contact]: z.ZodDefault<(typeof contact)[Name]>;
  }),
});

/** Status and type, as the page's header posts them. */
export const ClientStatusInput = z.object({
  version,
  userStatus: z.enum(userStatuses),
  clientType: z
    .enum(clientTypes)
    .optional()
    .transform((type) => type ?? null),
});

/** The affiliate switch. */
export const ClientAffiliateInput = z.object({ version, affiliate: z.boolean().default(false) });

const CODE_RULE = "Use 3 to 32 characters: A-Z, 0-9 and -";
export const CODE_TAKEN = "This code is already in use";
const PERCENT_RULE = "Percent should be between 0 and 100, with at most two decimals";
const SERVICE_ONCE = "Choose each service only once";

/** Decision A2. Typed in any case, kept in capitals. */
const affiliateCode = z
  .string({ error: "Affiliate code is required" })
  .trim()
  .transform((code) => code.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{3,32}$/, CODE_RULE));

/** '12.5' or 12.5 to hundredths of a percent; 0 to 100 with at most two decimals (decision A2). */
const percent = z
  .union([z.string(), z.number()], { error: "Percent is required" })
  .transform((value) => String(value).trim())
  .refine((text) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100, PERCENT_RULE)
  .transform((text) => Math.round(Number(text) * 100));

/** What an affiliate earns on a service ('commissionMetaDataList' on the wire). */
export const CommissionInput = z.object({
  serviceId: z.string({ error: "Service is required" }).min(1, "Service is required").max(64),
  percent,
  firstTime: z.boolean().default(false),
  perpetual: z.boolean().default(false),
});
export type CommissionInput = z.output<typeof CommissionInput>;

const MAX_COMMISSIONS = 100;
const commissions = z
  .array(CommissionInput)
  .max(MAX_COMMISSIONS, `At most ${MAX_COMMISSIONS} services`)
  .superRefine((rows, issues) => {
    for (const [index, { serviceId }] of rows.entries())
      if (rows.findIndex((row) => row.serviceId === serviceId) < index)
        issues.addIssue({ code: "custom", message: SERVICE_ONCE, path: [index, "serviceId"] });
  });

/** The affiliate details dialog. */
export const AffiliateFormInput = z.object({ version, affiliateCode, commissions: commissions.default([]) });

/** What staff may change on a client. What is absent stays as it is; nothing else is ever taken (quality S13). */
export const UpdateClientInput = z.object({
  id: z.string().min(1).max(64),
  /** Checked when sent (decision R13). */
  version: z.number().int().min(1).optional(),
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  ...(Object.fromEntries(Object.entries(contact).map(([name, field]) => [name, field.nullable().optional()])) as {
    [Name in keyof typeof contact]: z.ZodOptional<z.ZodNullable<(typeof contact)[Name]>>;
  }),
  userStatus: z.enum(userStatuses).optional(),
  clientType: z.enum(clientTypes).nullable().optional(),
  affiliate: z.boolean().optional(),
  /** Null, as whoever has none is read, leaves it as it is. */
  affiliateCode: affiliateCode.nullish(),
  commissions: commissions.optional(),
});
export type UpdateClientInput = z.output<typeof UpdateClientInput>;

const NOTE_REQUIRED = "Note is required";
const MAX_NOTE = 5000;
export const ClientNoteInput = z.object({
  version: version.optional(),
  body: z
    .string({ error: NOTE_REQUIRED })
    .trim()
    .min(1, NOTE_REQUIRED)
    .max(MAX_NOTE, `Use ${MAX_NOTE} characters or fewer`),
});
export type ClientNoteInput = z.output<typeof ClientNoteInput>;
