import type { Cents } from "../money";

/** The issuing entities of the brand configuration. */
export const invoiceCountries = ["US", "IN"] as const;
export type InvoiceCountry = (typeof invoiceCountries)[number];

/** Everything printed on an invoice except the brand. Amounts in cents, times in ms UTC. */
export interface PrintedInvoice {
  number: string;
  issuer: InvoiceCountry;
  issuedAt: number;
  client: { name: string; email: string; addressLines: string[] };
  serviceName: string;
  lines: { name: string; quantity: number; price: Cents }[];
  subtotal: Cents;
  /** The promotional discount; null where none can apply. */
  promotion: Cents | null;
  total: Cents;
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
  paidAt: number;
  affiliate: { name: string; email: string };
  lines: StatementLine[];
  total: Cents;
}

export interface Printer {
  /** The PDF of an invoice. */
  invoice(invoice: PrintedInvoice): Promise<Uint8Array>;
  /** The PDF of an affiliate's payout statement. */
  payoutStatement(statement: PayoutStatement): Promise<Uint8Array>;
}
