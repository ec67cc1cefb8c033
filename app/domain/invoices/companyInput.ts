import { z } from "zod";
import { isOneLine, ONE_LINE } from "../oneLine";
import type { Settings } from "../settings";
import { agencyZoneFields } from "../settings/agencyZone";

export const MAX_BANK_ROWS = 10;
export const MAX_TAXES = 40;
const MAX_ADDRESS_LINES = 6;
export const MAX_INVOICE_NUMBER = 99_999_999;

const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`).refine(isOneLine, ONE_LINE);
const required = (message: string, max: number) => z.string({ error: message }).trim().min(1, message).pipe(line(max));

export const nonEmptyLines = (text: string) =>
  text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter(Boolean);

const issuerField = z.object({
  name: required("Name is required", 200),
  /** One line each. */
  address: z
    .string({ error: "Address is required" })
    .trim()
    .min(1, "Address is required")
    .max(600, "At most 600 characters")
    .refine((text) => nonEmptyLines(text).length <= MAX_ADDRESS_LINES, `At most ${MAX_ADDRESS_LINES} lines`)
    .refine((text) => nonEmptyLines(text).every(isOneLine), ONE_LINE),
  email: required("Email is required", 254).pipe(z.email("Email is not valid")),
  taxLabel: line(40).default(""),
  taxId: line(60).default(""),
  bank: z
    .array(z.object({ label: required("Label is required", 60), value: required("Value is required", 200) }))
    .max(MAX_BANK_ROWS, `At most ${MAX_BANK_ROWS} rows`)
    .default([]),
});

const DAYS_RULE = "Enter a number of days between 0 and 365";
const NUMBER_RULE = `Enter a whole number of at most ${MAX_INVOICE_NUMBER}`;

/** Empty: null. */
const wholeNumber = (max: number, rule: string) =>
  z
    .string()
    .trim()
    .default("")
    .refine((text) => text === "" || (/^\d{1,8}$/.test(text) && Number(text) <= max), rule)
    .transform((text) => (text === "" ? null : Number(text)));

/** Part of the price, or added to it. */
export const taxKinds = ["included", "added"] as const;

const PERCENT_RULE = "Enter a percentage above 0 and up to 100, with at most three decimals";

const taxField = z.object({
  name: required("Name is required", 40),
  percent: z
    .string({ error: PERCENT_RULE })
    .trim()
    .refine((text) => /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) > 0 && Number(text) <= 100, PERCENT_RULE),
  kind: z.enum(taxKinds, { error: "Choose how the tax is charged" }).default("included"),
  /** One line each; empty for every country. `saveCompany` checks that they exist. */
  countries: z.string().trim().max(8_000, "At most 8000 characters").default(""),
});

/** The page Company and invoices. A next number that is left empty stays. */
export const CompanyInput = z.object({
  version: z.number().int().min(0),
  ...agencyZoneFields,
  issuers: z.object({ US: issuerField, IN: issuerField }),
  prefix: z
    .string()
    .trim()
    .default("")
    .refine((text) => /^[\p{L}\p{N}._/-]{0,20}$/u.test(text), "Use at most 20 letters, digits and . _ / -"),
  nextRegular: wholeNumber(MAX_INVOICE_NUMBER, NUMBER_RULE),
  nextCustom: wholeNumber(MAX_INVOICE_NUMBER, NUMBER_RULE),
  footer: z
    .string()
    .trim()
    .max(500, "At most 500 characters")
    .refine((text) => text.split(/\r?\n/).every(isOneLine), ONE_LINE)
    .default(""),
  dueDays: wholeNumber(365, DAYS_RULE),
  taxes: z.array(taxField).max(MAX_TAXES, `At most ${MAX_TAXES} taxes`).default([]),
});
export type CompanyInput = z.output<typeof CompanyInput>;

/** The stored values as the form shows them. */
export const toCompanyForm = ({
  issuers,
  timeZone,
  invoicePrefix,
  invoiceFooter,
  dueDays,
  taxes,
}: Settings["company"]) => {
  const issuer = ({ addressLines, ...rest }: (typeof issuers)["US"]) => ({ ...rest, address: addressLines.join("\n") });
  return {
    issuers: { US: issuer(issuers.US), IN: issuer(issuers.IN) },
    timeZone,
    prefix: invoicePrefix,
    footer: invoiceFooter,
    dueDays: dueDays === null ? "" : String(dueDays),
    taxes: (taxes ?? []).map(({ name, percent, inclusive, countries }) => ({
      name,
      percent: String(percent),
      kind: taxKinds[inclusive ? 0 : 1],
      countries: countries.join("\n"),
    })),
  };
};

/** The form's values as they are stored, but for the taxes. */
export const toCompanySettings = ({ issuers, timeZone, prefix, footer, dueDays }: CompanyInput) => {
  // In the order of the stored values, so that equal ones are no change.
  const issuer = ({ name, address, email, taxLabel, taxId, bank }: CompanyInput["issuers"]["US"]) => {
    const addressLines = nonEmptyLines(address);
    return { name, addressLines, email, taxLabel, taxId, bank };
  };
  return {
    issuers: { US: issuer(issuers.US), IN: issuer(issuers.IN) },
    timeZone,
    invoicePrefix: prefix,
    invoiceFooter: footer.replace(/\r\n?/g, "\n"),
    dueDays,
  };
};
