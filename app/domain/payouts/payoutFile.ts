import { csvText } from "~/format/csvText";
import { authorize } from "../access";
import type { Context } from "../context";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { payoutDetails } from "./findPayouts";
import { payeesOf } from "./payeeDetails";
import type { PayeeMethod } from "./payeeInput";

export const payoutFileFormats = ["bank", "paypal"] as const;
export type PayoutFileFormat = (typeof payoutFileFormats)[number];
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
  const { shares, createdAt } = await payoutDetails(ctx, payoutId);
  const payees = await payeesOf(
    ctx,
    shares.map(({ affiliateId }) => affiliateId),
  );
  const day = new Date(createdAt).toISOString().slice(0, 10);
  const lines = shares.flatMap(({ affiliateId, total }) => {
    const payee = payees.get(affiliateId);
    if (payee?.method !== methods[format]) return [];
    const amount = (total / 100).toFixed(2);
    const reference = `Commissions ${day}`;
    return [
      format === "bank"
        ? [payee.holder, payee.account, payee.bankCode, amount, "USD", reference]
        : // Mass payments have no header, and ids of at most 30 characters.
          [payee.paypalEmail, amount, "USD", affiliateId.slice(0, 30), reference],
    ];
  });
  const head = format === "bank" ? [["Name", "Account", "Bank code", "Amount", "Currency", "Reference"]] : [];
  recordSecurityEvent(ctx, { kind: "exported", detail: `Payout ${format} file, ${lines.length} rows` });
  return {
    name: `Payout-${format}-${day}.csv`,
    text: csvText([...head, ...lines]),
  };
}
