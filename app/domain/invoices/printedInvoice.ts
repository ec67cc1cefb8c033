import type { Cents } from "../money";

/** Which issuing entity of the brand configuration stands on an invoice. */
export const invoiceCountries = ["US", "IN"] as const;
export type InvoiceCountry = (typeof invoiceCountries)[number];
export const invoiceCountryLabels: Record<InvoiceCountry, string> = { US: "United States", IN: "INDIA" };

/** IN for a client in India, else US (rules.md invoices/issue). */
export const issuerOf = (country: string): InvoiceCountry => (/^(india|in)$/i.test(country.trim()) ? "IN" : "US");

/** Everything that stands on an invoice but the brand. Amounts in cents, times in ms UTC. */
export interface PrintedInvoice {
  number: string;
  issuer: InvoiceCountry;
  issuedAt: number;
  client: { name: string; email: string; addressLines: string[] };
  serviceName: string;
  lines: { name: string; quantity: number; price: Cents }[];
  subtotal: Cents;
  /** What promotions took off; null where none can apply. */
  promotion: Cents | null;
  total: Cents;
  /** How it is to be paid, or that it was. */
  payment: { dueAt: number; payUrl: string } | { paidAt: number; transactionId: string };
}

/** An address as lines of an envelope; empty parts leave no line and no comma. */
export function addressLines(of: { address: string; city: string; state: string; zipCode: string; country: string }) {
  const town = [of.city, `${of.state} ${of.zipCode}`.trim()].filter(Boolean).join(", ");
  return [of.address, town, of.country].map((line) => line.trim()).filter(Boolean);
}

/** The kind of uploads that are such documents; nobody can bring one. */
export const PRINTED = "printedInvoice";

/** 'Invoice-1001.pdf': of a number that people typed, what a file name may hold. */
export const invoiceFileName = (number: string) => `Invoice-${number.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")}.pdf`;
