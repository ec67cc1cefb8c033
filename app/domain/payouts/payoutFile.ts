import { csvForPrograms } from "~/format/csvText";
import { defineSheet, type Sheet, sheetOf } from "~/list/defineSheet";
import { authorize } from "../access";
import type { Context } from "../context";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { payoutDetails } from "./findPayouts";
import { payeesOf } from "./payeeDetails";
import { type PayeeInput, type PayeeMethod, payeeMethodLabel } from "./payeeInput";

export const payoutFileFormats = ["bank", "paypal"] as const;
type PayoutFileFormat = (typeof payoutFileFormats)[number];
const methods: Record<PayoutFileFormat, PayeeMethod> = { bank: "BANK", paypal: "PAYPAL" };

/** How each affiliate of a payout is paid, by their id; absent without payee details. Throws NotFound. */
export async function payoutMethods(ctx: Context, payoutId: string): Promise<Record<string, PayeeMethod>> {
  authorize(ctx, "payouts.manage");
  const { shares } = await payoutDetails(ctx, payoutId);
  const payees = await payeesOf(
    ctx,
    shares.map(({ affiliateId }) => affiliateId),
  );
  return Object.fromEntries([...payees].map(([id, { method }]) => [id, method]));
}

/**
 * A payout as a file for the bank (one line per transfer, SEPA or ACH alike) or for PayPal's mass payment. Affiliates
 * who are paid another way, or gave no details, are left out. Recorded as an export. Throws NotFound.
 */
export async function payoutFile(
  ctx: Context,
  payoutId: string,
  format: PayoutFileFormat,
): Promise<{ name: string; text: string }> {
  authorize(ctx, "payouts.manage");
  const { transfers, day } = await transfersOf(ctx, payoutId);
  const lines = transfers
    .filter(({ payee }) => payee.method === methods[format])
    .map(({ affiliateId, payee, total, reference }) => {
      const amount = (total / 100).toFixed(2);
      return format === "bank"
        ? [holderName(payee), payee.account, payee.bankCode, amount, "USD", reference]
        : // Mass payments have no header, and ids of at most 30 characters.
          [payee.paypalEmail, amount, "USD", affiliateId.slice(0, 30), reference];
    });
  const head = format === "bank" ? [["Name", "Account", "Bank code", "Amount", "Currency", "Reference"]] : [];
  recordSecurityEvent(ctx, { kind: "exported", detail: `Payout ${format} file, ${lines.length} rows` });
  return {
    name: `Payout-${format}-for-upload-${day}.csv`,
    text: csvForPrograms([...head, ...lines]),
  };
}

/**
 * A payout for people, of every method: a spreadsheet keeps the zeros of text cells, which it drops from a CSV.
 * Recorded as an export. Throws NotFound.
 */
export async function payoutSheet(ctx: Context, payoutId: string): Promise<{ sheet: Sheet; createdAt: number }> {
  authorize(ctx, "payouts.manage");
  const { transfers, createdAt } = await transfersOf(ctx, payoutId);
  recordSecurityEvent(ctx, { kind: "exported", detail: `Payout sheet, ${transfers.length} rows` });
  async function* pages() {
    yield transfers;
  }
  return { sheet: sheetOf("Payout", payoutColumns, { total: transfers.length, pages: pages() }), createdAt };
}

interface Transfer {
  affiliateId: string;
  payee: PayeeInput;
  /** Cents. */
  total: number;
  reference: string;
}

const payoutColumns = defineSheet<Transfer>([
  { label: "Name", kind: "text", width: 28, value: ({ payee }) => payee.holder },
  { label: "Paid by", kind: "text", width: 14, value: ({ payee }) => payeeMethodLabel(payee.method) },
  { label: "Account", kind: "text", width: 36, value: ({ payee }) => payee.account || payee.paypalEmail },
  { label: "Bank code", kind: "text", width: 14, value: ({ payee }) => payee.bankCode },
  { label: "Amount", kind: "cents", width: 12, value: ({ total }) => total },
  { label: "Currency", kind: "text", width: 9, value: () => "USD" },
  { label: "Reference", kind: "text", width: 26, value: ({ reference }) => reference },
]);

/** The affiliates of a payout who gave payee details, with what each one gets. Throws NotFound. */
async function transfersOf(ctx: Context, payoutId: string) {
  const { shares, createdAt } = await payoutDetails(ctx, payoutId);
  const payees = await payeesOf(
    ctx,
    shares.map(({ affiliateId }) => affiliateId),
  );
  const day = new Date(createdAt).toISOString().slice(0, 10);
  const transfers = shares.flatMap(({ affiliateId, total }): Transfer[] => {
    const payee = payees.get(affiliateId);
    return payee ? [{ affiliateId, payee, total, reference: `Commissions ${day}` }] : [];
  });
  return { transfers, day, createdAt };
}

/** Earlier releases took names that a spreadsheet would read as a formula. */
const holderName = ({ holder }: PayeeInput) => holder.replace(/^[=+\-@\s]+/, "");
