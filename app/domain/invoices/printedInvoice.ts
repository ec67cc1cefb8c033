import type { InvoiceCountry } from "../ports/printer";

export const invoiceCountryLabels: Record<InvoiceCountry, string> = { US: "United States", IN: "INDIA" };

/** IN for a client in India, else US (rules.md invoices/issue). */
export const issuerOf = (country: string): InvoiceCountry => (/^(india|in)$/i.test(country.trim()) ? "IN" : "US");

type Addressed = Record<"address" | "city" | "state" | "zipCode" | "country", string>;

/** Formats an address as envelope lines, without empty lines or stray commas. */
export function addressLines(of: Addressed) {
  const town = [of.city, `${of.state} ${of.zipCode}`.trim()].filter(Boolean).join(", ");
  return [of.address, town, of.country].map((line) => line.trim()).filter(Boolean);
}

/** The address lines of an invoice: with the company before and its tax id after them. */
export const billedLines = ({ company, taxId, ...address }: Addressed & { company?: string; taxId?: string }) => [
  ...(company ? [company] : []),
  ...addressLines(address),
  ...(taxId ? [`Tax id ${taxId}`] : []),
];

export const creditNoteName = (number: number) => `CN-${number}`;

/** The upload kind of printed invoices. Users cannot upload this kind. */
export const PRINTED = "printedInvoice";

/** 'Invoice-1001.pdf'. Staff type the number, so characters that file names cannot hold are replaced. */
export const invoiceFileName = (number: string) => `Invoice-${number.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")}.pdf`;

/** The number in such a file name. */
export const invoiceNoOf = (fileName: string) => fileName.replace(/^Invoice-|\.pdf$/g, "");
