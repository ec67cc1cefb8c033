import type { IssuingEntity } from "~/brand";
import type { Cents } from "../money";
import type { TaxLine } from "../taxes";

/** The countries with an issuing entity of their own. */
export const invoiceCountries = ["US", "IN"] as const;
export type InvoiceCountry = (typeof invoiceCountries)[number];

/** The agency on a printed document. */
export interface Letterhead {
  name: string;
  supportEmail: string;
  /** Of dates and numbers, a BCP 47 tag. Absent: en-US. */
  language?: string;
  /** Of a stored PNG, printed in place of the name. */
  logoKey?: string;
  /** Its bytes, which the printer reads. */
  logo?: Uint8Array;
}

/** What an invoice shows of the agency. Stored when it is issued (rules.md invoices/issue). */
export interface InvoiceHead {
  letterhead: Omit<Letterhead, "logo">;
  issuedBy: IssuingEntity;
  /** Printed before the number. */
  prefix: string;
  footer: string;
  /** Of all its dates: the agency's. */
  zone: string;
}

/** Everything printed on an invoice. Amounts in cents, times in ms UTC. */
export interface PrintedInvoice extends Omit<InvoiceHead, "prefix"> {
  letterhead: Letterhead;
  /** With its prefix. */
  number: string;
  /** Chooses the paper. */
  issuer: InvoiceCountry;
  issuedAt: number;
  client: { name: string; email: string; addressLines: string[] };
  serviceName: string;
  lines: { name: string; quantity: number; price: Cents }[];
  subtotal: Cents;
  /** The promotional discount; null where none can apply. */
  promotion: Cents | null;
  /** Absent and empty: 'Tax $0'. */
  taxLines?: readonly TaxLine[];
  total: Cents;
  /** On a credit note: the number of the invoice of which the total was given back. */
  creditOf?: string;
  /** What was given back since, and when last. */
  refunded?: { amount: Cents; at: number };
  /** How to pay, or the payment made. */
  payment: { dueAt: number; payUrl: string } | { paidAt: number; transactionId: string };
}

export interface StatementLine {
  orderNumber: number;
  serviceName: string;
  /** Null unless the affiliate referred the client (rules.md security/internal-text). */
  clientName: string | null;
  orderPaidAt: number;
  orderAmount: Cents;
  /** Hundredths of a percent. */
  percent: number;
  kind: "earned" | "reversal";
  amount: Cents;
}

/** One affiliate's lines of a payout. Cents and ms UTC. */
export interface PayoutStatement {
  letterhead: Letterhead;
  paidAt: number;
  /** The reader's. */
  zone: string;
  affiliate: { name: string; email: string };
  lines: StatementLine[];
  total: Cents;
}

/** Headed paragraphs, as evidence for a bank. */
export interface PrintedRecord {
  letterhead: Letterhead;
  title: string;
  /** ms UTC. */
  at: number;
  /** The agency's. */
  zone: string;
  sections: { heading: string; paragraphs: string[] }[];
}

export interface Printer {
  invoice(invoice: PrintedInvoice): Promise<Uint8Array>;
  /** The PDF of an affiliate's payout statement. */
  payoutStatement(statement: PayoutStatement): Promise<Uint8Array>;
  /** The PDF of a record, which ends after a limited number of pages and says so. */
  record(record: PrintedRecord): Promise<Uint8Array>;
}
