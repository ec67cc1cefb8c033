import { z } from "zod";
import { toAsciiEmail } from "~/format/asciiEmail";
import { numberOf } from "~/format/readNumber";
import { wholeField } from "../numberFields";
import type { Settings } from "../settings";
import { agencyZoneFields } from "../settings/agencyZone";
import { line, requiredLine, requiredText, text } from "../textFields";

export const MAX_BANK_ROWS = 10;
export const MAX_TAXES = 40;
const MAX_ADDRESS_LINES = 6;
const MAX_INVOICE_NUMBER = 99_999_999;

export const nonEmptyLines = (text: string) =>
  text
    .split("\n")
    .map((one) => one.trim())
    .filter(Boolean);

const issuerField = z.object({
  name: requiredLine("Name is required", 200),
  /** One line each. */
  address: requiredText("Address is required", 600).refine(
    (text) => nonEmptyLines(text).length <= MAX_ADDRESS_LINES,
    `At most ${MAX_ADDRESS_LINES} lines`,
  ),
  email: requiredLine("Email is required", 254).overwrite(toAsciiEmail).pipe(z.email("Email is not valid")),
  taxLabel: line(40).default(""),
  taxId: line(60).default(""),
  bank: z
    .array(z.object({ label: requiredLine("Label is required", 60), value: requiredLine("Value is required", 200) }))
    .max(MAX_BANK_ROWS, `At most ${MAX_BANK_ROWS} rows`)
    .default([]),
});

const DAYS_RULE = "Enter a number of days between 0 and 365";
const NUMBER_RULE = `Enter a whole number of at most ${MAX_INVOICE_NUMBER}`;

/** Empty: null. */
const wholeNumber = (max: number, rule: string) =>
  z.union([z.literal("").transform(() => null), wholeField(0, max, rule)], { error: rule }).default(null);

/** Part of the price, or added to it. */
const taxKinds = ["included", "added"] as const;

const PERCENT_RULE = "Enter a percentage above 0 and up to 100, with at most three decimals";

const taxField = z.object({
  name: requiredLine("Name is required", 40),
  percent: z
    .string({ error: PERCENT_RULE })
    .transform((text) => String(numberOf(text, "percent")))
    .refine((text) => /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) > 0 && Number(text) <= 100, PERCENT_RULE),
  kind: z.enum(taxKinds, { error: "Choose how the tax is charged" }).default("included"),
  /** One line each; empty for every country. `saveCompany` checks that they exist. */
  countries: text(8_000).default(""),
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
  footer: text(500).default(""),
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
    invoiceFooter: footer,
    dueDays,
  };
};
