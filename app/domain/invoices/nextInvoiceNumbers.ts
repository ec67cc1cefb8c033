import { sql } from "drizzle-orm";
import { authorize } from "../access";
import type { Context } from "../context";
import { floorOf } from "../numbering/numberFloors";
import { type PaymentAccount, paymentAccounts } from "../ports/payments";

const FIRST_NUMBER = 1001;

/** The number of the account's next invoice, as SQL: above its highest invoice and its floor. */
export const nextInvoiceNumber = (account: PaymentAccount) =>
  sql<number>`(select max(coalesce(max(number), ${FIRST_NUMBER - 1}), ${floorOf(`invoice:${account}`)}) + 1 from invoices where account = ${account})`;

/** The numbers of both accounts' next invoices, for the settings. */
export async function nextInvoiceNumbers(ctx: Context): Promise<Record<PaymentAccount, number>> {
  authorize(ctx, "settings.manage");
  const [regular, custom] = paymentAccounts.map((account) => sql`${nextInvoiceNumber(account)} as ${sql.raw(account)}`);
  return await ctx.db.get<Record<PaymentAccount, number>>(sql`select ${regular}, ${custom}`);
}
